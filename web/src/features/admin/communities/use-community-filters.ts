// Where one is among the communities: all of it is in the URL.

import { useAdminUrlState } from "../url-state";
import { type Filter, listFilters } from "./queries";

export type CommunityFilters = {
  show: Filter;
  find: string;
  /** The community that is open. */
  open: string;
  /** "yes" for a new one, or the id of the wish that it fulfils. */
  making: string;
};

export function useCommunityFilters() {
  const { get, go } = useAdminUrlState();
  const asked = get("show");
  const filters: CommunityFilters = {
    show: listFilters.find((show) => show === asked) ?? "",
    find: get("find"),
    open: get("open"),
    making: get("new"),
  };
  return {
    ...filters,
    onShow: (show: string) => go({ show, open: "", new: "" }),
    onFind: (find: string) => go({ find, open: "" }, { replace: true }),
    onOpen: (open: string) => go({ open, new: "" }),
    onMake: (making: string) => go({ new: making, open: "" }),
  };
}
