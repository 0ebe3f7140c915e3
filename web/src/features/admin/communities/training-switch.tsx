import { useSession } from "../../../entities/session/session";
import { toastError } from "../../../forms/toast-error";
import { Screen } from "../../../gen/parlor/options/v1/screen_pb";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { Switch, toast } from "../../../ui";
import { useSetTraining } from "./queries";

/** On or off at once, and back with a key. */
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
            title: isTraining ? `${label} is in training.` : `The bot answers in ${label}.`,
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
          ? "The bot drafts and your team sends: every question becomes an escalation with the suggested answer filled in."
          : "The bot answers on its own when it's confident. Turn this on to have it draft while your team sends."}{" "}
        Messages already received aren't affected.
      </p>
    </section>
  );
}
