import { timestampDate, timestampMs } from "@bufbuild/protobuf/wkt";
import { type Escalation, EscalationState } from "../../gen/parlor/v1/escalation_pb";
import { MailStatus } from "../../gen/parlor/v1/mail_service_pb";
import { formatAge } from "../../lib/age";
import { showDirectionMarks } from "../../lib/direction-marks";
import { formatFullDateTime } from "../../lib/format-date";
import { formatPhone } from "../../lib/names";
import { Badge } from "../../ui";
import { dismissLabel, mailLabel, outcomeLabels } from "./detail-labels";
import { labels } from "./labels";

function reviewTimeLabel({ askedAt, reviewedAt }: Escalation): string {
  if (!askedAt || !reviewedAt) return "";
  const took = formatAge(timestampMs(reviewedAt) - timestampMs(askedAt));
  return took === "just now" ? outcomeLabels.withinMinute : outcomeLabels.after(took);
}

const undeliveredStatuses: MailStatus[] = [MailStatus.FAILED, MailStatus.KEPT, MailStatus.UNKNOWN];

/** Shows whether the homeowner was notified. The conversation shows the status of a text. */
function NotificationResult({ escalation }: { escalation: Escalation }) {
  const { notifyHomeownerData: notice, mailStatus, phone } = escalation;
  if (!notice?.notify) return <Badge tone="outline">{outcomeLabels.notNotified}</Badge>;
  const failed = undeliveredStatuses.includes(mailStatus);
  const where = mailLabel(escalation);
  return (
    <>
      <Badge tone={failed ? "danger" : "success"} {...(failed ? { icon: "danger" } : {})}>
        {failed ? outcomeLabels.notReached : outcomeLabels.notified}
      </Badge>
      <span className="small secondary">
        {outcomeLabels.notice(notice.notificationType || "text", formatPhone(notice.to || phone))}
        {where ? ` · ${where}` : null}
      </span>
    </>
  );
}

/** Outcome of a reviewed escalation. */
export function Reviewed({ escalation }: { escalation: Escalation }) {
  const { answer, botTrained, question, reviewedAt, reviewedBy } = escalation;
  const dismissed = escalation.state === EscalationState.DISMISSED;
  const at = reviewedAt ? timestampDate(reviewedAt) : undefined;
  return (
    <section className="case-answer" aria-label={outcomeLabels.title}>
      <div className="row row--between row--wrap">
        <h3 className="group-title">
          {outcomeLabels.by(
            dismissed ? labels.dismissed : labels.answered,
            reviewedBy || outcomeLabels.staff,
          )}
        </h3>
        <p className="caption">
          {at ? formatFullDateTime(at) : null}
          {at ? ` · ${reviewTimeLabel(escalation)}` : null}
        </p>
      </div>
      {dismissed ? (
        <p className="secondary">{dismissLabel(escalation.dismissedReason)}</p>
      ) : (
        <p className="exact-text">{showDirectionMarks(answer)}</p>
      )}
      {dismissed ? null : (
        <ul className="reviewed__facts">
          <li>
            <Badge tone={botTrained ? "accent" : "outline"}>
              {botTrained ? outcomeLabels.trained : outcomeLabels.notTrained}
            </Badge>
            {botTrained ? (
              <span className="small secondary">
                {outcomeLabels.trainedFor(showDirectionMarks(question))}
              </span>
            ) : null}
          </li>
          <li>
            <NotificationResult escalation={escalation} />
          </li>
        </ul>
      )}
    </section>
  );
}
