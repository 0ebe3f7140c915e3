import { useState } from "react";
import { toProblem } from "../../api/problem";
import { EmptyState, ErrorState, Skeleton } from "../../ui";
import "./draft.css";
import { DraftSheet } from "./draft-sheet";
import { Evidence } from "./evidence";
import { useDraft } from "./queries";
import { SendBar } from "./send-bar";
import { SharedBar } from "./shared-bar";
import { sharingLabels } from "./sharing-labels";
import { useLiveDraft } from "./use-live-draft";

type Props = {
  id: string;
  onDeleted: () => void;
  /** Called with the ID of a copy. */
  onCopied: (id: string) => void;
};

/** A draft with its evidence, and the actions to send it. A colleague's draft is read-only. */
export function DraftView({ id, onDeleted, onCopied }: Props) {
  const { draft, isGone, error, onRetry } = useDraft(id);
  const [viewed, setViewed] = useState(0);
  useLiveDraft(draft);
  if (error && !draft) {
    return (
      <div className="desk-top desk-top--alone">
        {isGone ? (
          <EmptyState title={sharingLabels.gone} text={sharingLabels.goneText} />
        ) : (
          <ErrorState problem={toProblem(error)} onRetry={onRetry} />
        )}
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
        onCopied={onCopied}
      />
      <Evidence draft={draft} viewed={viewed} onView={setViewed} />
      {draft.isOwn ? <SendBar draft={draft} /> : <SharedBar draft={draft} onCopied={onCopied} />}
    </>
  );
}
