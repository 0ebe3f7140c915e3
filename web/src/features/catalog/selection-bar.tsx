import { Suspense, useState } from "react";
import { toastError } from "../../forms/toast-error";
import type { GetCatalogsResponse } from "../../gen/parlor/v1/catalog_service_pb";
import { lazyWithReload } from "../../lib/lazy";
import { Button } from "../../ui";
import { treeLabels } from "./labels";
import type { CatalogUrlState, UpdateUrlState } from "./url-state";
import type { CatalogActions } from "./use-catalog-actions";

const MergeDialog = lazyWithReload(() => import("./merge-dialog"));

type Props = {
  catalogs: GetCatalogsResponse;
  urlState: CatalogUrlState;
  setUrlState: UpdateUrlState;
  actions: CatalogActions;
};

/** Actions on the selected intents. */
export function SelectionBar({ catalogs, urlState, setUrlState, actions }: Props) {
  const [merging, setMerging] = useState(false);
  const chosen = urlState.chosen
    .map((key) => catalogs.intents.find((one) => one.key === key))
    .filter((one) => one !== undefined);
  const keys = chosen.map(({ key }) => key);
  const remove = () =>
    actions
      .edit({ case: "remove", value: { keys } }, treeLabels.removed(keys.length))
      .then(() => setUrlState({ chosen: [], intent: "" }, true))
      .catch(toastError);
  return (
    <div className="chosen-bar" role="status">
      <span className="row__grow strong">{treeLabels.chosen(keys.length)}</span>
      <Button variant="quiet" size="small" onPress={() => setUrlState({ chosen: [] }, true)}>
        {treeLabels.clear}
      </Button>
      <Button size="small" isDisabled={actions.busy} onPress={() => void remove()}>
        {treeLabels.remove}
      </Button>
      <Button
        size="small"
        variant="primary"
        reason={keys.length < 2 ? treeLabels.mergeTooFew : undefined}
        onPress={() => setMerging(true)}
      >
        {treeLabels.merge}
      </Button>
      {merging ? (
        <Suspense>
          <MergeDialog
            chosen={chosen}
            catalogs={catalogs}
            actions={actions}
            onClose={() => setMerging(false)}
            onDone={(intent) => {
              setMerging(false);
              setUrlState({ chosen: [], intent });
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
