import type { CSSProperties } from "react";
import { countLabel } from "../../../lib/count-label";
import { toGsmText } from "../../../lib/gsm-text";
import { describeSegments } from "../../../lib/sms-segments";
import { Button, Icon } from "../../../ui";
import { addedSenderHint, messageLabels } from "../message-labels";
import { messageStepLabels as labels } from "./labels";

type Props = {
  body: string;
  /** Sender that is prepended to the text when it is sent; empty if none is. */
  sender: string;
  onReplace: (body: string) => void;
};

const shownCharacters = 8;

function CostlyCharacters({ body, sender, onReplace }: Props) {
  const { segments, costlyCharacters } = describeSegments(sender + body);
  if (costlyCharacters.length === 0) return null;
  const plain = toGsmText(body, costlyCharacters);
  const fewer = describeSegments(sender + plain).segments;
  const more = costlyCharacters.length > shownCharacters ? " …" : "";
  return (
    <div className="notice notice--warning">
      <Icon name="coin" />
      <p className="row__grow">
        <span className="strong">{labels.costlyCharacters(costlyCharacters.length)}</span>{" "}
        <span className="strong">{costlyCharacters.slice(0, shownCharacters).join(" ")}</span>
        {more} {messageLabels.segmentCost}
        {fewer < segments ? ` ${labels.withoutCostly(costlyCharacters.length, fewer)}` : ""}
      </p>
      {plain === body ? null : (
        <Button size="small" onPress={() => onReplace(plain)}>
          {messageLabels.replaceCharacters}
        </Button>
      )}
    </div>
  );
}

/** Shows how many segments the text takes with its sender, while the user types. */
export function SegmentMeter({ body, sender, onReplace }: Props) {
  const { segments, units, capacity } = describeSegments(sender + body);
  const share = Math.min(100, (units / capacity) * 100);
  return (
    <div className="stack">
      <p className="small row row--between row--wrap" role="status">
        <span>
          <span className="strong">{countLabel(segments, "segment")}</span> ·{" "}
          {labels.charactersUsed(units, capacity)}
        </span>
        {body.includes("{{") ? <span className="caption">{labels.lengthHint}</span> : null}
      </p>
      {sender ? <p className="caption">{addedSenderHint(sender)}</p> : null}
      <span className="meter" aria-hidden="true">
        <span className="meter__fill" style={{ "--share": `${share}%` } as CSSProperties} />
      </span>
      <CostlyCharacters body={body} sender={sender} onReplace={onReplace} />
    </div>
  );
}
