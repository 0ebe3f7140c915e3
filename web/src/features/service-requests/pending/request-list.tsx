import type { ServiceRequest } from "../../../gen/parlor/v1/service_request_pb";
import type { Listing } from "../../../lib/listing";
import { Button, KeyCap } from "../../../ui";
import { TwoPaneList } from "../../../ui/two-pane";
import { keyHints, labels, requestsLabel, selectedLabel } from "./labels";
import { RequestRow } from "./request-row";
import type { PendingUrlState } from "./url-state";
import type { Selection } from "./use-selection";

type Props = {
  requests: readonly ServiceRequest[];
  current: string;
  urlState: PendingUrlState;
  listing: Listing<ServiceRequest>;
  selection: Selection;
  onApprove: () => void;
};

const estimatedRowHeight = 97;

/** The queue, with actions on the selected requests below it. */
export function RequestList({ requests, current, urlState, listing, selection, ...on }: Props) {
  const count = selection.selected.length;
  return (
    <>
      <TwoPaneList
        rows={requests}
        selected={current}
        usual={estimatedRowHeight}
        more={listing.more}
        draw={(request) => (
          <RequestRow
            request={request}
            current={request.id === current}
            urlState={urlState}
            selection={
              urlState.waiting
                ? undefined
                : {
                    isSelected: selection.has(request.id),
                    onChange: (isSelected) => selection.set(request.id, isSelected),
                  }
            }
          />
        )}
      />
      {count > 0 ? (
        <div className="queue-bar">
          <span className="strong" role="status">
            {selectedLabel(count)}
          </span>
          <Button variant="quiet" size="small" onPress={selection.clear}>
            {labels.clearSelection}
          </Button>
          <span className="row__grow" />
          <Button variant="primary" size="small" icon="check" onPress={on.onApprove}>
            {labels.approveSelected(requestsLabel(count))}
          </Button>
        </div>
      ) : (
        <div className="desk__hint only-desk">
          <KeyCap>J</KeyCap>
          <KeyCap>K</KeyCap> {keyHints.nextPrevious}
          <KeyCap>X</KeyCap> {keyHints.select}
          <span className="row__grow" />
          <KeyCap>?</KeyCap> {keyHints.all}
        </div>
      )}
    </>
  );
}
