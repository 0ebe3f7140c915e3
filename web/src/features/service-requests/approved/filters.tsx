import { useCommunities } from "../../../entities/community/use-communities";
import { useServiceRequestAssignees } from "../../../entities/service-request/queries";
import { useSession } from "../../../entities/session/session";
import type { ServiceRequest } from "../../../gen/parlor/v1/service_request_pb";
import { SearchField, Select } from "../../../ui";
import type { ApprovedUrlState } from "./url-state";

type Props = {
  urlState: ApprovedUrlState;
  onChange: (change: Partial<ApprovedUrlState>) => void;
  rows: readonly ServiceRequest[];
};

/** Returns the vendors that can be chosen: the user's own, those of the rows, and the chosen one. */
export function useVendors(rows: readonly ServiceRequest[], chosen: string): string[] {
  const { user } = useSession();
  const vendors = new Set([...user.preferredVendors, ...rows.map(({ vendor }) => vendor), chosen]);
  vendors.delete("");
  return [...vendors].sort((one, other) => one.localeCompare(other));
}

export function Filters({ urlState, onChange, rows }: Props) {
  const communities = useCommunities().data ?? [];
  const assignees = useServiceRequestAssignees().data?.assignees ?? [];
  const vendors = useVendors(rows, urlState.vendor);
  return (
    <search className="filters" aria-label="Filters">
      <div className="filters__find">
        <SearchField
          label="Number, unit or words"
          hideLabel
          value={urlState.query}
          maxLength={100}
          onChange={(query) => onChange({ query })}
        />
      </div>
      <Select
        label="Community"
        hideLabel
        value={urlState.community}
        onChange={(community) => onChange({ community })}
        options={[
          { value: "", label: "All communities" },
          ...communities.map(({ id, label }) => ({ value: id, label })),
        ]}
      />
      <Select
        label="Assignee"
        hideLabel
        value={urlState.assignee}
        onChange={(assignee) => onChange({ assignee })}
        options={[
          { value: "", label: "Any assignee" },
          ...assignees.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Select
        label="Vendor"
        hideLabel
        value={urlState.vendor}
        onChange={(vendor) => onChange({ vendor })}
        options={[
          { value: "", label: "Any vendor" },
          ...vendors.map((vendor) => ({ value: vendor, label: vendor })),
        ]}
      />
    </search>
  );
}
