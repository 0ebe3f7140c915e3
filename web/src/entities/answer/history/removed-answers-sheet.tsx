import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useState } from "react";
import { toProblem } from "../../../api/problem";
import { toastFailure } from "../../../forms/toast-error";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { formatDateTime } from "../../../lib/format-date";
import { useNow } from "../../../lib/use-now";
import { Button, EmptyState, ErrorState, Skeleton, toast } from "../../../ui";
import { Sheet } from "../../../ui/table";
import { labels as answerLabels } from "../labels";
import { labels } from "./labels";
import { useRemovedAnswers, useRestoreAnswer } from "./use-history";

type Props = { communityId: string; onClose: () => void };

/** Lists the removed answers of a community, with buttons to restore them. */
export default function RemovedAnswersSheet({ communityId, onClose }: Props) {
  const query = useRemovedAnswers(communityId);
  const { bring, brings } = useRestoreAnswer(communityId);
  const [back, setBack] = useState<readonly string[]>([]);
  const now = new Date(useNow());
  const removed = (query.data?.answers ?? []).filter(({ answerId }) => !back.includes(answerId));

  async function restore(id: string) {
    try {
      await bring(id, 0n);
      setBack((all) => [...all, id]);
      toast.success(labels.answerRestored);
    } catch (error) {
      toastFailure(labels.answerFailed, error);
    }
  }

  return (
    <Sheet title={answerLabels.removedAnswers} onClose={onClose}>
      {query.isPending ? (
        <div className="stack" aria-busy="true">
          <Skeleton high="72px" />
          <Skeleton high="72px" />
        </div>
      ) : query.isError && !query.data ? (
        <ErrorState problem={toProblem(query.error)} onRetry={() => query.refetch()} />
      ) : removed.length === 0 ? (
        <EmptyState title={labels.noneRemovedTitle} text={labels.noneRemovedText} />
      ) : (
        <ul aria-label={answerLabels.removedAnswers}>
          {removed.map(({ answerId, question, answer, changedBy, changedAt }) => (
            <li key={answerId} className="history__one">
              <div className="row row--wrap">
                <div className="row__grow">
                  <h3 className="group-title">{showDirectionMarks(question)}</h3>
                  <p className="caption">
                    {[changedBy, changedAt ? formatDateTime(timestampDate(changedAt), now) : ""]
                      .filter(Boolean)
                      .join(" · ")}
                  </p>
                </div>
                <Button
                  size="small"
                  icon="undo"
                  pending={brings(answerId)}
                  aria-label={labels.restoreAnswer(showDirectionMarks(question))}
                  onPress={() => void restore(answerId)}
                >
                  {labels.restore}
                </Button>
              </div>
              <p className="small secondary history__words">{showDirectionMarks(answer)}</p>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}
