import type { Blast } from "../../../gen/parlor/v1/blast_pb";
import { timeLabel } from "../labels";

function factsOf(blast: Blast): [string, string][] {
  const { startsAt, finishedAt, createdByName, scheduledByName, emergencyReason } = blast;
  const facts: [string, string][] = [
    ["Created by", createdByName],
    [blast.counts ? "Sent by" : "Scheduled by", scheduledByName],
    ["Approved by", blast.approvedByName],
    ["Start", startsAt ? timeLabel(startsAt) : ""],
    ["End", finishedAt ? timeLabel(finishedAt) : ""],
    ["Emergency", blast.isEmergency ? emergencyReason || "Quiet hours are ignored" : ""],
  ];
  return facts.filter(([, value]) => value !== "");
}

/** The text, and who sent it when. */
export function BlastFacts({ blast }: { blast: Blast }) {
  return (
    <section className="panel" aria-label="Message">
      <div className="panel__body stack stack--loose">
        <p className="blast-text">{blast.body}</p>
        <dl className="row row--wrap blast-facts small">
          {factsOf(blast).map(([label, value]) => (
            <div key={label}>
              <dt className="caption">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
