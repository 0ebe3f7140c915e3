import { useQuery } from "@connectrpc/connect-query";
import { useNavigate } from "react-router";
import { toProblem } from "../../api/problem";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import type { Draft } from "../../gen/parlor/v1/draft_pb";
import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { EscalationService } from "../../gen/parlor/v1/escalation_service_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { Dialog, EmptyState, ErrorState, Skeleton } from "../../ui";
import { readDraft, writeDraft } from "../escalation-answer/draft";
import { screenRule } from "../session/screen-access";
import { useSession } from "../session/session";
import { splitSubject, toPlainText } from "./blocks";
import { escalationLabels } from "./escalation-labels";

const limit = 50;
/** Maximum length of an answer, in characters. */
const maxAnswer = 4000;

type Props = { draft: Draft; onClose: () => void };

function Choices({ draft, onChoose }: { draft: Draft; onChoose: (id: string) => void }) {
  const query = useQuery(EscalationService.method.listEscalations, {
    communityId: draft.communityId,
    limit,
  });
  if (query.isError) {
    return <ErrorState problem={toProblem(query.error)} onRetry={() => query.refetch()} />;
  }
  if (!query.data) return <Skeleton high="72px" />;
  const { escalations } = query.data;
  if (escalations.length === 0) {
    return <EmptyState title={escalationLabels.emptyTitle} text={escalationLabels.emptyText} />;
  }
  return (
    <ul className="choice-list">
      {escalations.map(({ id, question, resident }: Escalation) => (
        <li key={id}>
          <button type="button" className="choice-list__one" onClick={() => onChoose(id)}>
            <span className="small strong">{showDirectionMarks(question)}</span>
            <span className="caption">
              {[resident?.name, resident?.unit].filter(Boolean).join(" · ")}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Appends a draft to the answer of an open escalation of its community. */
export default function EscalationDialog({ draft, onClose }: Props) {
  const { user } = useSession();
  const navigate = useNavigate();
  const choose = (id: string) => {
    const kept = readDraft(user.id, id);
    const { body } = splitSubject(draft.text);
    const answer = [kept?.answer?.trim(), toPlainText(body)].filter(Boolean).join("\n\n");
    writeDraft(user.id, id, { ...kept, answer: answer.slice(0, maxAnswer) });
    navigate(`${screenRule(Screen.ESCALATIONS).path}?id=${encodeURIComponent(id)}`);
  };
  return (
    <Dialog title={escalationLabels.title} open onClose={onClose}>
      <p className="small secondary">{escalationLabels.text}</p>
      <Choices draft={draft} onChoose={choose} />
    </Dialog>
  );
}
