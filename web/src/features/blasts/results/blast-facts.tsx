import type { Blast } from "../../../gen/parlor/v1/blast_pb";
import type { BlastLink } from "../../../gen/parlor/v1/blast_service_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { timeLabel } from "../labels";
import { pictureLabels } from "../picture/labels";
import { isPersonal } from "../readable-text";
import { labels } from "./labels";

function factsOf(blast: Blast): [string, string][] {
  const { startsAt, finishedAt, createdByName, scheduledByName, emergencyReason } = blast;
  const facts: [string, string][] = [
    [labels.createdBy, createdByName],
    [blast.counts ? labels.sentBy : labels.scheduledBy, scheduledByName],
    [labels.approvedBy, blast.approvedByName],
    [labels.start, startsAt ? timeLabel(startsAt) : ""],
    [labels.end, finishedAt ? timeLabel(finishedAt) : ""],
    [labels.emergency, blast.isEmergency ? emergencyReason || labels.noEmergencyReason : ""],
  ];
  return facts.filter(([, value]) => value !== "");
}

function LinkClicks({ links }: { links: readonly BlastLink[] }) {
  if (links.length === 0) return null;
  return (
    <div>
      <h2 className="caption">{labels.links}</h2>
      <ul className="stack small">
        {links.map(({ url, target, clicks }) => (
          <li key={url} className="row row--wrap">
            <span className="strong">{labels.clicks(clicks)}</span>
            <a href={target} target="_blank" rel="noreferrer" className="truncate">
              {showDirectionMarks(target)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

type Props = {
  blast: Blast;
  /** The text without the details of a person. */
  text: string;
  links: readonly BlastLink[];
};

/** The text with clicks of its links, the sender and the time. */
export function BlastFacts({ blast, text, links }: Props) {
  const { picture } = blast;
  return (
    <section className="panel" aria-label={labels.message}>
      <div className="panel__body stack stack--loose">
        {picture ? (
          <a href={picture.url} target="_blank" rel="noreferrer" aria-label={pictureLabels.view}>
            <img className="blast-picture" src={picture.thumbnailUrl} alt={pictureLabels.alt} />
          </a>
        ) : null}
        <div className="stack">
          <p className="blast-text">{showDirectionMarks(text)}</p>
          {isPersonal(blast.body) ? <p className="caption">{labels.personal}</p> : null}
        </div>
        <LinkClicks links={links} />
        <dl className="row row--wrap blast-facts small">
          {factsOf(blast).map(([label, value]) => (
            <div key={label}>
              <dt className="caption">{label}</dt>
              <dd>{showDirectionMarks(value)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
