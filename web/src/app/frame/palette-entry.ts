import type { Screen } from "../../gen/parlor/options/v1/screen_pb";
import type { IconName } from "../../ui";
import { screenPath } from "../screens";

/** One result of the palette: a link, or a command of the frame. */
export type Entry = {
  id: string;
  title: string;
  /** Shown beside the title, and searched too. */
  text?: string;
  /** The search text for which the server returned the entry. */
  foundBy?: string;
  /** Unset for a command. */
  to?: string;
  command?: "shortcuts" | "logout";
  icon?: IconName;
  /** ID of the community to select when the entry is opened. */
  community?: string;
};

export type Section = { id: string; title: string; entries: Entry[] };

export function link(screen: Screen, search: Record<string, string>): string {
  return `${screenPath(screen)}?${new URLSearchParams(search)}`;
}
