import type { ReactNode } from "react";
import { Icon } from "./icon";

type FieldMessages = { description?: ReactNode; error?: string | undefined };

/** Description and error below a native control. */
export function FieldFooter({ id, description, error }: FieldMessages & { id: string }) {
  return (
    <>
      {description ? (
        <p id={`${id}-hint`} className="field__hint">
          {description}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="field__error">
          <Icon name="danger" size="small" />
          {error}
        </p>
      ) : null}
    </>
  );
}

/** Returns the IDs for `aria-describedby`. */
FieldFooter.idsOf = (id: string, { description, error }: FieldMessages): string | undefined => {
  const ids = [description ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean);
  return ids.join(" ") || undefined;
};
