import { Suspense, useEffect, useRef } from "react";
import { toProblem } from "../../api/problem";
import { RecentMessages } from "../../entities/conversation/recent-messages";
import { Notes } from "../../entities/note/notes";
import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { lazyWithReload } from "../../lib/lazy";
import { BackToList, ErrorState, Skeleton } from "../../ui";
import { AnswerForm } from "./answer-form";
import { detailLabels } from "./detail-labels";
import { EmailSkeleton } from "./email-skeleton";
import { EscalationChat } from "./escalation-chat";
import { EscalationHeader } from "./header";
import { isFromChat, isFromEmail, residentLabel } from "./labels";
import { conversationNotes, useEscalation } from "./queries";
import { Reviewed } from "./reviewed";
import type { EscalationActions } from "./use-escalation-actions";

/** Loaded with the first question that came by email. */
const EscalationEmail = lazyWithReload(() => import("./escalation-email"));

type Props = {
  id: string;
  /** The escalation, if the list contains it. */
  listed: Escalation | undefined;
  loading: boolean;
  actions: EscalationActions;
  answerId: string;
  /** Whether the escalation takes the focus when it is shown; `onFocused` follows. */
  takesFocus: boolean;
  onFocused: () => void;
  onBack: () => void;
};

function DetailSkeleton() {
  return (
    <>
      <div className="case-head" aria-hidden="true">
        <Skeleton wide="32px" high="32px" round />
        <Skeleton wide="180px" high="16px" />
      </div>
      <div className="case-thread stack" aria-hidden="true">
        <Skeleton wide="62%" high="40px" />
        <Skeleton wide="48%" high="40px" />
      </div>
    </>
  );
}

/** Returns the ref of the element that takes the focus when an escalation is shown. */
function useFocusWhenShown(
  { takesFocus, onFocused }: Pick<Props, "takesFocus" | "onFocused">,
  shownId: string,
  isEmpty: boolean,
) {
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!takesFocus || (!shownId && !isEmpty)) return;
    article.current?.focus();
    onFocused();
  }, [takesFocus, shownId, isEmpty, onFocused]);
  return article;
}

/** The selected escalation: resident, conversation and answer form or outcome. */
export default function Detail({
  id,
  listed,
  loading,
  actions,
  answerId,
  onBack,
  ...focus
}: Props) {
  const query = useEscalation(id, !listed && !loading);
  const escalation = listed ?? query.data?.escalation;
  const article = useFocusWhenShown(focus, escalation?.id ?? "", !id && !loading);
  if (!escalation) {
    return (
      <article
        className="desk__detail"
        aria-label={detailLabels.escalation}
        aria-busy={query.isFetching}
      >
        {query.error ? (
          <>
            <ErrorState
              title={detailLabels.loadFailed}
              problem={toProblem(query.error)}
              onRetry={() => query.refetch()}
            />
            <BackToList onBack={onBack} />
          </>
        ) : loading || id ? (
          <DetailSkeleton />
        ) : null}
      </article>
    );
  }
  return (
    <article
      ref={article}
      tabIndex={-1}
      className="desk__detail"
      aria-label={detailLabels.escalationFrom(residentLabel(escalation))}
    >
      <EscalationHeader escalation={escalation} actions={actions} onBack={onBack} />
      {isFromEmail(escalation) ? (
        <Suspense fallback={<EmailSkeleton />}>
          <EscalationEmail key={escalation.emailThreadId} escalation={escalation} />
        </Suspense>
      ) : isFromChat(escalation) ? (
        <EscalationChat key={escalation.webChatId} escalation={escalation} />
      ) : (
        <>
          <RecentMessages
            conversationId={escalation.conversationId}
            messageId={escalation.messageId}
            name={escalation.resident?.name ?? ""}
          />
          <Notes
            key={escalation.conversationId}
            id={escalation.conversationId}
            methods={conversationNotes}
          />
        </>
      )}
      {escalation.reviewed ? (
        <Reviewed escalation={escalation} />
      ) : (
        <AnswerForm
          key={escalation.id}
          escalation={escalation}
          actions={actions}
          answerId={answerId}
        />
      )}
    </article>
  );
}
