import { useQuery } from "@connectrpc/connect-query";
import { useState } from "react";
import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import {
  type Contradiction,
  ContradictionService,
} from "../../../gen/parlor/v1/contradiction_service_pb";
import { Button } from "../../../ui";
import { Sheet } from "../../../ui/table";
import { labels } from "./labels";

const { listContradictions } = ContradictionService.method;

type SideProps = { answer: Answer | undefined; onEdit: (id: string) => void };

function ContradictionSide({ answer, onEdit }: SideProps) {
  if (!answer) return null;
  const { id, question, communityId } = answer;
  return (
    <div className="pair__side">
      <h4 className="group-title">{question}</h4>
      <p className="small secondary exact-text">{answer.answer}</p>
      {communityId ? (
        <Button
          size="small"
          icon="pen"
          aria-label={labels.editQuestion(question)}
          onPress={() => onEdit(id)}
        >
          {labels.edit}
        </Button>
      ) : (
        <p className="caption">{labels.allCommunities}</p>
      )}
    </div>
  );
}

function ContradictionPair({
  pair,
  onEdit,
}: {
  pair: Contradiction;
  onEdit: (id: string) => void;
}) {
  return (
    <li className="history__one">
      <p className="strong">{pair.reasons.join("; ")}</p>
      <div className="pair__sides">
        <ContradictionSide answer={pair.first} onEdit={onEdit} />
        <ContradictionSide answer={pair.second} onEdit={onEdit} />
      </div>
    </li>
  );
}

type Props = { communityId: string; onEdit: (id: string) => void };

/**
 * Shows how many answers may conflict, and lists them on request. Renders nothing without
 * conflicts.
 */
export default function Contradictions({ communityId, onEdit }: Props) {
  const { data } = useQuery(listContradictions, { communityId, limit: 100 });
  const [open, setOpen] = useState(false);
  const pairs = data?.contradictions ?? [];
  if (pairs.length === 0) return null;
  return (
    <p className="unanswered__note small secondary">
      {labels.summary(pairs.length, data?.hasMore ?? false)}{" "}
      <Button variant="link" size="small" onPress={() => setOpen(true)}>
        {pairs.length === 1 ? labels.showPair : labels.showPairs}
      </Button>
      {open ? (
        <Sheet title={labels.title} about={labels.about} onClose={() => setOpen(false)}>
          <ul>
            {pairs.map((pair) => (
              <ContradictionPair
                key={`${pair.first?.id} ${pair.second?.id}`}
                pair={pair}
                onEdit={(id) => {
                  setOpen(false);
                  onEdit(id);
                }}
              />
            ))}
          </ul>
        </Sheet>
      ) : null}
    </p>
  );
}
