import { Suspense, useState } from "react";
import { toastError } from "../../forms/toast-error";
import type { CatalogIntent } from "../../gen/parlor/v1/catalog_intent_pb";
import { Catalog } from "../../gen/parlor/v1/catalog_pb";
import type { GetCatalogsResponse } from "../../gen/parlor/v1/catalog_service_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { lazyWithReload } from "../../lib/lazy";
import { BackButton, Badge, Button, EmptyState, Skeleton } from "../../ui";
import { DetailTitle } from "../../ui/two-pane";
import { EditForm } from "./edit-form";
import { ImpactFigures } from "./impact-figures";
import { catalogName } from "./intents";
import { changeLabel, fieldLabels, intentLabels, labels } from "./labels";
import type { UpdateUrlState } from "./url-state";
import { catalogByName } from "./url-state";
import type { CatalogActions } from "./use-catalog-actions";

const SplitDialog = lazyWithReload(() => import("./split-dialog"));

type Props = {
  catalogs: GetCatalogsResponse | undefined;
  intent: CatalogIntent | undefined;
  loading: boolean;
  /** The URL names the intent. */
  isSelected: boolean;
  canEdit: boolean;
  actions: CatalogActions;
  setUrlState: UpdateUrlState;
};

/** The selected intent, its use in communities, and the fine intents it covers. */
export function Detail({
  catalogs,
  intent,
  loading,
  isSelected,
  canEdit,
  actions,
  setUrlState,
}: Props) {
  const back = <BackButton onBack={() => setUrlState({ intent: "" })} />;
  if (!catalogs || !intent) {
    return (
      <article className="desk__detail" aria-label={intentLabels.title} aria-busy={loading}>
        {loading ? (
          <div className="intent-body" aria-hidden="true">
            <Skeleton wide="220px" high="20px" />
            <Skeleton wide="100%" high="72px" />
            <Skeleton wide="64%" high="40px" />
          </div>
        ) : isSelected && catalogs ? (
          <EmptyState
            title={intentLabels.missing}
            text={intentLabels.missingHint}
            action={
              <Button onPress={() => setUrlState({ intent: "", open: "versions" })}>
                {labels.versions}
              </Button>
            }
          />
        ) : null}
      </article>
    );
  }
  const difference = catalogs.differences.find(({ after }) => after?.key === intent.key);
  return (
    <article className="desk__detail" aria-label={intent.title}>
      <div className="case-head">
        {back}
        <div className="row__grow">
          <div className="case-head__name">
            <DetailTitle>{showDirectionMarks(intent.title)}</DetailTitle>
            {difference?.changes.map((change) => (
              <Badge key={change} tone="warning">
                {changeLabel(change)}
              </Badge>
            ))}
          </div>
          <p className="caption truncate">
            {intent.category} · {intent.key}
          </p>
        </div>
        {canEdit ? (
          <IntentActions
            catalogs={catalogs}
            intent={intent}
            actions={actions}
            setUrlState={setUrlState}
          />
        ) : null}
      </div>
      <div className="intent-body">
        <ImpactFigures keys={[intent.key]} />
        {canEdit ? (
          <EditForm key={intent.key} catalogs={catalogs} intent={intent} actions={actions} />
        ) : (
          <IntentSummary catalogs={catalogs} intent={intent} />
        )}
        {intent.catalog === Catalog.MERGED ? (
          <MergedIntents catalogs={catalogs} intent={intent} setUrlState={setUrlState} />
        ) : null}
      </div>
    </article>
  );
}

type IntentActionsProps = {
  catalogs: GetCatalogsResponse;
  intent: CatalogIntent;
  actions: CatalogActions;
  setUrlState: UpdateUrlState;
};

function IntentActions({ catalogs, intent, actions, setUrlState }: IntentActionsProps) {
  const [splitting, setSplitting] = useState(false);
  const remove = () =>
    actions
      .edit({ case: "remove", value: { keys: [intent.key] } }, intentLabels.removed(intent.title))
      .then(() => setUrlState({ intent: "", chosen: [] }, true))
      .catch(toastError);
  return (
    <>
      <Button size="small" onPress={() => setSplitting(true)}>
        {intentLabels.split}
      </Button>
      <Button
        size="small"
        variant="quiet"
        icon="bin"
        aria-label={intentLabels.remove(intent.title)}
        isDisabled={actions.busy}
        onPress={() => void remove()}
      />
      {splitting ? (
        <Suspense>
          <SplitDialog
            catalogs={catalogs}
            intent={intent}
            actions={actions}
            onClose={() => setSplitting(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** Read-only view of an intent, for users who may not edit. */
function IntentSummary({
  catalogs,
  intent,
}: {
  catalogs: GetCatalogsResponse;
  intent: CatalogIntent;
}) {
  const merged = catalogs.intents.find(({ key }) => key === intent.merged);
  return (
    <section className="stack">
      <h3 className="label">{fieldLabels.samples}</h3>
      <ul className="stack stack--tight">
        {intent.samples.map((sample) => (
          <li key={sample}>“{showDirectionMarks(sample)}”</li>
        ))}
      </ul>
      {merged ? (
        <p className="secondary">{intentLabels.coveredBy(showDirectionMarks(merged.title))}</p>
      ) : null}
      <p className="caption">{intentLabels.readOnly}</p>
    </section>
  );
}

/** The fine intents that a merged intent covers. */
function MergedIntents({ catalogs, intent, setUrlState }: Omit<IntentActionsProps, "actions">) {
  const covered = catalogs.intents.filter(({ merged }) => merged === intent.key);
  const open = (one: CatalogIntent) =>
    setUrlState({
      catalog: catalogName(catalogByName, one.catalog),
      intent: one.key,
      words: "",
      chosen: [],
    });
  return (
    <section className="stack" aria-label={intentLabels.covers}>
      <h3 className="label">{intentLabels.coversCount(covered.length)}</h3>
      <ul className="covered">
        {covered.map((one) => (
          <li key={one.key}>
            <Button variant="link" size="small" onPress={() => open(one)}>
              {showDirectionMarks(one.title)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
