import { useSession } from "../../../entities/session/session";
import { toastError } from "../../../forms/toast-error";
import { Screen } from "../../../gen/parlor/options/v1/screen_pb";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { Switch, toast } from "../../../ui";
import { useSetTraining } from "./queries";

/** Turns training on or off immediately, with undo. */
export function TrainingSwitch({ community }: { community: TextCommunity }) {
  const { may } = useSession();
  const training = useSetTraining();
  const { id, label } = community;
  const on = training.isPending ? training.variables?.isTraining === true : community.isTraining;
  const set = (isTraining: boolean, undone = false) =>
    training.mutate(
      { id, isTraining },
      {
        onError: toastError,
        onSuccess: () => {
          if (undone) return;
          toast.undo({
            title: isTraining ? `Training is on for ${label}.` : `Training is off for ${label}.`,
            onUndo: () => set(!isTraining, true),
          });
        },
      },
    );
  return (
    <section className="sheet__group" aria-label="Training">
      <div className="row row--between">
        <h3 className="group-title">Training</h3>
        <Switch
          label="Training"
          hideLabel
          aria-describedby="training-text"
          isSelected={on}
          isDisabled={!may(Screen.TURBO)}
          onChange={(next) => set(next)}
        />
      </div>
      <p id="training-text" className="small secondary">
        {on
          ? "Every question goes to your team with a suggested answer."
          : "The bot answers when it's confident. Turn this on to have your team review every answer."}{" "}
        Earlier messages aren't affected.
      </p>
    </section>
  );
}
