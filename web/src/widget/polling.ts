// How often the chat asks for new messages.
import type { State } from "./state";

const second = 1_000;
const minute = 60 * second;

export type Attention = {
  /** False while the tab is hidden. */
  isVisible: boolean;
  /** Time since the visitor did something, in milliseconds. */
  idle: number;
  /** Time since the visitor's last message was sent, in milliseconds. */
  sinceSent: number;
};

/** Returns the pause before new messages are asked for, in milliseconds; undefined if nothing is to be expected. */
export function pollPause(state: State, { isVisible, idle, sinceSent }: Attention) {
  // That staff are typing ends without a message, too.
  const isAbsent = idle > 30 * minute && !state.isStaffWriting;
  if (!isVisible || isAbsent || state.phase === "gone") return undefined;
  if (state.phase === "unloaded") return 15 * second;
  if (state.phase === "loading" || !state.hasChat) return undefined;
  if (state.failedPolls > 0) return Math.min(5 * second * 2 ** (state.failedPolls - 1), minute);
  if (state.isBotWriting && sinceSent < 15 * second) return second;
  if (state.isExpanded) return 5 * second;
  if (state.isBotWriting) return 5 * second;
  return state.hasOpenQuestion ? 30 * second : undefined;
}
