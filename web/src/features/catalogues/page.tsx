import { Suspense, useRef, useState } from "react";
import type { GetCataloguesResponse } from "../../gen/parlor/v1/catalogue_service_pb";
import { part } from "../../lib/load";
import { useMedia } from "../../lib/media";
import { useKeys } from "../../lib/use-keys";
import { useIsPlatform } from "../../rpc/acting";
import { toProblem } from "../../rpc/problem";
import { Key, ProblemFace, SearchField, Segments } from "../../ui";
import { DeskSkeleton } from "../../ui/desk";
import { ChosenBar } from "./chosen-bar";
import { Detail } from "./detail";
import { DraftBar } from "./draft-bar";
import { nothing, type Values } from "./fields";
import { HeadActs } from "./head-acts";
import { useCatalogues } from "./queries";
import { Tree } from "./tree";
import { useActs } from "./use-acts";
import { type CatalogueName, catalogues, type Go, type Place, usePlace } from "./use-place";
import { asTitle, catalogueTitles, found, mostSamples } from "./words";
import "./catalogues.css";

const Versions = part(() => import("./versions"));
const ImportDialog = part(() => import("./import-dialog"));
const PublishDialog = part(() => import("./publish-dialog"));
const Lacks = part(() => import("./lacks"));
const NewDialog = part(() => import("./new-dialog"));

const names = Object.keys(catalogues) as CatalogueName[];

function segments(read: GetCataloguesResponse | undefined) {
  return names.map((value) => ({
    value,
    label: catalogueTitles[value],
    ...(read && {
      count: read.intents.filter(({ catalogue }) => catalogue === catalogues[value]).length,
    }),
  }));
}

/** The catalogues of what residents ask: a tree, and the intent at hand. */
export default function CataloguesPage() {
  const [place, go] = usePlace();
  const narrow = useMedia("(max-width: 760px)");
  const query = useCatalogues();
  const read = query.data;
  const may = useIsPlatform();
  const acts = useActs(read?.draft);
  const [begun, setBegun] = useState<Values>();
  const search = useRef<HTMLInputElement>(null);

  const own = (read?.intents ?? []).filter(
    ({ catalogue }) => catalogue === catalogues[place.catalogue],
  );
  const shown = found(own, place.words);
  // A wide desk always has something on it; a phone shows the tree first.
  const selected = place.intent || (narrow ? "" : (shown[0]?.key ?? ""));
  const at = shown.findIndex(({ key }) => key === selected);
  const walk = (step: number) => {
    const next = shown[at < 0 ? 0 : at + step];
    if (next) go({ intent: next.key });
  };
  useKeys({ j: () => walk(1), k: () => walk(-1), "/": () => search.current?.focus() });

  return (
    <>
      <div className="screen-head">
        <h1 className="screen-title">Knowledge base management</h1>
        <Segments
          label="Catalogue"
          value={place.catalogue}
          onChange={(next) => go({ catalogue: next as CatalogueName, intent: "", chosen: [] })}
          options={segments(read)}
        />
        <span className="screen-head__grow" />
        {read ? <HeadActs place={place} go={go} may={may} onNew={() => setBegun(nothing)} /> : null}
      </div>
      {read?.draft ? <DraftBar draft={read.draft} may={may} acts={acts} go={go} /> : null}
      <div className="desk" data-view={place.intent ? "detail" : "list"}>
        <section
          className="desk__list"
          aria-label={`${catalogueTitles[place.catalogue]} intents`}
          aria-busy={query.isPending}
        >
          <div className="desk__filters desk__filters--rows">
            <SearchField
              inputRef={search}
              label="Find in titles and samples"
              hideLabel
              value={place.words}
              maxLength={200}
              onChange={(words) => go({ words, intent: "" }, true)}
            />
          </div>
          {read ? (
            <Tree read={read} shown={shown} selected={selected} place={place} go={go} may={may} />
          ) : query.error ? (
            <ProblemFace
              title="The catalogues did not load"
              problem={toProblem(query.error)}
              onRetry={() => void query.refetch()}
            />
          ) : (
            <DeskSkeleton label="Loading the catalogues" />
          )}
          {read && place.chosen.length > 0 ? (
            <ChosenBar read={read} place={place} go={go} acts={acts} />
          ) : (
            <Hint />
          )}
        </section>
        <Detail
          read={read}
          intent={read?.intents.find(({ key }) => key === selected)}
          loading={query.isPending}
          asked={place.intent !== ""}
          may={may}
          acts={acts}
          go={go}
        />
      </div>
      {read ? (
        <Suspense>
          <Opened
            {...{ place, go, read, may, acts, begun }}
            onBegin={setBegun}
            onClose={() => go({ open: "", community: "" })}
          />
        </Suspense>
      ) : null}
    </>
  );
}

type OpenedProps = {
  place: Place;
  go: Go;
  read: GetCataloguesResponse;
  may: boolean;
  acts: ReturnType<typeof useActs>;
  /** What is known of an intent that is being made; unset when none is. */
  begun: Values | undefined;
  onBegin: (begun: Values | undefined) => void;
  onClose: () => void;
};

/** What is open over the desk. */
function Opened({ place, go, begun, onBegin, ...rest }: OpenedProps) {
  if (begun) {
    return (
      <NewDialog
        catalogue={place.catalogue}
        start={begun}
        {...rest}
        onClose={() => onBegin(undefined)}
        onDone={(intent) => {
          onBegin(undefined);
          go({ intent, words: "" });
        }}
      />
    );
  }
  if (place.open === "versions") return <Versions {...rest} />;
  if (place.open === "lacks") {
    const onNew = (title: string, ways: readonly string[]) => {
      const samples = ways.slice(0, mostSamples(place.catalogue)).join("\n");
      onBegin({ ...nothing, title: asTitle(title), samples });
    };
    return <Lacks place={place} go={go} onNew={onNew} {...rest} />;
  }
  if (!rest.may) return null;
  if (place.open === "import") return <ImportDialog catalogue={place.catalogue} {...rest} />;
  if (place.open === "publish") return <PublishDialog {...rest} />;
  return null;
}

function Hint() {
  return (
    <p className="desk__hint only-desk">
      <Key>J</Key>
      <Key>K</Key> next, previous
      <span className="row__grow" />
      <Key>/</Key> find
      <Key>?</Key> all
    </p>
  );
}
