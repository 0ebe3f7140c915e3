import { showDirectionMarks } from "../../../lib/direction-marks";
import { useStoredDraft } from "../../../lib/drafts";
import { Button } from "../../../ui";
import type { AnswerDraft } from "../answer-rules";
import { type NewAnswerDraft, useDraftKeys } from "./answer-drafts";
import { labels } from "./labels";

type Props = {
  communityId: string;
  answerId: string;
  onAddBack: () => void;
  onDiscard: () => void;
};

/** Shown when a colleague deleted the answer that the user was editing. The user's text is kept. */
export function OrphanedDraft({ communityId, answerId, onAddBack, onDiscard }: Props) {
  const keys = useDraftKeys(communityId);
  const [draft, setDraft] = useStoredDraft<AnswerDraft>(keys.of(answerId));
  const [, setNew] = useStoredDraft<NewAnswerDraft>(keys.ofNew);
  if (!draft) return null;
  return (
    <section className="conflict" role="alert" aria-label={labels.orphaned}>
      <p className="strong">{labels.orphanedHint}</p>
      <p className="exact-text">{showDirectionMarks(draft.values.answer)}</p>
      <div className="row">
        <Button
          size="small"
          onPress={() => {
            setNew({ ...draft.values, samples: "" });
            setDraft(undefined);
            onAddBack();
          }}
        >
          {labels.addBack}
        </Button>
        <Button
          size="small"
          variant="quiet"
          onPress={() => {
            setDraft(undefined);
            onDiscard();
          }}
        >
          {labels.discard}
        </Button>
      </div>
    </section>
  );
}
