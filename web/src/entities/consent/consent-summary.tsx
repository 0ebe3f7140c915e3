import { type Consent, ConsentState } from "../../gen/parlor/v1/consent_service_pb";
import { Badge, type IconName } from "../../ui";
import { labels, stateLabels } from "./labels";
import { toOrigin } from "./rules";

type Mark = { tone: "success" | "info" | "danger" | "outline"; icon?: IconName };

const marks: Record<ConsentState, Mark> = {
  [ConsentState.UNSPECIFIED]: { tone: "outline" },
  [ConsentState.UNKNOWN]: { tone: "outline" },
  [ConsentState.IMPLIED]: { tone: "info" },
  [ConsentState.OPTED_IN]: { tone: "success", icon: "ok" },
  [ConsentState.OPTED_OUT]: { tone: "danger", icon: "spam" },
};

/** The state of a phone's consent in words, with its source, date and recorder. */
export function ConsentSummary({ consent }: { consent: Consent }) {
  const { state, entry, canOptIn } = consent;
  return (
    <div className="stack stack--tight">
      <p className="row row--wrap">
        <Badge {...marks[state]}>{stateLabels[state]}</Badge>
        <span className="small">{toOrigin(consent)}</span>
      </p>
      {entry?.recordedBy ? <p className="caption">{labels.recordedBy(entry.recordedBy)}</p> : null}
      {state === ConsentState.UNKNOWN ? <p className="caption">{labels.unknownHint}</p> : null}
      {canOptIn ? null : <p className="caption">{labels.residentOnly}</p>}
    </div>
  );
}
