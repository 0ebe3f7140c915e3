import { Suspense } from "react";
import { part } from "../../../lib/load";
import { useCurrent } from "../../../rpc/current";
import { Button, EmptyFace } from "../../../ui";
import type { Place } from "./use-place";

/** Few communities know nothing. */
const AddCatalogue = part(async () => ({
  default: (await import("../../../forms/add-catalogue")).AddCatalogue,
}));

/** A community whose bot knows nothing yet. */
export function NoAnswers({ id, label, onAdd }: { id: string; label: string; onAdd: () => void }) {
  const { user } = useCurrent();
  return (
    <EmptyFace
      title="No answers yet"
      text={`What the bot should tell the residents of ${label} goes here. Until then every question goes to your team.`}
      action={
        <>
          <Button variant="primary" icon="plus" onPress={onAdd}>
            Add the first answer
          </Button>
          {user.parlorRole === "admin" ? (
            <>
              <p>Or begin with what residents usually ask:</p>
              <Suspense>
                <AddCatalogue community={{ id, label }} />
              </Suspense>
            </>
          ) : null}
        </>
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
