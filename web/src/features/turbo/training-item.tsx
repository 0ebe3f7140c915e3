import { trainingLabels } from "../../entities/community/training-labels";
import { residentsLabel, trainingText, useTraining } from "../../entities/community/use-training";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import { Switch } from "../../ui";
import { labels } from "./labels";
import { StripItem } from "./overview-strip";

/** Whether the bot sends its answers, or drafts them for staff. */
export default function TrainingItem({ community }: { community: TextCommunity }) {
  const training = useTraining(community);
  const answersText = training.on ? trainingLabels.team : trainingLabels.bot;
  const residents = residentsLabel(community);
  return (
    <StripItem
      title={labels.training}
      action={
        <Switch
          label={labels.training}
          hideLabel
          aria-describedby="training-text"
          isSelected={training.on}
          onChange={training.set}
        />
      }
    >
      <p className="strip__line">{answersText}</p>
      <p className="caption truncate" title={trainingText(community, training.on)}>
        {residents.charAt(0).toUpperCase() + residents.slice(1)}
      </p>
      <p id="training-text" className="visually-hidden">
        {trainingText(community, training.on)}
      </p>
    </StripItem>
  );
}
