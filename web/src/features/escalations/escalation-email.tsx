import { EmailCard } from "../../entities/email-thread/email-card";
import "../../entities/email-thread/email-thread.css";
import { emailNotes, useThread } from "../../entities/email-thread/queries";
import { Notes } from "../../entities/note/notes";
import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { detailLabels } from "./detail-labels";
import { EmailSkeleton } from "./email-skeleton";

/**
 * The email thread of an escalation, with its notes. Without access to emails, only the question.
 */
export default function EscalationEmail({ escalation }: { escalation: Escalation }) {
  const { emailMessageId, emailThreadId, question } = escalation;
  const query = useThread(emailThreadId);
  if (query.isPending) return <EmailSkeleton />;
  return (
    <>
      <section className="case-thread" aria-label={detailLabels.emailThread}>
        {query.data ? (
          [...query.data.messages]
            .reverse()
            .map((message) => (
              <EmailCard
                key={message.id}
                message={message}
                isLast={message.id === emailMessageId}
              />
            ))
        ) : (
          <p className="exact-text">{showDirectionMarks(question)}</p>
        )}
      </section>
      <Notes id={emailThreadId} methods={emailNotes} />
    </>
  );
}
