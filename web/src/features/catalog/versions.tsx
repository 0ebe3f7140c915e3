import { useState } from "react";
import { toProblem } from "../../api/problem";
import type { CatalogVersion } from "../../gen/parlor/v1/catalog_intent_pb";
import type { GetCatalogsResponse } from "../../gen/parlor/v1/catalog_service_pb";
import { countLabel } from "../../lib/count-label";
import { showDirectionMarks } from "../../lib/direction-marks";
import { useNow } from "../../lib/use-now";
import { Badge, Button, ErrorState, Skeleton } from "../../ui";
import { Sheet } from "../../ui/table";
import { Differences } from "./differences";
import { formatAskedAt, labels } from "./labels";
import { useComparison, useVersions } from "./queries";
import type { CatalogActions } from "./use-catalog-actions";
import { versionLabels } from "./version-labels";

type Props = {
  catalogs: GetCatalogsResponse;
  canEdit: boolean;
  actions: CatalogActions;
  onClose: () => void;
};

/** The published versions, with author and notes. Older ones can be published again. */
export default function Versions({ catalogs, canEdit, actions, onClose }: Props) {
  const query = useVersions();
  const versions = query.data?.pages.flatMap((page) => page.versions) ?? [];
  const changed = (catalogs.draft?.changes ?? 0) > 0;
  return (
    <Sheet title={labels.versions} onClose={onClose}>
      {canEdit && changed ? <p className="secondary">{versionLabels.hasUnpublished}</p> : null}
      {query.error ? (
        <ErrorState
          title={versionLabels.loadFailed}
          problem={toProblem(query.error)}
          onRetry={() => query.refetch()}
        />
      ) : query.data ? (
        <ol className="versions" aria-label={labels.versions}>
          {versions.map((version) => (
            <VersionItem
              key={version.number}
              version={version}
              catalogs={catalogs}
              actions={actions}
              canEdit={canEdit && !changed}
            />
          ))}
        </ol>
      ) : (
        <div className="stack" aria-hidden="true">
          <Skeleton wide="100%" high="56px" />
          <Skeleton wide="100%" high="56px" />
        </div>
      )}
      {query.hasNextPage ? (
        <Button pending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
          {versionLabels.showMore}
        </Button>
      ) : null}
    </Sheet>
  );
}

type VersionItemProps = {
  version: CatalogVersion;
  catalogs: GetCatalogsResponse;
  actions: CatalogActions;
  canEdit: boolean;
};

function VersionItem({ version, catalogs, actions, canEdit }: VersionItemProps) {
  const [open, setOpen] = useState(false);
  const now = useNow();
  const { number, note, publishedBy, publishedAt, intents } = version;
  const isPublished = number === catalogs.draft?.published;
  return (
    <li className="catalog-version">
      <div className="row">
        <span className="strong row__grow">{versionLabels.version(number)}</span>
        {isPublished ? <Badge tone="success">{versionLabels.published}</Badge> : null}
      </div>
      <p>{showDirectionMarks(note)}</p>
      <p className="caption">
        {[publishedBy, formatAskedAt(publishedAt, now), countLabel(intents, "intent")]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <div className="row">
        {number > 1 ? (
          <Button variant="link" size="small" aria-expanded={open} onPress={() => setOpen(!open)}>
            {open ? versionLabels.hideChanges : versionLabels.showChanges}
          </Button>
        ) : null}
        {canEdit && !isPublished ? (
          <Button size="small" pending={actions.busy} onPress={() => actions.rollBack(number)}>
            {versionLabels.restore(number)}
          </Button>
        ) : null}
      </div>
      {open ? <VersionChanges number={number} catalogs={catalogs} /> : null}
    </li>
  );
}

function VersionChanges({ number, catalogs }: { number: number; catalogs: GetCatalogsResponse }) {
  const { data, error, refetch } = useComparison(number - 1, number);
  if (error) {
    return (
      <p className="row row--wrap small secondary" role="alert">
        {versionLabels.changesFailed}
        <Button variant="link" size="small" onPress={() => void refetch()}>
          {labels.tryAgain}
        </Button>
      </p>
    );
  }
  if (!data) return <Skeleton wide="100%" high="32px" />;
  if (data.differences.length === 0)
    return <p className="small secondary">{versionLabels.noChanges}</p>;
  return (
    <Differences
      differences={data.differences}
      catalogs={catalogs}
      label={versionLabels.changesOf(number)}
    />
  );
}
