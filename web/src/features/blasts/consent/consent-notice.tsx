import { Icon } from "../../../ui";
import { consentLabels } from "./labels";

/** Explains what a blast that asks for consent does. */
export function ConsentNotice({ text = consentLabels.text }: { text?: string }) {
  return (
    <div className="notice">
      <Icon name="info" />
      <p className="row__grow">
        <span className="strong">{consentLabels.title}</span> {text}
      </p>
    </div>
  );
}
