import { Suspense, useRef, useState } from "react";
import { toProblem } from "../../api/problem";
import { useIsPlatformAdmin } from "../../entities/session/impersonation";
import { useShortcuts } from "../../entities/shortcut/use-shortcuts";
import type { GetCatalogsResponse } from "../../gen/parlor/v1/catalog_service_pb";
import { lazyWithReload } from "../../lib/lazy";
import { useMedia } from "../../lib/use-media";
import { ErrorState, KeyCap, SearchField, SegmentedControl } from "../../ui";
import { TwoPaneSkeleton } from "../../ui/two-pane";
import { Detail } from "./detail";
import { DraftBar } from "./draft-bar";
import { HeaderActions } from "./header-actions";
import { emptyValues, type IntentValues } from "./intent-fields";
import { IntentTree } from "./intent-tree";
import { filterIntents, maxSamples, toTitle } from "./intents";
import { catalogTitles, labels, treeLabels } from "./labels";
import { useCatalogs } from "./queries";
import { SelectionBar } from "./selection-bar";
import {
  type CatalogName,
  type CatalogUrlState,
  catalogByName,
  type UpdateUrlState,
  useCatalogUrlState,
} from "./url-state";
import { useCatalogActions } from "./use-catalog-actions";
import "./catalog.css";

const Versions = lazyWithReload(() => import("./versions"));
const ImportDialog = lazyWithReload(() => import("./import-dialog"));
const PublishDialog = lazyWithReload(() => import("./publish-dialog"));
const KnowledgeGaps = lazyWithReload(() => import("./knowledge-gaps"));
const NewIntentDialog = lazyWithReload(() => import("./new-intent-dialog"));

const catalogNames = Object.keys(catalogByName) as CatalogName[];

function segments(catalogs: GetCatalogsResponse | undefined) {
  return catalogNames.map((value) => ({
    value,
    label: catalogTitles[value],
    ...(catalogs && {
      count: catalogs.intents.filter(({ catalog }) => catalog === catalogByName[value]).length,
    }),
  }));
}

/** The catalogs of residents' questions: the tree, and the selected intent. */
export default function CatalogPage() {
  const [urlState, setUrlState] = useCatalogUrlState();
  const narrow = useMedia("(max-width: 760px)");
  const query = useCatalogs();
  const catalogs = query.data;
  const canEdit = useIsPlatformAdmin();
  const actions = useCatalogActions(catalogs?.draft);
  const [begun, setBegun] = useState<IntentValues>();
  const search = useRef<HTMLInputElement>(null);

  const own = (catalogs?.intents ?? []).filter(
    ({ catalog }) => catalog === catalogByName[urlState.catalog],
  );
  const shown = filterIntents(own, urlState.words);
  // A wide window always shows an intent; a phone shows the tree first.
  const selected = urlState.intent || (narrow ? "" : (shown[0]?.key ?? ""));
  const at = shown.findIndex(({ key }) => key === selected);
  const walk = (step: number) => {
    const next = shown[at < 0 ? 0 : at + step];
    if (next) setUrlState({ intent: next.key });
  };
  useShortcuts("catalog", {
    j: () => walk(1),
    k: () => walk(-1),
    "/": () => search.current?.focus(),
  });

  return (
    <>
      <ScreenHead
        {...{ urlState, setUrlState, catalogs, canEdit }}
        onNew={() => setBegun(emptyValues)}
      />
      {catalogs?.draft ? (
        <DraftBar
          draft={catalogs.draft}
          canEdit={canEdit}
          actions={actions}
          setUrlState={setUrlState}
        />
      ) : null}
      <div className="desk" data-view={urlState.intent ? "detail" : "list"}>
        <section
          className="desk__list"
          aria-label={treeLabels.title(catalogTitles[urlState.catalog])}
          aria-busy={query.isPending}
        >
          <div className="desk__filters desk__filters--rows">
            <SearchField
              inputRef={search}
              label={treeLabels.search}
              hideLabel
              value={urlState.words}
              maxLength={200}
              onChange={(words) => setUrlState({ words, intent: "" }, true)}
            />
          </div>
          {catalogs ? (
            <IntentTree {...{ catalogs, shown, selected, urlState, setUrlState, canEdit }} />
          ) : query.error ? (
            <ErrorState
              title={labels.loadFailed}
              problem={toProblem(query.error)}
              onRetry={() => query.refetch()}
            />
          ) : (
            <TwoPaneSkeleton label={labels.loading} />
          )}
          {catalogs && urlState.chosen.length > 0 ? (
            <SelectionBar {...{ catalogs, urlState, setUrlState, actions }} />
          ) : (
            <KeyHints />
          )}
        </section>
        <Detail
          catalogs={catalogs}
          intent={catalogs?.intents.find(({ key }) => key === selected)}
          loading={query.isPending}
          isSelected={urlState.intent !== ""}
          canEdit={canEdit}
          actions={actions}
          setUrlState={setUrlState}
        />
      </div>
      {catalogs ? (
        <Suspense>
          <OpenPanel
            {...{ urlState, setUrlState, catalogs, canEdit, actions, begun }}
            onBegin={setBegun}
            onClose={() => setUrlState({ open: "", community: "" })}
          />
        </Suspense>
      ) : null}
    </>
  );
}

type ScreenHeadProps = {
  urlState: CatalogUrlState;
  setUrlState: UpdateUrlState;
  /** Unset while they load. */
  catalogs: GetCatalogsResponse | undefined;
  canEdit: boolean;
  onNew: () => void;
};

/** The choice of the catalog, and what can be done with all of them. */
function ScreenHead({ catalogs, ...actions }: ScreenHeadProps) {
  const { urlState, setUrlState } = actions;
  return (
    <div className="screen-head">
      <h1 className="screen-title">{labels.title}</h1>
      <SegmentedControl
        label={labels.catalog}
        value={urlState.catalog}
        onChange={(next) => setUrlState({ catalog: next as CatalogName, intent: "", chosen: [] })}
        options={segments(catalogs)}
      />
      <span className="screen-head__grow" />
      {catalogs ? <HeaderActions {...actions} /> : null}
    </div>
  );
}

type OpenPanelProps = {
  urlState: CatalogUrlState;
  setUrlState: UpdateUrlState;
  catalogs: GetCatalogsResponse;
  canEdit: boolean;
  actions: ReturnType<typeof useCatalogActions>;
  /** Initial values of a new intent. Unset if none is being created. */
  begun: IntentValues | undefined;
  onBegin: (begun: IntentValues | undefined) => void;
  onClose: () => void;
};

/** The open dialog or sheet. */
function OpenPanel({ urlState, setUrlState, begun, onBegin, ...rest }: OpenPanelProps) {
  if (begun) {
    return (
      <NewIntentDialog
        catalog={urlState.catalog}
        start={begun}
        {...rest}
        onClose={() => onBegin(undefined)}
        onDone={(intent) => {
          onBegin(undefined);
          setUrlState({ intent, words: "" });
        }}
      />
    );
  }
  if (urlState.open === "versions") return <Versions {...rest} />;
  if (urlState.open === "lacks") {
    const onNew = (title: string, phrasings: readonly string[]) => {
      const samples = phrasings.slice(0, maxSamples(urlState.catalog)).join("\n");
      onBegin({ ...emptyValues, title: toTitle(title), samples });
    };
    return <KnowledgeGaps urlState={urlState} setUrlState={setUrlState} onNew={onNew} {...rest} />;
  }
  if (!rest.canEdit) return null;
  if (urlState.open === "import") return <ImportDialog catalog={urlState.catalog} {...rest} />;
  if (urlState.open === "publish") return <PublishDialog {...rest} />;
  return null;
}

function KeyHints() {
  return (
    <p className="desk__hint only-desk">
      <KeyCap>J</KeyCap>
      <KeyCap>K</KeyCap> {labels.shortcuts.nextPrevious}
      <span className="row__grow" />
      <KeyCap>/</KeyCap> {labels.shortcuts.find}
      <KeyCap>?</KeyCap> {labels.shortcuts.all}
    </p>
  );
}
