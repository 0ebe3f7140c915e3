import { Button, Icon } from "../../../ui";
import type { Draft } from "../draft/use-draft";

/** Whether the draft is saved. Shown beside the button that continues. */
export function SaveStatus({ draft }: { draft: Draft }) {
  const text = draft.saving ? "Saving…" : draft.unsaved ? "Unsaved changes" : "Draft saved";
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
          <span className="strong">Someone else changed this draft.</span> Keep your version, or
          load theirs. The other one is lost.
        </p>
        <Button size="small" onPress={() => void draft.keepMine()}>
          Keep mine
        </Button>
        <Button size="small" onPress={draft.takeTheirs}>
          Load theirs
        </Button>
      </div>
    );
  }
  return (
    <div className="notice notice--danger" role="alert">
      <Icon name="danger" />
      <p className="row__grow">
        <span className="strong">Your changes aren't saved yet.</span> {problem.title}{" "}
        {problem.text}
      </p>
      <Button size="small" icon="retry" onPress={() => void draft.saveNow()}>
        Try again
      </Button>
    </div>
  );
}
