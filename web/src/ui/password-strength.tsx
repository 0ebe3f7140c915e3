import { type CSSProperties, useEffect, useState } from "react";
import type { PasswordOwner } from "../lib/password-rules";
import { isLongEnough, passwordStrength } from "../lib/password-strength";

const levels = 4;

type Estimator = typeof import("../lib/password-estimate");

/** Returns the estimator once it has loaded. Until then only the server checks the password. */
function useEstimator(): Estimator | undefined {
  const [estimator, setEstimator] = useState<Estimator>();
  useEffect(() => {
    let isShown = true;
    import("../lib/password-estimate").then(
      (loaded) => isShown && setEstimator(loaded),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, []);
  return estimator;
}

type Props = { password: string; owner: PasswordOwner; id?: string };

/** Shows as bars and text how hard a password is to guess for someone who knows its owner. */
export function PasswordStrength({ password, owner, id }: Props) {
  const estimator = useEstimator();
  const estimate = isLongEnough(password) ? estimator?.estimate(password, owner) : undefined;
  const { level, words } = passwordStrength(password, estimate);
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
