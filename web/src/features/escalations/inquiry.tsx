import { timestampDate } from "@bufbuild/protobuf/wkt";
import { Link } from "react-router";
import { type Escalation, EscalationState } from "../../gen/parlor/v1/escalation_pb";
import { useNow } from "../../lib/now";
import { whenWords } from "../../lib/when";
import { useCurrent } from "../../rpc/current";
import { Age, Badge, UnitPlate } from "../../ui";
import { type Place, searchOf } from "./use-place";
import { askedAt, languageWords, nameOf } from "./words";

type Props = { escalation: Escalation; current: boolean; place: Place };

/** "Claimed by you", "Claimed by Marcus". */
export function claimWords(escalation: Escalation, userId: string): string {
  if (!escalation.claimedById) return "";
  if (escalation.claimedById === userId) return "Claimed by you";
  return `Claimed by ${escalation.claimedBy.split(" ")[0]}`;
}

function Outcome({ escalation }: { escalation: Escalation }) {
  if (escalation.state === EscalationState.DISMISSED) return <Badge>Dismissed</Badge>;
  return (
    <Badge tone={escalation.botTrained ? "accent" : "success"} icon="check">
      {escalation.botTrained ? "Trained" : "Answered"}
    </Badge>
  );
}

/** Shown where an emergency waits, or a question in another language. */
export function Marks({ escalation }: { escalation: Escalation }) {
  const language = languageWords(escalation);
  return (
    <span className="marks">
      {escalation.urgent ? (
        <Badge tone="danger" icon="danger">
          Urgent
        </Badge>
      ) : null}
      {language ? <Badge>{language}</Badge> : null}
    </span>
  );
}

/** One question in the list. */
export function Inquiry({ escalation, current, place }: Props) {
  const { user } = useCurrent();
  const now = useNow();
  const { reviewed, reviewedAt } = escalation;
  return (
    <Link
      className="inquiry"
      to={searchOf({ ...place, id: escalation.id })}
      aria-current={current ? "true" : undefined}
    >
      <span className="inquiry__who">
        <UnitPlate unit={escalation.resident?.unit ?? ""} />
        <span className="truncate">{nameOf(escalation)}</span>
      </span>
      {reviewed ? <Outcome escalation={escalation} /> : <Marks escalation={escalation} />}
      <span className="inquiry__question">{escalation.question}</span>
      <span className="inquiry__foot">
        {reviewed && reviewedAt ? (
          <span className="nowrap">{whenWords(timestampDate(reviewedAt), new Date(now))}</span>
        ) : (
          <Age since={askedAt(escalation)} />
        )}
        <span className="truncate">{escalation.communityLabel}</span>
        <span className="nowrap">
          {reviewed ? `by ${escalation.reviewedBy}` : claimWords(escalation, user.id)}
        </span>
      </span>
    </Link>
  );
}
