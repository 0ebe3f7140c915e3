import { leaveLabels } from "../../../forms/leave-labels";
import { Button, Icon } from "../../../ui";
import type { Draft } from "../draft/use-draft";
import { labels } from "./labels";

/** Whether the draft is saved. Shown beside the button that continues. */
export function SaveStatus({ draft }: { draft: Draft }) {
  const text = draft.saving ? labels.saving : draft.unsaved ? labels.unsaved : labels.saved;
  return (
    <span className="row__grow caption" role="status">
      {text}
    </span>
  );
}

/** Shows why saving failed, and what to do. */
export function SaveProblem({ draft }: { draft: Draft }) {
  const { problem } = draft;
  if (!problem || !draft.unsaved || draft.saving) return null;
  if (problem.reason === "BLAST_CHANGED") {
    return (
      <div className="notice notice--warning" role="alert">
        <Icon name="warning" />
        <p className="row__grow">
          <span className="strong">{labels.draftConflict}</span> {labels.conflictHint}
        </p>
        <Button size="small" onPress={() => void draft.keepMine()}>
          {labels.keepMine}
        </Button>
        <Button size="small" onPress={draft.takeTheirs}>
          {labels.loadTheirs}
        </Button>
      </div>
    );
  }
  return (
    <div className="notice notice--danger" role="alert">
      <Icon name="danger" />
      <p className="row__grow">
        <span className="strong">{leaveLabels.unsaved}</span> {problem.title} {problem.text}
      </p>
      <Button size="small" icon="retry" onPress={() => void draft.saveNow()}>
        {labels.tryAgain}
      </Button>
    </div>
  );
}
