import { Button } from "../../../ui";
import { useStored } from "../stored";
import { type NewAnswer, useDraftKeys } from "./drafts";
import type { Draft } from "./rules";

type Props = { communityId: string; answerId: string; onAgain: () => void; onDrop: () => void };

/** Somebody deleted the answer that one was changing: one's own words are kept. */
export function LostDraft({ communityId, answerId, onAgain, onDrop }: Props) {
  const keys = useDraftKeys(communityId);
  const [draft, setDraft] = useStored<Draft>(keys.of(answerId));
  const [, setNew] = useStored<NewAnswer>(keys.ofNew);
  if (!draft) return null;
  return (
    <section className="conflict" role="alert" aria-label="The answer is gone">
      <p className="strong">A colleague deleted the answer that you were changing.</p>
      <p className="exact-text">{draft.values.answer}</p>
      <div className="row">
        <Button
          size="small"
          onPress={() => {
            setNew({ ...draft.values, samples: "" });
            setDraft(undefined);
            onAgain();
          }}
        >
          Add it again
        </Button>
        <Button
          size="small"
          variant="quiet"
          onPress={() => {
            setDraft(undefined);
            onDrop();
          }}
        >
          Let it go
        </Button>
      </div>
    </section>
  );
}
