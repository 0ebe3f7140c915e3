import type { ReactNode } from "react";
import type { TextPart } from "../../lib/text-part";

/** Something that happened to a message, in plain words. */
export type ThreadStep = { name: string; reason: string; at: Date };

export type ThreadMessage = {
  id: string;
  /** A note is what staff say among themselves: it stands across the thread. */
  from: "resident" | "bot" | "staff" | "note";
  /** Who is named under the bubble; empty for nobody. */
  name: string;
  body: string;
  /** The body in pieces, with those marked that were looked for. */
  parts?: readonly TextPart[];
  at: Date;
  /** Where it stands, in words: "Delivered". */
  status?: string;
  /** It did not arrive: the status is shown as a failure. */
  failed?: boolean;
  /** It was not sent (yet): drawn with a dashed line. */
  draft?: boolean;
  /** Why it did not arrive, in plain words. */
  reason?: string;
  /** What happened to it, disclosed by "Why". */
  steps?: ThreadStep[];
  /** In the bubble, above the body: photos. */
  media?: ReactNode;
  /** Above the bubble: what it belongs to. */
  origin?: ReactNode;
  /** More under the bubble: a link, a button. */
  extra?: ReactNode;
};
