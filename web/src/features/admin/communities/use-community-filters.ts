// State of the communities section, kept in the URL.

import type { Sorting } from "../../../ui/table";
import { useAdminUrlState } from "../url-state";
import { type Filter, listFilters } from "./queries";

export type CommunityFilters = {
  show: Filter;
  find: string;
  /** Id of the open community. */
  open: string;
  /** Whether a new community is being created. */
  isMaking: boolean;
  /** ID of the company whose communities are listed; empty for the user's own. */
  company: string;
  /** Name of the software that has a code for the communities, or "none"; empty for all. */
  software: string;
  sorting: Sorting | undefined;
};

/** "units", or "-units" for the largest first. */
function toSortText(sorting: Sorting | undefined): string {
  return sorting ? `${sorting.isDescending ? "-" : ""}${sorting.id}` : "";
}

function toSorting(text: string): Sorting | undefined {
  return text ? { id: text.replace(/^-/, ""), isDescending: text.startsWith("-") } : undefined;
}

export function useCommunityFilters() {
  const { get, go } = useAdminUrlState();
  const value = get("show");
  const filters: CommunityFilters = {
    show: listFilters.find((show) => show === value) ?? "",
    find: get("find"),
    open: get("open"),
    isMaking: get("new") === "yes",
    company: get("company"),
    software: get("software"),
    sorting: toSorting(get("sort")),
  };
  return {
    ...filters,
    onShow: (show: string) => go({ show, open: "", new: "" }),
    onFind: (find: string) => go({ find, open: "" }, { replace: true }),
    onOpen: (open: string) => go({ open, new: "" }),
    onMake: (isMaking: boolean) => go({ new: isMaking ? "yes" : "", open: "" }),
    onCompany: (company: string) => go({ company, open: "" }),
    onSoftware: (software: string) => go({ software, open: "" }),
    onSort: (sorting: Sorting | undefined) => go({ sort: toSortText(sorting) }, { replace: true }),
  };
}
