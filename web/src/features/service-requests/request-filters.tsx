// Filters that the lists and the board of service requests share.

import { CommunitySelect } from "../../entities/community/community-select";
import { useServiceRequestAssignees } from "../../entities/service-request/queries";
import { useSession } from "../../entities/session/session";
import { SearchField, Select } from "../../ui";
import { sharedLabels } from "./labels";

export type RequestFilters = { query: string; community: string; assignee: string; vendor: string };

type Props = {
  filters: RequestFilters;
  onChange: (change: Partial<RequestFilters>) => void;
};

/** Searches by number, unit and text. */
export function WordsFilter({ filters, onChange }: Props) {
  return (
    <div className="filters__find">
      <SearchField
        label={sharedLabels.search}
        hideLabel
        value={filters.query}
        maxLength={100}
        onChange={(query) => onChange({ query })}
      />
    </div>
  );
}

/** Returns the selectable vendors: preferred ones, the given ones, and the selected one. */
function useVendors(named: readonly string[], chosen: string): string[] {
  const { user } = useSession();
  const vendors = new Set([...user.preferredVendors, ...named, chosen]);
  vendors.delete("");
  return [...vendors].sort((one, other) => one.localeCompare(other));
}

/** Community, assignee and vendor. `vendors` are offered beside the user's preferred ones. */
export function RequestSelects({
  filters,
  onChange,
  vendors: named = [],
}: Props & { vendors?: readonly string[] }) {
  const assignees = useServiceRequestAssignees().data ?? [];
  const vendors = useVendors(named, filters.vendor);
  return (
    <>
      <CommunitySelect
        value={filters.community}
        onChange={(community) => onChange({ community })}
      />
      <Select
        label={sharedLabels.assignee}
        hideLabel
        value={filters.assignee}
        onChange={(assignee) => onChange({ assignee })}
        options={[
          { value: "", label: sharedLabels.anyAssignee },
          ...assignees.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      {vendors.length > 0 ? (
        <Select
          label={sharedLabels.vendor}
          hideLabel
          value={filters.vendor}
          onChange={(vendor) => onChange({ vendor })}
          options={[
            { value: "", label: sharedLabels.anyVendor },
            ...vendors.map((vendor) => ({ value: vendor, label: vendor })),
          ]}
        />
      ) : null}
    </>
  );
}
