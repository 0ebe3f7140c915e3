import { tell } from "../../../forms/tell";
import { Screen } from "../../../gen/parlor/options/v1/screen_pb";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { useCurrent } from "../../../rpc/current";
import { Switch, toast } from "../../../ui";
import { useTraining } from "./queries";

/** On or off at once, and back with a key. */
export function Training({ community }: { community: TextCommunity }) {
  const { may } = useCurrent();
  const training = useTraining();
  const { id, label } = community;
  const on = training.isPending ? training.variables?.isTraining === true : community.isTraining;
  const set = (isTraining: boolean, undone = false) =>
    training.mutate(
      { id, isTraining },
      {
        onError: tell,
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
          : "The bot answers by itself what it is sure of. Switch it on, and it drafts while your team sends."}{" "}
        What has arrived already is not changed.
      </p>
    </section>
  );
}
