import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import type { AnswerVersion } from "../../../gen/parlor/v1/answer_version_pb";
import { useNow } from "../../../lib/now";
import { whenWords } from "../../../lib/when";
import { toProblem } from "../../../rpc/problem";
import { Badge, Button, ProblemFace, Skeleton } from "../../../ui";
import { Sheet } from "../../../ui/table";
import { diff, type Piece } from "./diff";
import "./history.css";
import { useRestore, useVersions } from "./use-history";
import { causeWords, type Difference, differences } from "./words";

const marks = {
  same: (text: string, key: number) => <span key={key}>{text}</span>,
  gone: (text: string, key: number) => <del key={key}>{text}</del>,
  new: (text: string, key: number) => <ins key={key}>{text}</ins>,
} satisfies Record<Piece["kind"], unknown>;

/** Of the first version nothing is new: it is what the next ones changed. */
function Changed({ name, before, after, first }: Difference & { first: boolean }) {
  return (
    <div>
      <p className="caption">{name}</p>
      <p className="small history__words">
        {first ? after : diff(before, after).map(({ kind, text }, at) => marks[kind](text, at))}
      </p>
    </div>
  );
}

type OneProps = {
  version: AnswerVersion;
  before: AnswerVersion | undefined;
  current: boolean;
  pending: boolean;
  onRestore: () => void;
};

/** One version, and what it has other than the one before it. */
function One({ version, before, current, pending, onRestore }: OneProps) {
  const now = new Date(useNow());
  const at = version.changedAt ? whenWords(timestampDate(version.changedAt), now) : "";
  const changed = version.removed ? [] : differences(version, before);
  const restores = [
    "Restore the words",
    at && `from ${at}`,
    version.changedBy && `by ${version.changedBy}`,
  ];
  const words = [version.changedBy || "Came with the community", at].filter(Boolean).join(" · ");
  return (
    <li className="history__one">
      <div className="row row--wrap">
        <div className="row__grow">
          <h3 className="group-title">{causeWords(version)}</h3>
          <p className="caption">{words}</p>
        </div>
        {current ? (
          <Badge tone="info">As it is now</Badge>
        ) : version.removed ? null : (
          <Button
            size="small"
            icon="undo"
            pending={pending}
            aria-label={restores.filter(Boolean).join(" ")}
            onPress={onRestore}
          >
            Restore
          </Button>
        )}
      </div>
      {changed.map((one) => (
        <Changed key={one.name} first={!before} {...one} />
      ))}
    </li>
  );
}

type Props = { communityId: string; answer: Answer; onClose: () => void };

/** What an answer was, what each change made of it, and the way back. */
export default function History({ communityId, answer, onClose }: Props) {
  const query = useVersions(communityId, answer.id);
  const restore = useRestore(communityId);
  const versions = query.data?.versions ?? [];
  const newest = versions[0];

  return (
    <Sheet title="History" about={answer.question} onClose={onClose}>
      {query.isPending ? (
        <div className="stack" aria-busy="true">
          <Skeleton high="72px" />
          <Skeleton high="72px" />
          <Skeleton high="72px" />
        </div>
      ) : query.isError && !query.data ? (
        <ProblemFace problem={toProblem(query.error)} onRetry={() => query.refetch()} />
      ) : (
        <>
          <ol className="history" aria-label="Versions">
            {versions.map((version, at) => (
              <One
                key={`${version.version}`}
                version={version}
                before={versions[at + 1]}
                current={version === newest}
                pending={restore.brings(answer.id, version.version)}
                onRestore={() => {
                  const now = { id: answer.id, version: newest?.version ?? 0n };
                  void restore.back(now, version.version);
                }}
              />
            ))}
          </ol>
          {versions.length === 1 ? (
            <p className="small secondary">
              Nobody changed it yet. Each change from now on is kept here.
            </p>
          ) : null}
          {query.data?.nextPageToken || versions.length >= 50 ? (
            <p className="caption">The newest 50 versions are kept.</p>
          ) : null}
        </>
      )}
    </Sheet>
  );
}
