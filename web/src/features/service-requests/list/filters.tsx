import { useCommunities } from "../../../entities/community/use-communities";
import { kindLabels, priorityLabels, stateLabels } from "../../../entities/service-request/labels";
import { useServiceRequestAssignees } from "../../../entities/service-request/queries";
import { allStates } from "../../../entities/service-request/states";
import { useSession } from "../../../entities/session/session";
import {
  ServiceRequestKind,
  ServiceRequestPriority,
  ServiceRequestState,
} from "../../../gen/parlor/v1/service_request_pb";
import type { SetUrlState } from "../../../lib/use-url-state";
import { Button, SearchField, Select, type SelectOption } from "../../../ui";
import { orderLabels, sharedLabels } from "../labels";
import { labels, viewLabels } from "./labels";
import {
  anyState,
  hasOrder,
  isNarrowed,
  type ListOrder,
  type ListUrlState,
  listOrders,
  me,
  noFilters,
  toSlug,
} from "./url-state";

type Props = { urlState: ListUrlState; setUrlState: SetUrlState<ListUrlState> };

/** Returns options for an enum, with its names in the URL. The unset value means any. */
function toOptions(members: object, names: Record<number, string>): SelectOption[] {
  return Object.entries(names).map(([value, label]) => ({
    value: Number(value) === 0 ? "" : toSlug(members, Number(value)),
    label,
  }));
}

const kinds = toOptions(ServiceRequestKind, kindLabels);
const priorities = toOptions(ServiceRequestPriority, priorityLabels);
const states: SelectOption[] = [
  { value: "", label: viewLabels.open },
  { value: anyState, label: labels.anyStatus },
  ...allStates.map((state) => ({
    value: toSlug(ServiceRequestState, state),
    label: stateLabels[state] ?? "",
  })),
];

function useAssigneeOptions(): SelectOption[] {
  const { user } = useSession();
  const assignees = useServiceRequestAssignees().data ?? [];
  return [
    { value: "", label: sharedLabels.anyAssignee },
    { value: me, label: viewLabels.mine },
    ...assignees
      .filter(({ id }) => id !== user.id)
      .map(({ id, name }) => ({ value: id, label: name })),
  ];
}

function useCommunityOptions(): SelectOption[] {
  const communities = useCommunities().data ?? [];
  const all = { value: "", label: labels.anyCommunity };
  return [all, ...communities.map(({ id, label }) => ({ value: id, label }))];
}

/** Filters of the list, kept in the URL. */
export function Filters({ urlState, setUrlState }: Props) {
  const communities = useCommunityOptions();
  const assignees = useAssigneeOptions();
  const selects = [
    { key: "state", label: labels.status, options: states },
    { key: "community", label: labels.community, options: communities },
    { key: "assignee", label: sharedLabels.assignee, options: assignees },
    { key: "priority", label: labels.priority, options: priorities },
    { key: "kind", label: labels.kind, options: kinds },
  ] as const;
  return (
    <section className="row row--wrap request-filters" aria-label={sharedLabels.filters}>
      <SearchField
        label={labels.search}
        hideLabel
        placeholder={sharedLabels.search}
        value={urlState.query}
        onChange={(query) => setUrlState({ query }, true)}
        maxLength={100}
      />
      {selects.map(({ key, label, options }) => (
        <Select
          key={key}
          label={label}
          hideLabel
          options={options}
          value={urlState[key]}
          onChange={(value) => setUrlState({ [key]: value })}
        />
      ))}
      {isNarrowed(urlState) ? (
        <Button variant="quiet" size="small" icon="close" onPress={() => setUrlState(noFilters)}>
          {sharedLabels.clearFilters}
        </Button>
      ) : null}
      <span className="row__grow" />
      {hasOrder(urlState) ? (
        <Select
          label={sharedLabels.order}
          hideLabel
          options={listOrders.map((order) => ({ value: order, label: orderLabels[order] }))}
          value={urlState.order}
          onChange={(order) => setUrlState({ order: order as ListOrder })}
        />
      ) : null}
    </section>
  );
}
