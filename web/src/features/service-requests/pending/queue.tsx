import { CommunitySelect } from "../../../entities/community/community-select";
import type { ServiceRequest } from "../../../gen/parlor/v1/service_request_pb";
import type { Listing } from "../../../lib/listing";
import { Button, Checkbox, EmptyState, ErrorState } from "../../../ui";
import { TwoPaneSkeleton } from "../../../ui/two-pane";
import { emptyTexts, labels, tabs } from "./labels";
import { RequestList } from "./request-list";
import type { PendingUrlState } from "./url-state";
import type { Selection } from "./use-selection";

type Props = {
  requests: readonly ServiceRequest[];
  current: string;
  urlState: PendingUrlState;
  listing: Listing<ServiceRequest>;
  selection: Selection;
  onCommunity: (id: string) => void;
  onApprove: () => void;
};

function Filters({ requests, urlState, selection, onCommunity }: Props) {
  return (
    <div className="desk__filters">
      {urlState.waiting ? null : (
        <Checkbox
          label={<span className="visually-hidden">{labels.selectAll}</span>}
          isSelected={selection.isAllSelected}
          isDisabled={requests.length === 0}
          onChange={(isSelected) => (isSelected ? selection.selectAll() : selection.clear())}
        />
      )}
      <CommunitySelect className="row__grow" value={urlState.community} onChange={onCommunity} />
      <span className="caption nowrap">{labels.oldestFirst}</span>
    </div>
  );
}

function Empty({ urlState, onCommunity }: Pick<Props, "urlState" | "onCommunity">) {
  if (!urlState.community) {
    return <EmptyState {...(urlState.waiting ? emptyTexts.waiting : emptyTexts.pending)} />;
  }
  return (
    <EmptyState
      {...emptyTexts.filtered}
      action={<Button onPress={() => onCommunity("")}>{labels.showAllCommunities}</Button>}
    />
  );
}

/** The queue with its loading, empty and failed states. */
export function Queue(props: Props) {
  const { requests, urlState, listing, selection } = props;
  const label = urlState.waiting ? tabs.waiting : tabs.pending;
  return (
    <section
      className="desk__list"
      aria-label={label}
      aria-busy={!listing.rows && !listing.problem}
    >
      <Filters {...props} />
      {listing.problem ? (
        <ErrorState
          title={labels.listFailed}
          problem={listing.problem}
          onRetry={listing.onRetry}
          pending={listing.pending}
        />
      ) : !listing.rows ? (
        <TwoPaneSkeleton label={labels.loading} />
      ) : requests.length > 0 ? (
        <RequestList {...props} selection={selection} />
      ) : (
        <Empty {...props} />
      )}
    </section>
  );
}
