import type { CSSProperties } from "react";
import { strengthOf } from "../lib/strength";

const levels = 4;

/** How hard a password is to guess, in bars and words. */
export function Strength({ password, id }: { password: string; id?: string }) {
  const { level, words } = strengthOf(password);
  const style = { "--share": `${(level / levels) * 100}%` } as CSSProperties;
  return (
    <div className={`strength strength--${level}`}>
      <span className="strength__bar" style={style} aria-hidden="true" />
      <p id={id} className="field__hint" role="status">
        {words}
      </p>
    </div>
  );
}
