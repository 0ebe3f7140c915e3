import { Suspense, useState } from "react";
import { useServiceRequestCounts } from "../../../entities/service-request/queries";
import { isOpen } from "../../../entities/service-request/states";
import { useSession } from "../../../entities/session/session";
import { SavedViewLayout } from "../../../gen/parlor/v1/saved_view_service_pb";
import { lazyWithReload } from "../../../lib/lazy";
import { Button } from "../../../ui";
import { viewLabels } from "../list/labels";
import { useSavedViews } from "../list/use-saved-views";
import { ViewTabs } from "../list/view-tabs";
import type { View } from "../list/views";
import { type BoardUrlState, toViewSearch } from "./url-state";

const SaveViewDialog = lazyWithReload(() => import("../list/save-view-dialog"));

/** Returns the views that every user has, with the number of requests of each. */
function useBuiltInViews(): View[] {
  const { user } = useSession();
  const { data } = useServiceRequestCounts();
  const open = data?.counts.filter(({ state }) => isOpen(state));
  const sum = (field: "count" | "overdueCount") =>
    open?.reduce((total, one) => total + one[field], 0);
  const toView = (name: string, state: Partial<BoardUrlState>, count: number | undefined) => ({
    name,
    search: toViewSearch(state),
    ...(count === undefined ? {} : { count }),
  });
  return [
    toView(viewLabels.open, {}, sum("count")),
    toView(viewLabels.mine, { assignee: user.id }, data?.assignedCount),
    toView(viewLabels.overdue, { overdue: true }, sum("overdueCount")),
    toView(viewLabels.estimates, { estimates: true }, data?.pendingEstimateCount),
  ];
}

/** Views as tabs: each is a query of the board's URL. */
export function Views({ urlState }: { urlState: BoardUrlState }) {
  const builtIn = useBuiltInViews();
  const saved = useSavedViews(SavedViewLayout.BOARD);
  const [saving, setSaving] = useState(false);
  const current = toViewSearch(urlState);
  const own = saved.views.find(({ search }) => search === current)?.id;
  const isKnown = own !== undefined || builtIn.some(({ search }) => search === current);
  return (
    <div className="board-views">
      <ViewTabs builtIn={builtIn} saved={saved} current={current} />
      {own ? (
        <Button
          variant="link"
          size="small"
          pending={saved.isDeleting}
          onPress={() => saved.remove(own)}
        >
          {viewLabels.delete}
        </Button>
      ) : null}
      {isKnown || saved.isPending ? null : (
        <Button variant="link" size="small" icon="bookmark" onPress={() => setSaving(true)}>
          {viewLabels.save}
        </Button>
      )}
      {saving ? (
        <Suspense fallback={null}>
          <SaveViewDialog saved={saved} search={current} onClose={() => setSaving(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
