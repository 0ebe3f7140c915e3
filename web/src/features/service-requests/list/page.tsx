import { Suspense, useState } from "react";
import { Link } from "react-router";
import {
  useExportServiceRequests,
  useServiceRequestCounts,
  useServiceRequests,
} from "../../../entities/service-request/queries";
import { screenRule } from "../../../entities/session/screen-access";
import { useSession } from "../../../entities/session/session";
import { ExportButton, ExportNotice } from "../../../forms/export-file";
import { Screen } from "../../../gen/parlor/options/v1/screen_pb";
import { SavedViewLayout } from "../../../gen/parlor/v1/saved_view_service_pb";
import { lazyWithReload } from "../../../lib/lazy";
import { useDebounced } from "../../../lib/use-debounced";
import type { SetUrlState } from "../../../lib/use-url-state";
import { Button, EmptyState, Icon } from "../../../ui";
import { DataTable } from "../../../ui/table";
import { ScreenNav } from "../screen-nav";
import { columns } from "./columns";
import { Filters } from "./filters";
import { emptyTexts, exportedLabel, labels, viewLabels } from "./labels";
import "./list.css";
import { sharedLabels } from "../labels";
import { StateTiles } from "./state-tiles";
import {
  isNarrowed,
  type ListUrlState,
  noFilters,
  toFilter,
  toOrder,
  toSearch,
  useListUrlState,
} from "./url-state";
import { useSavedViews } from "./use-saved-views";
import { ViewTabs } from "./view-tabs";
import { toBuiltInViews } from "./views";

const SaveViewDialog = lazyWithReload(() => import("./save-view-dialog"));

function NewRequestLink() {
  const { path } = screenRule(Screen.SERVICE_REQUEST_CREATE);
  return (
    <Link className="button button--primary" to={path}>
      <Icon name="plus" size="small" />
      {sharedLabels.newRequest}
    </Link>
  );
}

type TableProps = { urlState: ListUrlState; setUrlState: SetUrlState<ListUrlState> };

/** The list for a filter. The search text is debounced. */
function RequestTable({ urlState, setUrlState }: TableProps) {
  const { user } = useSession();
  const query = useDebounced(urlState.query, 250);
  const listing = useServiceRequests(
    toFilter({ ...urlState, query }, user.id),
    0,
    toOrder(urlState),
  );
  return (
    <section
      className="panel"
      aria-label={labels.title}
      aria-busy={!listing.rows && !listing.problem}
    >
      <DataTable
        label={labels.title}
        columns={columns}
        listing={listing}
        rowId={({ id }) => id}
        empty={
          <EmptyState
            {...emptyTexts(urlState)}
            action={
              isNarrowed(urlState) ? (
                <Button onPress={() => setUrlState(noFilters)}>{sharedLabels.clearFilters}</Button>
              ) : null
            }
          />
        }
      />
    </section>
  );
}

/** Service requests: counts by state, views, filters and the list. */
export default function ServiceRequestsPage() {
  const { user } = useSession();
  const [urlState, setUrlState] = useListUrlState();
  const counting = useServiceRequestCounts(urlState.community);
  const saved = useSavedViews(SavedViewLayout.LIST);
  const exporting = useExportServiceRequests(toFilter(urlState, user.id));
  const [isSaving, setIsSaving] = useState(false);
  const current = toSearch(urlState);
  const currentSaved = saved.views.find(({ search }) => search === current)?.id;
  return (
    <>
      <div className="screen-head request-list-head">
        <h1 className="screen-title">{labels.title}</h1>
        <ScreenNav current={Screen.SERVICE_REQUEST_MAIN} />
        <span className="screen-head__grow" />
        {currentSaved ? (
          <Button
            variant="quiet"
            icon="bin"
            pending={saved.isDeleting}
            onPress={() => saved.remove(currentSaved)}
          >
            {viewLabels.delete}
          </Button>
        ) : null}
        <ExportButton exporting={exporting} label={labels.export} />
        <NewRequestLink />
      </div>
      <ViewTabs
        builtIn={toBuiltInViews(urlState.community, counting.data)}
        saved={saved}
        current={current}
        onSave={() => setIsSaving(true)}
      />
      <div className="screen-body request-list">
        <ExportNotice exporting={exporting} preparing={labels.exporting} content={exportedLabel} />
        <StateTiles query={counting} urlState={urlState} />
        <Filters urlState={urlState} setUrlState={setUrlState} />
        <RequestTable urlState={urlState} setUrlState={setUrlState} />
      </div>
      {isSaving ? (
        <Suspense fallback={null}>
          <SaveViewDialog saved={saved} search={current} onClose={() => setIsSaving(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
