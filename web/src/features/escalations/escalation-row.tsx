import { timestampDate } from "@bufbuild/protobuf/wkt";
import { Link } from "react-router";
import { stateLabels } from "../../entities/conversation/state-labels";
import { languageName } from "../../entities/homeowner/labels";
import { PriorityBadge } from "../../entities/priority/priority";
import { useSession } from "../../entities/session/session";
import { TestBadge } from "../../entities/test-traffic/test-traffic";
import { type Escalation, EscalationState } from "../../gen/parlor/v1/escalation_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { formatDateTime } from "../../lib/format-date";
import { useNow } from "../../lib/use-now";
import { Badge, UnitPlate, WaitingTime } from "../../ui";
import { askedAt, isFromChat, isFromEmail, labels, residentLabel } from "./labels";
import { type EscalationsUrlState, toSearch } from "./url-state";

type Props = { escalation: Escalation; current: boolean; urlState: EscalationsUrlState };

/** "Claimed by you", "Claimed by Marcus". */
export function claimLabel(escalation: Escalation, userId: string): string {
  if (!escalation.claimedById) return "";
  if (escalation.claimedById === userId) return stateLabels.claimedByYou;
  return stateLabels.claimedBy(escalation.claimedBy.split(" ")[0] ?? "");
}

function OutcomeBadge({ escalation }: { escalation: Escalation }) {
  if (escalation.state === EscalationState.DISMISSED) return <Badge>{labels.dismissed}</Badge>;
  return (
    <Badge tone={escalation.botTrained ? "accent" : "success"} icon="check">
      {escalation.botTrained ? labels.trained : labels.answered}
    </Badge>
  );
}

/** Badge of a question that did not come by text. */
function SourceBadge({ escalation }: { escalation: Escalation }) {
  if (isFromEmail(escalation)) return <Badge icon="mail">{labels.email}</Badge>;
  return isFromChat(escalation) ? <Badge icon="globe">{labels.chat}</Badge> : null;
}

/**
 * Badges of a priority that is not normal, of emails and web chats, of questions in another language
 * and of tests.
 */
export function UrgencyBadges({ escalation }: { escalation: Escalation }) {
  // Empty for English.
  const language = escalation.language && languageName(escalation.language);
  return (
    <span className="marks">
      <PriorityBadge priority={escalation.priority} />
      <SourceBadge escalation={escalation} />
      {language ? <Badge>{language}</Badge> : null}
      <TestBadge isTest={escalation.isTest} />
    </span>
  );
}

/** An escalation in the list. */
export function EscalationRow({ escalation, current, urlState }: Props) {
  const { user } = useSession();
  const now = useNow();
  const { reviewed, reviewedAt } = escalation;
  return (
    <Link
      className="inquiry"
      to={toSearch({ ...urlState, id: escalation.id })}
      aria-current={current ? "true" : undefined}
    >
      <span className="inquiry__who">
        <UnitPlate unit={escalation.resident?.unit ?? ""} />
        <span className="truncate">{residentLabel(escalation)}</span>
      </span>
      {reviewed ? (
        <span className="marks">
          <OutcomeBadge escalation={escalation} />
          <SourceBadge escalation={escalation} />
          <TestBadge isTest={escalation.isTest} />
        </span>
      ) : (
        <UrgencyBadges escalation={escalation} />
      )}
      <span className="inquiry__question">{showDirectionMarks(escalation.question)}</span>
      <span className="inquiry__foot">
        {reviewed && reviewedAt ? (
          <span className="nowrap">{formatDateTime(timestampDate(reviewedAt), new Date(now))}</span>
        ) : (
          <WaitingTime since={askedAt(escalation)} />
        )}
        <span className="truncate">{escalation.communityLabel}</span>
        <span className="nowrap">
          {reviewed ? labels.reviewedBy(escalation.reviewedBy) : claimLabel(escalation, user.id)}
        </span>
      </span>
    </Link>
  );
}
