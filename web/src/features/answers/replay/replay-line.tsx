import { useId, useState } from "react";
import {
  ReplayChange,
  type ReplayFlip,
  type ReplayQuestionsResponse,
} from "../../../gen/parlor/v1/replay_service_pb";
import { Button } from "../../../ui";
import "./replay.css";
import { type Change, type Replay, useReplay } from "./use-replay";
import { number, summary } from "./words";

/** What a resident would hear, in one line. */
function outcome({ change, before, after }: ReplayFlip): string {
  if (change === ReplayChange.ESCALATED) return `To your team, no longer “${before}”`;
  if (change === ReplayChange.ANSWERED) return `“${after}”, no longer to your team`;
  return before === after ? `Another answer to “${after}”` : `“${after}”, no longer “${before}”`;
}

function Flips({ id, replay }: { id: string; replay: ReplayQuestionsResponse }) {
  const more = replay.flipped - replay.flips.length;
  return (
    <ul id={id} className="replay__flips">
      {replay.flips.map((flip) => (
        <li key={flip.messageId} className="replay__flip">
          <span>{flip.text}</span>
          <span className="caption">{outcome(flip)}</span>
        </li>
      ))}
      {more > 0 ? <li className="caption">And {number(more)} more</li> : null}
    </ul>
  );
}

/** Before one saves: how many of the last questions would be answered otherwise, and which. */
export function ReplayLine({ change }: { change: Change | undefined }) {
  return <Replayed of={useReplay(change)} />;
}

/** What came of asking them again. */
export function Replayed({ of }: { of: Replay }) {
  const { replay, waiting, failed, retry } = of;
  const [open, setOpen] = useState(false);
  const listId = useId();
  if (failed) {
    return (
      <p className="row row--wrap small secondary">
        What this does to the last questions did not load.
        <Button variant="link" size="small" onPress={retry}>
          Try again
        </Button>
      </p>
    );
  }
  if (waiting) {
    return (
      <p className="small secondary" role="status">
        Residents’ last questions are asked again, to see what this changes…
      </p>
    );
  }
  if (!replay) return null;
  if (replay.asked === 0) {
    return (
      <p className="small secondary">
        No resident has asked anything here yet that this could change.
      </p>
    );
  }
  return (
    <div className="replay">
      <p className="row row--wrap small secondary">
        <span role="status">
          {summary(replay)}
          {replay.reworded > 0 ? ` ${number(replay.reworded)} would hear the new words.` : null}
        </span>
        {replay.flipped > 0 ? (
          <Button
            variant="link"
            size="small"
            aria-expanded={open}
            aria-controls={listId}
            onPress={() => setOpen(!open)}
          >
            {open ? "Hide" : "Show which"}
          </Button>
        ) : null}
      </p>
      {open && replay.flipped > 0 ? <Flips id={listId} replay={replay} /> : null}
    </div>
  );
}
