import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useState } from "react";
import { useNow } from "../../../lib/now";
import { whenWords } from "../../../lib/when";
import { toProblem } from "../../../rpc/problem";
import { Button, EmptyFace, ProblemFace, Skeleton, toast } from "../../../ui";
import { Sheet } from "../../../ui/table";
import "./history.css";
import { useRemoved, useRestore } from "./use-history";

type Props = { communityId: string; onClose: () => void };

/** What was removed from a community, one press away from being there again. */
export default function Removed({ communityId, onClose }: Props) {
  const query = useRemoved(communityId);
  const { bring, brings } = useRestore(communityId);
  const [back, setBack] = useState<readonly string[]>([]);
  const now = new Date(useNow());
  const removed = (query.data?.answers ?? []).filter(({ answerId }) => !back.includes(answerId));

  async function restore(id: string) {
    try {
      await bring(id, 0n);
      setBack((all) => [...all, id]);
      toast.success("The answer is back.");
    } catch (error) {
      const { title, text } = toProblem(error);
      toast.error({ title: "It was not brought back.", text: `${title} ${text}` });
    }
  }

  return (
    <Sheet title="Removed answers" onClose={onClose}>
      {query.isPending ? (
        <div className="stack" aria-busy="true">
          <Skeleton high="72px" />
          <Skeleton high="72px" />
        </div>
      ) : query.isError && !query.data ? (
        <ProblemFace problem={toProblem(query.error)} onRetry={() => query.refetch()} />
      ) : removed.length === 0 ? (
        <EmptyFace
          title="Nothing was removed"
          text="An answer that somebody deletes is kept here."
        />
      ) : (
        <ul className="history" aria-label="Removed answers">
          {removed.map(({ answerId, question, answer, changedBy, changedAt }) => (
            <li key={answerId} className="history__one">
              <div className="row row--wrap">
                <div className="row__grow">
                  <h3 className="group-title">{question}</h3>
                  <p className="caption">
                    {[changedBy, changedAt ? whenWords(timestampDate(changedAt), now) : ""]
                      .filter(Boolean)
                      .join(" · ")}
                  </p>
                </div>
                <Button
                  size="small"
                  icon="undo"
                  pending={brings(answerId)}
                  aria-label={`Bring back: ${question}`}
                  onPress={() => void restore(answerId)}
                >
                  Bring back
                </Button>
              </div>
              <p className="small secondary history__words">{answer}</p>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}
