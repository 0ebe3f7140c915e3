import type { ReactNode } from "react";
import type { TextPart } from "../../lib/text-part";

/** An event in the processing of a message, in plain words. */
export type ThreadStep = { name: string; reason: string; at: Date };

export type ThreadMessage = {
  id: string;
  /** A note is internal to staff and spans the width of the thread. */
  from: "resident" | "bot" | "staff" | "note";
  /** Sender shown under the bubble; empty for none. */
  name: string;
  body: string;
  /** The body in parts, with the matches of a search marked. */
  parts?: readonly TextPart[];
  at: Date;
  /** Delivery status, as text: "Delivered". */
  status?: string;
  /** Delivery failed: shows the status as an error. */
  failed?: boolean;
  /** Not sent, or not yet: shown with a dashed outline. */
  draft?: boolean;
  /** Why delivery failed, in plain words. */
  reason?: string;
  /** Steps of processing, shown when the user presses "Why". */
  steps?: ThreadStep[];
  /** Shown in the bubble above the body: photos. */
  media?: ReactNode;
  /** Shown above the bubble: what the message belongs to. */
  origin?: ReactNode;
  /** Shown under the bubble: a link or a button. */
  extra?: ReactNode;
};
