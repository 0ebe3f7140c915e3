import { useState } from "react";
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
import { useDebounced } from "../../../lib/use-debounced";
import { Button, EmptyState, Icon, toast } from "../../../ui";
import { DataTable } from "../../../ui/table";
import { ScreenNav } from "../screen-nav";
import { columns } from "./columns";
import { Filters } from "./filters";
import { emptyTexts, exportedLabel, labels, viewLabels } from "./labels";
import "./list.css";
import { sharedLabels } from "../labels";
import { SaveViewDialog } from "./save-view-dialog";
import { StateTiles } from "./state-tiles";
import { type ListUrlState, toFilter, toOrder, toSearch, useListUrlState } from "./url-state";
import { ViewTabs } from "./view-tabs";
import { toBuiltInViews, useSavedViews } from "./views";

function NewRequestLink() {
  const { path } = screenRule(Screen.SERVICE_REQUEST_CREATE);
  return (
    <Link className="button button--primary" to={path}>
      <Icon name="plus" size="small" />
      {sharedLabels.newRequest}
    </Link>
  );
}

/** The list for a filter. The search text is debounced. */
function RequestTable({ urlState }: { urlState: ListUrlState }) {
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
        empty={<EmptyState {...emptyTexts(urlState)} action={<NewRequestLink />} />}
      />
    </section>
  );
}

/** Service requests: counts by state, views, filters and the list. */
export default function ServiceRequestsPage() {
  const { user } = useSession();
  const [urlState, setUrlState] = useListUrlState();
  const counting = useServiceRequestCounts(urlState.community);
  const saved = useSavedViews(user.id);
  const exporting = useExportServiceRequests(toFilter(urlState, user.id));
  const [isSaving, setIsSaving] = useState(false);
  const current = toSearch(urlState);
  const savedViews = saved.views.map((view) => ({ ...view, isSaved: true }));
  const currentSaved = savedViews.find(({ search }) => search === current);
  const save = (name: string) => {
    saved.save({ name, search: current });
    setIsSaving(false);
    toast.success(viewLabels.saved(name));
  };
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
            onPress={() => {
              saved.remove(currentSaved);
              toast.success(viewLabels.deleted(currentSaved.name));
            }}
          >
            {viewLabels.delete}
          </Button>
        ) : null}
        <ExportButton exporting={exporting} label={labels.export} />
        <NewRequestLink />
      </div>
      <ViewTabs
        views={[...toBuiltInViews(urlState.community, counting.data), ...savedViews]}
        current={current}
      />
      <div className="screen-body request-list">
        <ExportNotice exporting={exporting} preparing={labels.exporting} content={exportedLabel} />
        <StateTiles query={counting} urlState={urlState} />
        <Filters
          urlState={urlState}
          setUrlState={setUrlState}
          onSaveView={() => setIsSaving(true)}
        />
        <RequestTable urlState={urlState} />
      </div>
      {isSaving ? <SaveViewDialog onClose={() => setIsSaving(false)} onSave={save} /> : null}
    </>
  );
}
