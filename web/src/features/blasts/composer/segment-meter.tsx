import type { CSSProperties } from "react";
import { toGsmText } from "../../../lib/gsm-text";
import { describeSegments } from "../../../lib/sms-segments";
import { Button, Icon } from "../../../ui";
import { addedSenderHint, countLabel } from "../labels";
import { labels } from "./labels";

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
  const one = costlyCharacters.length === 1;
  const more = costlyCharacters.length > shownCharacters ? " …" : "";
  return (
    <div className="notice notice--warning">
      <Icon name="coin" />
      <p className="row__grow">
        <span className="strong">
          {one ? labels.oneCharacterNeeds : `${costlyCharacters.length} characters need`}{" "}
          {labels.aLargerAlphabet}
        </span>{" "}
        <span className="strong">{costlyCharacters.slice(0, shownCharacters).join(" ")}</span>
        {labels.segmentThenHolds70Characters(more)}
        {fewer < segments
          ? ` Without ${one ? "it" : "them"}: ${countLabel(fewer, "segment")}.`
          : ""}
      </p>
      {plain === body ? null : (
        <Button size="small" onPress={() => onReplace(plain)}>
          {labels.replace}
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
          {units.toLocaleString("en")} {labels.of} {capacity.toLocaleString("en")}{" "}
          {labels.characters}
        </span>
        {body.includes("{{") ? <span className="caption">{labels.beforeNamesFilled}</span> : null}
      </p>
      {sender ? <p className="caption">{addedSenderHint(sender)}</p> : null}
      <span className="meter" aria-hidden="true">
        <span className="meter__fill" style={{ "--share": `${share}%` } as CSSProperties} />
      </span>
      <CostlyCharacters body={body} sender={sender} onReplace={onReplace} />
    </div>
  );
}
