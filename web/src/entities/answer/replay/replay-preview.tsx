import { useId, useState } from "react";
import {
  ReplayChange,
  type ReplayDifference,
  type ReplayQuestionsResponse,
} from "../../../gen/parlor/v1/replay_service_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { Button } from "../../../ui";
import { replaySummary } from "./labels";
import { previewLabels } from "./preview-labels";
import { type ReplayState, type UnsavedChange, useReplay } from "./use-replay";

/** The change of outcome for a resident, in one line. */
function outcomeLabel({ change, before, after }: ReplayDifference): string {
  if (change === ReplayChange.ESCALATED) return previewLabels.escalated(before);
  if (change === ReplayChange.ANSWERED) return previewLabels.answered(after);
  return before === after
    ? previewLabels.otherAnswer(after)
    : previewLabels.otherQuestion(before, after);
}

function ReplayDifferences({ id, replay }: { id: string; replay: ReplayQuestionsResponse }) {
  const more = replay.differenceCount - replay.differences.length;
  return (
    <ul id={id} className="replay__flips">
      {replay.differences.map((difference) => (
        <li key={difference.messageId} className="replay__flip">
          <span>{showDirectionMarks(difference.text)}</span>
          <span className="caption">{outcomeLabel(difference)}</span>
        </li>
      ))}
      {more > 0 ? <li className="caption">{previewLabels.more(more)}</li> : null}
    </ul>
  );
}

/** Before saving, shows which recent questions would have another outcome. */
export function ReplayPreview({ change }: { change: UnsavedChange | undefined }) {
  return <ReplayResult of={useReplay(change)} />;
}

/** The result of a replay. */
export function ReplayResult({ of }: { of: ReplayState }) {
  const { replay, waiting, failed, retry } = of;
  const [open, setOpen] = useState(false);
  const listId = useId();
  if (failed) {
    return (
      <p className="row row--wrap small secondary">
        {previewLabels.failed}
        <Button variant="link" size="small" onPress={retry}>
          {previewLabels.tryAgain}
        </Button>
      </p>
    );
  }
  if (waiting) {
    return (
      <p className="small secondary" role="status">
        {previewLabels.checking}
      </p>
    );
  }
  if (!replay) return null;
  if (replay.asked === 0) {
    return <p className="small secondary">{previewLabels.nothingAffected}</p>;
  }
  return (
    <div className="replay">
      <p className="row row--wrap small secondary">
        <span role="status">
          {replaySummary(replay)}
          {replay.reworded > 0 ? ` ${previewLabels.reworded(replay.reworded)}` : null}
        </span>
        {replay.differenceCount > 0 ? (
          <Button
            variant="link"
            size="small"
            aria-expanded={open}
            aria-controls={listId}
            onPress={() => setOpen(!open)}
          >
            {open ? previewLabels.hide : previewLabels.showWhich}
          </Button>
        ) : null}
      </p>
      {open && replay.differenceCount > 0 ? (
        <ReplayDifferences id={listId} replay={replay} />
      ) : null}
    </div>
  );
}
