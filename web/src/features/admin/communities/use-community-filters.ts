// State of the communities section, kept in the URL.

import { useAdminUrlState } from "../url-state";
import { type Filter, listFilters } from "./queries";

export type CommunityFilters = {
  show: Filter;
  find: string;
  /** Id of the open community. */
  open: string;
  /** "yes" for a new community, or the id of the request that it fulfills. */
  making: string;
};

export function useCommunityFilters() {
  const { get, go } = useAdminUrlState();
  const value = get("show");
  const filters: CommunityFilters = {
    show: listFilters.find((show) => show === value) ?? "",
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
