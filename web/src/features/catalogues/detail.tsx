import { Suspense, useState } from "react";
import { tell } from "../../forms/tell";
import type { CatalogueIntent } from "../../gen/parlor/v1/catalogue_intent_pb";
import { Catalogue } from "../../gen/parlor/v1/catalogue_pb";
import type { GetCataloguesResponse } from "../../gen/parlor/v1/catalogue_service_pb";
import { part } from "../../lib/load";
import { Badge, Button, EmptyFace, Skeleton } from "../../ui";
import { EditForm } from "./edit-form";
import { Figures } from "./figures";
import type { Acts } from "./use-acts";
import type { Go } from "./use-place";
import { catalogues } from "./use-place";
import { changeWords, nameOf } from "./words";

const SplitDialog = part(() => import("./split-dialog"));

type Props = {
  read: GetCataloguesResponse | undefined;
  intent: CatalogueIntent | undefined;
  loading: boolean;
  /** The address names one. */
  asked: boolean;
  may: boolean;
  acts: Acts;
  go: Go;
};

/** The intent at hand: what it is, what communities have of it, and what it covers. */
export function Detail({ read, intent, loading, asked, may, acts, go }: Props) {
  const back = (
    <Button
      className="only-phone"
      variant="quiet"
      icon="back"
      aria-label="Back to the list"
      onPress={() => go({ intent: "" })}
    />
  );
  if (!read || !intent) {
    return (
      <article className="desk__detail" aria-label="Intent" aria-busy={loading}>
        {loading ? (
          <div className="intent-body" aria-hidden="true">
            <Skeleton wide="220px" high="20px" />
            <Skeleton wide="100%" high="72px" />
            <Skeleton wide="64%" high="40px" />
          </div>
        ) : asked && read ? (
          <EmptyFace
            title="It is not in the draft"
            text="It was removed or merged into another. Versions show what became of it."
            action={<Button onPress={() => go({ intent: "", open: "versions" })}>Versions</Button>}
          />
        ) : null}
      </article>
    );
  }
  const difference = read.differences.find(({ after }) => after?.key === intent.key);
  return (
    <article className="desk__detail" aria-label={intent.title}>
      <div className="case-head">
        {back}
        <div className="row__grow">
          <div className="case-head__name">
            <h2 className="panel-title truncate">{intent.title}</h2>
            {difference?.changes.map((change) => (
              <Badge key={change} tone="warning">
                {changeWords(change)}
              </Badge>
            ))}
          </div>
          <p className="caption truncate">
            {intent.category} · {intent.key}
          </p>
        </div>
        {may ? <IntentActs read={read} intent={intent} acts={acts} go={go} /> : null}
      </div>
      <div className="intent-body">
        <Figures keys={[intent.key]} />
        {may ? (
          <EditForm key={intent.key} read={read} intent={intent} acts={acts} />
        ) : (
          <Shown read={read} intent={intent} />
        )}
        {intent.catalogue === Catalogue.MERGED ? (
          <Covered read={read} intent={intent} go={go} />
        ) : null}
      </div>
    </article>
  );
}

type ActsProps = { read: GetCataloguesResponse; intent: CatalogueIntent; acts: Acts; go: Go };

function IntentActs({ read, intent, acts, go }: ActsProps) {
  const [splitting, setSplitting] = useState(false);
  const remove = () =>
    acts
      .edit({ remove: { keys: [intent.key] } }, `“${intent.title}” is out of the draft.`)
      .then(() => go({ intent: "", chosen: [] }, true))
      .catch(tell);
  return (
    <>
      <Button size="small" onPress={() => setSplitting(true)}>
        Split
      </Button>
      <Button
        size="small"
        variant="quiet"
        icon="bin"
        aria-label={`Remove ${intent.title}`}
        isDisabled={acts.busy}
        onPress={() => void remove()}
      />
      {splitting ? (
        <Suspense>
          <SplitDialog
            read={read}
            intent={intent}
            acts={acts}
            onClose={() => setSplitting(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** For whoever may look and not edit. */
function Shown({ read, intent }: { read: GetCataloguesResponse; intent: CatalogueIntent }) {
  const merged = read.intents.find(({ key }) => key === intent.merged);
  return (
    <section className="stack">
      <h3 className="label">Sample questions</h3>
      <ul className="stack stack--tight">
        {intent.samples.map((sample) => (
          <li key={sample}>“{sample}”</li>
        ))}
      </ul>
      {merged ? <p className="secondary">Covered by “{merged.title}”.</p> : null}
      <p className="caption">Administrators of the platform edit the catalogues.</p>
    </section>
  );
}

/** The fine intents that a merged one covers. */
function Covered({ read, intent, go }: Omit<ActsProps, "acts">) {
  const covered = read.intents.filter(({ merged }) => merged === intent.key);
  const open = (one: CatalogueIntent) =>
    go({ catalogue: nameOf(catalogues, one.catalogue), intent: one.key, words: "", chosen: [] });
  return (
    <section className="stack" aria-label="Covers">
      <h3 className="label">
        {covered.length === 0 ? "Covers no fine intent" : `Covers ${covered.length} fine intents`}
      </h3>
      <ul className="covered">
        {covered.map((one) => (
          <li key={one.key}>
            <Button variant="link" size="small" onPress={() => open(one)}>
              {one.title}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
