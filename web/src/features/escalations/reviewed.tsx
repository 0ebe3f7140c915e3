import { timestampDate, timestampMs } from "@bufbuild/protobuf/wkt";
import { type Escalation, EscalationState } from "../../gen/parlor/v1/escalation_pb";
import { MailStatus } from "../../gen/parlor/v1/mail_service_pb";
import { ageWords } from "../../lib/age";
import { phoneWords } from "../../lib/names";
import { Badge } from "../../ui";
import { dismissalWords, mailWords } from "./words";

function tookWords({ askedAt, reviewedAt }: Escalation): string {
  if (!askedAt || !reviewedAt) return "";
  const took = ageWords(timestampMs(reviewedAt) - timestampMs(askedAt));
  return took === "just now" ? "within a minute" : `after ${took}`;
}

const stuck: MailStatus[] = [MailStatus.FAILED, MailStatus.KEPT, MailStatus.UNKNOWN];

/** Whom the answer reached. Where a text stands is in the conversation. */
function Told({ escalation }: { escalation: Escalation }) {
  const { notifyHomeownerData: notice, mailStatus, phone } = escalation;
  if (!notice?.notify) return <Badge tone="outline">Homeowner not notified</Badge>;
  const failed = stuck.includes(mailStatus);
  const where = mailWords(escalation);
  return (
    <>
      <Badge tone={failed ? "danger" : "success"} {...(failed ? { icon: "danger" } : {})}>
        {failed ? "Homeowner not reached" : "Homeowner notified"}
      </Badge>
      <span className="small secondary">
        by {notice.notificationType === "email" ? "e-mail" : "text"} to{" "}
        {phoneWords(notice.to || phone)}
        {where ? ` · ${where}` : null}
      </span>
    </>
  );
}

/** What became of it, by whom. */
export function Reviewed({ escalation }: { escalation: Escalation }) {
  const { answer, botTrained, question, reviewedAt, reviewedBy } = escalation;
  const dismissed = escalation.state === EscalationState.DISMISSED;
  const at = reviewedAt ? timestampDate(reviewedAt) : undefined;
  return (
    <section className="case-answer" aria-label="What became of it">
      <div className="row row--between row--wrap">
        <h3 className="group-title">
          {dismissed ? "Dismissed" : "Answered"} by {reviewedBy || "staff"}
        </h3>
        <p className="caption">
          {at?.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })}
          {at ? ` · ${tookWords(escalation)}` : null}
        </p>
      </div>
      {dismissed ? (
        <p className="secondary">{dismissalWords(escalation.dismissedReason)}</p>
      ) : (
        <p className="exact-text">{answer}</p>
      )}
      {dismissed ? null : (
        <ul className="reviewed__facts">
          <li>
            <Badge tone={botTrained ? "accent" : "outline"}>
              {botTrained ? "Bot trained" : "Bot not trained"}
            </Badge>
            {botTrained ? <span className="small secondary">for “{question}”</span> : null}
          </li>
          <li>
            <Told escalation={escalation} />
          </li>
        </ul>
      )}
    </section>
  );
}
