import { useState } from "react";
import { useCommunities } from "../../../entities/community/use-communities";
import { useServiceRequestAssignees } from "../../../entities/service-request/queries";
import { useSession } from "../../../entities/session/session";
import { Button, SearchField, Select } from "../../../ui";
import { orderLabels } from "./labels";
import { type BoardUrlState, isFiltered, noFilters, type Order, orders } from "./url-state";

type Props = {
  urlState: BoardUrlState;
  narrow: boolean;
  onChange: (change: Partial<BoardUrlState>) => void;
};

/** The filters of the board. A narrow window shows all but the words on request. */
export function Filters({ urlState, narrow, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <search className="board-filters" aria-label="Filters">
      <div className="filters__find">
        <SearchField
          label="Number, unit or words"
          hideLabel
          value={urlState.query}
          maxLength={100}
          onChange={(query) => onChange({ query })}
        />
      </div>
      {narrow ? (
        <Button icon="filter" aria-expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
          Filters
        </Button>
      ) : null}
      {!narrow || isOpen ? <Choices urlState={urlState} onChange={onChange} /> : null}
    </search>
  );
}

function Choices({ urlState, onChange }: Omit<Props, "narrow">) {
  const { user } = useSession();
  const communities = useCommunities().data ?? [];
  const assignees = useServiceRequestAssignees().data?.assignees ?? [];
  const vendors = new Set([...user.preferredVendors, urlState.vendor].filter(Boolean));
  return (
    <>
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
      {vendors.size > 0 ? (
        <Select
          label="Vendor"
          hideLabel
          value={urlState.vendor}
          onChange={(vendor) => onChange({ vendor })}
          options={[
            { value: "", label: "Any vendor" },
            ...[...vendors].map((vendor) => ({ value: vendor, label: vendor })),
          ]}
        />
      ) : null}
      {isFiltered(urlState) || urlState.community ? (
        <Button variant="link" size="small" onPress={() => onChange(noFilters)}>
          Clear filters
        </Button>
      ) : null}
      <span className="row__grow" />
      <Select
        label="Order"
        hideLabel
        value={urlState.order}
        onChange={(order) => onChange({ order: order as Order })}
        options={orders.map((order) => ({ value: order, label: orderLabels[order] }))}
      />
    </>
  );
}
