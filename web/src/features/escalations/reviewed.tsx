import { timestampDate, timestampMs } from "@bufbuild/protobuf/wkt";
import { type Escalation, EscalationState } from "../../gen/parlor/v1/escalation_pb";
import { ageWords } from "../../lib/age";
import { phoneWords } from "../../lib/names";
import { Badge } from "../../ui";
import { dismissalWords } from "./words";

function tookWords({ askedAt, reviewedAt }: Escalation): string {
  if (!askedAt || !reviewedAt) return "";
  const took = ageWords(timestampMs(reviewedAt) - timestampMs(askedAt));
  return took === "just now" ? "within a minute" : `after ${took}`;
}

/** What became of it, by whom. */
export function Reviewed({ escalation }: { escalation: Escalation }) {
  const { answer, botTrained, question, reviewedAt, reviewedBy } = escalation;
  const dismissed = escalation.state === EscalationState.DISMISSED;
  const notice = escalation.notifyHomeownerData;
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
            <Badge tone={notice?.notify ? "success" : "outline"}>
              {notice?.notify ? "Homeowner notified" : "Homeowner not notified"}
            </Badge>
            {notice?.notify ? (
              <span className="small secondary">
                by {notice.notificationType === "email" ? "e-mail" : "text"} to{" "}
                {phoneWords(notice.to || escalation.phone)}
              </span>
            ) : null}
          </li>
        </ul>
      )}
    </section>
  );
}
