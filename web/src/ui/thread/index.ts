export { Thread } from "./thread";
export { BotMark, Steps } from "./thread-message";
export type { ThreadMessage, ThreadStep } from "./types";
