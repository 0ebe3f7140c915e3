import { useState } from "react";
import { toProblem } from "../../api/problem";
import { ErrorState, Skeleton } from "../../ui";
import "./draft.css";
import { DraftSheet } from "./draft-sheet";
import { Evidence } from "./evidence";
import { useDraft } from "./queries";
import { SendBar } from "./send-bar";
import { useLiveDraft } from "./use-live-draft";

type Props = { id: string; onDeleted: () => void };

/** A draft with its evidence, and the actions to send it. */
export function DraftDesk({ id, onDeleted }: Props) {
  const query = useDraft(id);
  const draft = query.data?.draft;
  const [viewed, setViewed] = useState(0);
  useLiveDraft(draft);
  if (query.isError && !draft) {
    return (
      <div className="desk-top desk-top--alone">
        <ErrorState problem={toProblem(query.error)} onRetry={() => query.refetch()} />
      </div>
    );
  }
  if (!draft) {
    return (
      <div className="desk-top desk-top--alone" aria-busy="true">
        <div className="paper stack">
          <Skeleton wide="48%" high="24px" />
          <Skeleton />
          <Skeleton wide="80%" />
        </div>
      </div>
    );
  }
  return (
    <>
      <DraftSheet
        draft={draft}
        viewed={viewed}
        onViewCurrent={() => setViewed(0)}
        onDeleted={onDeleted}
      />
      <Evidence draft={draft} viewed={viewed} onView={setViewed} />
      <SendBar draft={draft} />
    </>
  );
}
