import { trainingText, useTraining } from "../../../entities/community/use-training";
import { useSession } from "../../../entities/session/session";
import { Screen } from "../../../gen/parlor/options/v1/screen_pb";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { Switch } from "../../../ui";
import { labels } from "./labels";

/** Turns training on or off immediately, with undo. */
export function TrainingSwitch({ community }: { community: TextCommunity }) {
  const { may } = useSession();
  const mayChange = may(Screen.TURBO);
  const training = useTraining(community);
  return (
    <section className="sheet__group" aria-label={labels.training}>
      <div className="row row--between">
        <h3 className="group-title">{labels.training}</h3>
        <Switch
          label={labels.training}
          hideLabel
          aria-describedby="training-text"
          isSelected={training.on}
          isDisabled={!mayChange}
          onChange={training.set}
        />
      </div>
      <p id="training-text" className="small secondary">
        {labels.trainingHint(trainingText(community, training.on), mayChange)}
      </p>
    </section>
  );
}
