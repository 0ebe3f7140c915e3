import type { ReactNode } from "react";

/** Something that happened to a message, in plain words. */
export type ThreadStep = { name: string; reason: string; at: Date };

export type ThreadMessage = {
  id: string;
  from: "resident" | "bot" | "staff";
  /** Who is named under the bubble; empty for nobody. */
  name: string;
  body: string;
  at: Date;
  /** Where it stands, in words: "Delivered". */
  status?: string;
  /** It did not arrive: the status is shown as a failure. */
  failed?: boolean;
  /** It was not sent (yet): drawn with a dashed line. */
  draft?: boolean;
  /** What happened to it, disclosed by "Why". */
  steps?: ThreadStep[];
  /** More under the bubble: a link, a button. */
  extra?: ReactNode;
};
