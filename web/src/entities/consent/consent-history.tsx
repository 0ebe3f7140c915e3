import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { ConsentEntry } from "../../gen/parlor/v1/consent_service_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { formatDay, formatFullDateTime } from "../../lib/format-date";
import type { Listing } from "../../lib/listing";
import { Button } from "../../ui";
import { labels, sourceLabels, stateLabels } from "./labels";
import { isTextHidden } from "./rules";

/** The ledger of a phone's consent, newest first. */
export function ConsentHistory({ listing }: { listing: Listing<ConsentEntry> }) {
  const { rows = [], more } = listing;
  if (rows.length === 0) return <p className="small secondary">{labels.none}</p>;
  return (
    <div className="stack">
      <h3 className="label">{labels.history}</h3>
      <ol className="stack" aria-label={labels.history}>
        {rows.map((entry) => (
          <HistoryEntry key={toKey(entry)} entry={entry} />
        ))}
      </ol>
      {more ? (
        <Button size="small" pending={more.pending} onPress={more.onMore}>
          {labels.showMore}
        </Button>
      ) : null}
    </div>
  );
}

/** Entries have no ID: the phone has one at a time. */
function toKey({ recordedAt, state, source }: ConsentEntry): string {
  return [recordedAt?.seconds, recordedAt?.nanos, state, source].join(" ");
}

function HistoryEntry({ entry }: { entry: ConsentEntry }) {
  const { state, source, evidence, givenOn, recordedBy, recordedAt } = entry;
  const at = recordedAt ? formatFullDateTime(timestampDate(recordedAt)) : "";
  const recorder = recordedBy ? labels.recordedBy(recordedBy) : "";
  return (
    <li className="stack stack--tight">
      <p className="strong">
        {[stateLabels[state], sourceLabels[source]].filter(Boolean).join(" ")}
      </p>
      {evidence ? <p className="exact-text">{showDirectionMarks(evidence)}</p> : null}
      {isTextHidden(entry) ? <p className="small secondary">{labels.hiddenText}</p> : null}
      <p className="caption">
        {[givenOn ? labels.toldOn(formatDay(givenOn)) : "", recorder, at]
          .filter(Boolean)
          .join(" · ")}
      </p>
    </li>
  );
}
