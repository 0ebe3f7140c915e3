// Where one is among the communities: all of it is in the URL.

import { usePlace } from "../use-place";
import { type Show, shows } from "./queries";

export type Spot = {
  show: Show;
  find: string;
  /** The community that is open. */
  open: string;
  /** "yes" for a new one, or the id of the wish that it fulfils. */
  making: string;
};

export function useSpot() {
  const { get, go } = usePlace();
  const asked = get("show");
  const spot: Spot = {
    show: shows.find((show) => show === asked) ?? "",
    find: get("find"),
    open: get("open"),
    making: get("new"),
  };
  return {
    ...spot,
    onShow: (show: string) => go({ show, open: "", new: "" }),
    onFind: (find: string) => go({ find, open: "" }, { replace: true }),
    onOpen: (open: string) => go({ open, new: "" }),
    onMake: (making: string) => go({ new: making, open: "" }),
  };
}
