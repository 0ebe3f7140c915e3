import { useState } from "react";
import type { CatalogueVersion } from "../../gen/parlor/v1/catalogue_intent_pb";
import type { GetCataloguesResponse } from "../../gen/parlor/v1/catalogue_service_pb";
import { useNow } from "../../lib/now";
import { toProblem } from "../../rpc/problem";
import { Badge, Button, ProblemFace, Skeleton } from "../../ui";
import { Sheet } from "../../ui/table";
import { Differences } from "./differences";
import { useComparison, useVersions } from "./queries";
import type { Acts } from "./use-acts";
import { count, day } from "./words";

type Props = { read: GetCataloguesResponse; may: boolean; acts: Acts; onClose: () => void };

/** What was published, by whom and why; an older version can be the published one again. */
export default function Versions({ read, may, acts, onClose }: Props) {
  const query = useVersions();
  const versions = query.data?.pages.flatMap((page) => page.versions) ?? [];
  const changed = (read.draft?.changes ?? 0) > 0;
  return (
    <Sheet title="Versions" onClose={onClose}>
      {may && changed ? (
        <p className="secondary">
          Publish or discard the draft’s changes before you bring an older version back.
        </p>
      ) : null}
      {query.error ? (
        <ProblemFace
          title="The versions did not load"
          problem={toProblem(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : query.data ? (
        <ol className="versions" aria-label="Versions">
          {versions.map((version) => (
            <Version
              key={version.number}
              version={version}
              read={read}
              acts={acts}
              may={may && !changed}
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
          Show more
        </Button>
      ) : null}
    </Sheet>
  );
}

type VersionProps = {
  version: CatalogueVersion;
  read: GetCataloguesResponse;
  acts: Acts;
  may: boolean;
};

function Version({ version, read, acts, may }: VersionProps) {
  const [open, setOpen] = useState(false);
  const now = useNow();
  const { number, note, publishedBy, publishedAt, intents } = version;
  const isPublished = number === read.draft?.published;
  return (
    <li className="version">
      <div className="row">
        <span className="strong row__grow">Version {number}</span>
        {isPublished ? <Badge tone="success">Published</Badge> : null}
      </div>
      <p>{note}</p>
      <p className="caption">
        {[publishedBy, day(publishedAt, now), count(intents, "intent")].filter(Boolean).join(" · ")}
      </p>
      <div className="row">
        {number > 1 ? (
          <Button variant="link" size="small" aria-expanded={open} onPress={() => setOpen(!open)}>
            {open ? "Hide what changed" : "Show what changed"}
          </Button>
        ) : null}
        {may && !isPublished ? (
          <Button size="small" pending={acts.busy} onPress={() => acts.rollBack(number)}>
            Bring version {number} back
          </Button>
        ) : null}
      </div>
      {open ? <Changes number={number} read={read} /> : null}
    </li>
  );
}

function Changes({ number, read }: { number: number; read: GetCataloguesResponse }) {
  const { data, error, refetch } = useComparison(number - 1, number);
  if (error) {
    return (
      <p className="row row--wrap small secondary" role="alert">
        What changed did not load.
        <Button variant="link" size="small" onPress={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  }
  if (!data) return <Skeleton wide="100%" high="32px" />;
  if (data.differences.length === 0) return <p className="small secondary">Nothing changed.</p>;
  return (
    <Differences
      differences={data.differences}
      read={read}
      label={`What changed in version ${number}`}
    />
  );
}
