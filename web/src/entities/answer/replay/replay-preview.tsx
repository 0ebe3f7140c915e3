import { useId, useState } from "react";
import {
  ReplayChange,
  type ReplayDifference,
  type ReplayQuestionsResponse,
} from "../../../gen/parlor/v1/replay_service_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { Button } from "../../../ui";
import "./replay.css";
import { labels, replaySummary } from "./labels";
import { type ReplayState, type UnsavedChange, useReplay } from "./use-replay";

/** The change of outcome for a resident, in one line. */
function outcomeLabel({ change, before, after }: ReplayDifference): string {
  if (change === ReplayChange.ESCALATED) return labels.escalated(before);
  if (change === ReplayChange.ANSWERED) return labels.answered(after);
  return before === after ? labels.otherAnswer(after) : labels.otherQuestion(before, after);
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
      {more > 0 ? <li className="caption">{labels.more(more)}</li> : null}
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
        {labels.failed}
        <Button variant="link" size="small" onPress={retry}>
          {labels.tryAgain}
        </Button>
      </p>
    );
  }
  if (waiting) {
    return (
      <p className="small secondary" role="status">
        {labels.checking}
      </p>
    );
  }
  if (!replay) return null;
  if (replay.asked === 0) {
    return <p className="small secondary">{labels.nothingAffected}</p>;
  }
  return (
    <div className="replay">
      <p className="row row--wrap small secondary">
        <span role="status">
          {replaySummary(replay)}
          {replay.reworded > 0 ? ` ${labels.reworded(replay.reworded)}` : null}
        </span>
        {replay.differenceCount > 0 ? (
          <Button
            variant="link"
            size="small"
            aria-expanded={open}
            aria-controls={listId}
            onPress={() => setOpen(!open)}
          >
            {open ? labels.hide : labels.showWhich}
          </Button>
        ) : null}
      </p>
      {open && replay.differenceCount > 0 ? (
        <ReplayDifferences id={listId} replay={replay} />
      ) : null}
    </div>
  );
}
