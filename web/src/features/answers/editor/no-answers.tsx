import { Button, EmptyFace } from "../../../ui";
import type { Place } from "./use-place";

/** A community whose bot knows nothing yet. */
export function NoAnswers({ label, onAdd }: { label: string; onAdd: () => void }) {
  return (
    <EmptyFace
      title="No answers yet"
      text={`What the bot should tell the residents of ${label} goes here. Until then every question goes to your team.`}
      action={
        <Button variant="primary" icon="plus" onPress={onAdd}>
          Add the first answer
        </Button>
      }
    />
  );
}

/** Nothing of what there is fits the words. */
export function NothingFound({ place, onAll }: { place: Place; onAll: () => void }) {
  if (place.lapsing && !place.search) {
    return (
      <EmptyFace
        title="Nothing expires soon"
        text="Each answer holds for two weeks at least. Those with an earlier last day appear here."
        action={<Button onPress={onAll}>Show all answers</Button>}
      />
    );
  }
  const where = place.topic ? ` about ${place.topic}` : "";
  return (
    <EmptyFace
      title="Nothing found"
      text={`No answer${where} has “${place.search.trim()}”.`}
      action={<Button onPress={onAll}>Show all answers</Button>}
    />
  );
}
