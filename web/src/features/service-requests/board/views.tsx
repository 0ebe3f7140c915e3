import { useState } from "react";
import { useServiceRequestCounts } from "../../../entities/service-request/queries";
import { isOpen } from "../../../entities/service-request/states";
import { useSession } from "../../../entities/session/session";
import { Button } from "../../../ui";
import { viewLabels } from "../list/labels";
import { SaveViewDialog } from "../list/save-view-dialog";
import { ViewTabs } from "../list/view-tabs";
import { useSavedViews, type View } from "../list/views";
import { type BoardUrlState, toViewSearch } from "./url-state";

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
    isSaved: false,
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
  const { user } = useSession();
  const builtIn = useBuiltInViews();
  const saved = useSavedViews(user.id, "board");
  const [saving, setSaving] = useState(false);
  const current = toViewSearch(urlState);
  const views = [...builtIn, ...saved.views.map((view) => ({ ...view, isSaved: true }))];
  const isKnown = views.some(({ search }) => search === current);
  const own = saved.views.find(({ search }) => search === current);
  return (
    <div className="board-views">
      <ViewTabs views={views} current={current} />
      {own ? (
        <Button variant="link" size="small" onPress={() => saved.remove(own)}>
          {viewLabels.delete}
        </Button>
      ) : null}
      {isKnown ? null : (
        <Button variant="link" size="small" icon="bookmark" onPress={() => setSaving(true)}>
          {viewLabels.save}
        </Button>
      )}
      {saving ? (
        <SaveViewDialog
          onClose={() => setSaving(false)}
          onSave={(name) => {
            saved.save({ name, search: current });
            setSaving(false);
          }}
        />
      ) : null}
    </div>
  );
}
