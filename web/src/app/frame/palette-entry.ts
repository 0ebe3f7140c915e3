import type { Screen } from "../../gen/parlor/options/v1/screen_pb";
import type { IconName } from "../../ui";
import { screenPath } from "../screens";

/** One result of the palette: a link, or a command of the frame. */
export type Entry = {
  id: string;
  title: string;
  /** Stands beside the title, and is searched as well. */
  text?: string;
  /** Words by which the server found the entry. */
  foundBy?: string;
  /** Unset for a command. */
  to?: string;
  command?: "shortcuts" | "logout";
  icon?: IconName;
  /** Selected on the way. */
  community?: string;
};

export type Section = { id: string; title: string; entries: Entry[] };

export function link(screen: Screen, search: Record<string, string>): string {
  return `${screenPath(screen)}?${new URLSearchParams(search)}`;
}
