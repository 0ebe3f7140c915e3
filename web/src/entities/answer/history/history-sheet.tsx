import { timestampDate } from "@bufbuild/protobuf/wkt";
import { toProblem } from "../../../api/problem";
import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import type { AnswerVersion } from "../../../gen/parlor/v1/answer_version_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { formatDateTime } from "../../../lib/format-date";
import { useNow } from "../../../lib/use-now";
import { Badge, Button, ErrorState, Skeleton, WordDiff } from "../../../ui";
import { Sheet } from "../../../ui/table";
import { causeLabel, differences, type FieldDifference, labels } from "./labels";
import { useRestoreAnswer, useVersions } from "./use-history";

/** A changed field. The first version has no earlier one to compare with. */
function ChangedField({ name, before, after, first }: FieldDifference & { first: boolean }) {
  return (
    <div>
      <p className="caption">{name}</p>
      <p className="small word-diff">
        {first ? showDirectionMarks(after) : <WordDiff before={before} after={after} />}
      </p>
    </div>
  );
}

type VersionItemProps = {
  version: AnswerVersion;
  before: AnswerVersion | undefined;
  current: boolean;
  pending: boolean;
  onRestore: () => void;
};

/** A version, and how it differs from the one before. */
function VersionItem({ version, before, current, pending, onRestore }: VersionItemProps) {
  const now = new Date(useNow());
  const at = version.changedAt ? formatDateTime(timestampDate(version.changedAt), now) : "";
  const changed = version.removed ? [] : differences(version, before);
  const words = [version.changedBy || labels.original, at].filter(Boolean).join(" · ");
  return (
    <li className="history__one">
      <div className="row row--wrap">
        <div className="row__grow">
          <h3 className="group-title">{causeLabel(version)}</h3>
          <p className="caption">{words}</p>
        </div>
        {current ? (
          <Badge tone="info">{labels.currentVersion}</Badge>
        ) : version.removed ? null : (
          <Button
            size="small"
            icon="undo"
            pending={pending}
            aria-label={labels.restoreVersion(at, version.changedBy)}
            onPress={onRestore}
          >
            {labels.restore}
          </Button>
        )}
      </div>
      {changed.map((one) => (
        <ChangedField key={one.name} first={!before} {...one} />
      ))}
    </li>
  );
}

type Props = { communityId: string; answer: Answer; onClose: () => void };

/** The history of an answer, with a button to restore each version. */
export default function HistorySheet({ communityId, answer, onClose }: Props) {
  const query = useVersions(communityId, answer.id);
  const restore = useRestoreAnswer(communityId);
  const versions = query.data?.versions ?? [];
  const newest = versions[0];

  return (
    <Sheet title={labels.history} about={answer.question} onClose={onClose}>
      {query.isPending ? (
        <div className="stack" aria-busy="true">
          <Skeleton high="72px" />
          <Skeleton high="72px" />
          <Skeleton high="72px" />
        </div>
      ) : query.isError && !query.data ? (
        <ErrorState problem={toProblem(query.error)} onRetry={() => query.refetch()} />
      ) : (
        <>
          <ol aria-label={labels.versions}>
            {versions.map((version, at) => (
              <VersionItem
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
          {versions.length === 1 ? <p className="small secondary">{labels.noChanges}</p> : null}
          {query.data?.nextPageToken || versions.length >= 50 ? (
            <p className="caption">{labels.keptHint}</p>
          ) : null}
        </>
      )}
    </Sheet>
  );
}
