import { useState } from "react";
import { Link } from "react-router";
import {
  useServiceRequests,
  useUpdateServiceRequest,
} from "../../../entities/service-request/queries";
import { useSession } from "../../../entities/session/session";
import { toastError } from "../../../forms/toast-error";
import { Screen } from "../../../gen/parlor/options/v1/screen_pb";
import type {
  ServiceRequest,
  ServiceRequestAction,
} from "../../../gen/parlor/v1/service_request_pb";
import { ServiceRequestOrder } from "../../../gen/parlor/v1/service_request_service_pb";
import { useDebounced } from "../../../lib/use-debounced";
import { Button, Count, EmptyState, toast } from "../../../ui";
import { DataTable } from "../../../ui/table";
import { ScreenNav } from "../screen-nav";
import { StepDialog } from "../step/step-dialog";
import { toColumns } from "./columns";
import { EstimateDialog } from "./estimate-dialog";
import { Filters } from "./filters";
import { emptyTexts, filteredText, labels, viewLabels } from "./labels";
import { hasFilter, toSearch, useApprovedUrlState, workViews } from "./url-state";
import { toFilter, useViewCounts } from "./views";
import "./approved.css";
import { sharedLabels } from "../labels";

type Opened =
  | { kind: "step"; request: ServiceRequest; action: ServiceRequestAction }
  | { kind: "estimate"; request: ServiceRequest };

/** Approved work and work in progress, the earliest due date first. */
export default function ApprovedPage() {
  const [urlState, setUrlState] = useApprovedUrlState();
  const { user } = useSession();
  const query = useDebounced(urlState.query, 200);
  const listing = useServiceRequests(toFilter({ ...urlState, query }), 0, ServiceRequestOrder.DUE);
  const counts = useViewCounts(urlState.community);
  const updating = useUpdateServiceRequest();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const clear = () => setUrlState({ query: "", community: "", assignee: "", vendor: "" });

  const columns = toColumns({
    onStep: (request, action) => setOpened({ kind: "step", request, action }),
    onEstimate: (request) => setOpened({ kind: "estimate", request }),
    onAssign: ({ id, version, number }) =>
      updating.mutate(
        { id, version, assigneeId: user.id },
        { onError: toastError, onSuccess: () => toast.success(labels.assigned(number)) },
      ),
  });

  return (
    <>
      <div className="screen-head">
        <h1 className="screen-title">{labels.title}</h1>
        <ScreenNav current={Screen.SERVICE_REQUEST_APPROVED} />
      </div>
      <nav className="tabs work-tabs" aria-label={sharedLabels.views}>
        {workViews.map((view) => (
          <Link
            key={view}
            className="tab"
            to={toSearch({ ...urlState, view })}
            aria-current={view === urlState.view ? "page" : undefined}
          >
            {viewLabels[view]}
            {counts ? <Count value={counts[view]} /> : null}
          </Link>
        ))}
      </nav>
      <div className="screen-body">
        <section
          className="panel"
          aria-label={viewLabels[urlState.view]}
          aria-busy={!listing.rows && !listing.problem}
        >
          <Filters
            urlState={urlState}
            rows={listing.rows ?? []}
            onChange={(change) => setUrlState(change, true)}
          />
          <DataTable
            label={sharedLabels.screens}
            columns={columns}
            listing={listing}
            rowId={({ id }) => id}
            empty={
              hasFilter(urlState) ? (
                <EmptyState
                  {...filteredText}
                  action={<Button onPress={clear}>{sharedLabels.clearFilters}</Button>}
                />
              ) : (
                <EmptyState {...emptyTexts[urlState.view]} />
              )
            }
          />
        </section>
      </div>
      {opened?.kind === "step" ? <StepDialog {...opened} onClose={close} /> : null}
      {opened?.kind === "estimate" ? <EstimateDialog {...opened} onClose={close} /> : null}
    </>
  );
}
