import { trainingText, useTraining } from "../../entities/community/use-training";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import { Switch } from "../../ui";

/** Whether the bot sends its answers, or drafts them for staff. */
export default function TrainingCard({ community }: { community: TextCommunity }) {
  const training = useTraining(community);
  return (
    <section className="panel panel__body stack turbo__training" aria-label="Training">
      <div className="row row--between">
        <h2 className="group-title">Training</h2>
        <Switch
          label="Training"
          hideLabel
          aria-describedby="training-text"
          isSelected={training.on}
          onChange={training.set}
        />
      </div>
      <p id="training-text" className="small secondary">
        {trainingText(community, training.on)}
      </p>
      <p className="caption">{training.on ? "Your team sends" : "The bot sends"}</p>
    </section>
  );
}
