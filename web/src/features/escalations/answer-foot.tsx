import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { useNow } from "../../lib/now";
import { whenWords } from "../../lib/when";
import { Button, Icon, Menu } from "../../ui";
import { dismissEntries } from "./case-head";
import type { Draft } from "./draft";
import type { Acts } from "./use-acts";
import { actWords } from "./words";

type Props = {
  escalation: Escalation;
  draft: Draft;
  savedAt: number | undefined;
  /** What the homeowner gets; empty where that is not known, or nothing. */
  text: string;
  unfolded: boolean;
  onUnfold: () => void;
  acts: Acts;
  onSubmit: () => void;
};

/** What ends the work on an escalation. */
export function AnswerFoot({ escalation, draft, savedAt, text, acts, ...props }: Props) {
  const now = useNow();
  return (
    <footer className="case-foot">
      <span className="only-desk">
        <Menu
          label="Dismiss"
          placement="bottom start"
          items={dismissEntries(escalation, acts)}
          trigger={<Button variant="quiet">Dismiss…</Button>}
        />
      </span>
      <span className="row__grow caption truncate case-foot__saved only-desk">
        {savedAt ? `Draft saved ${whenWords(new Date(savedAt), new Date(now))}` : null}
      </span>
      {/* In a low window alone: there the conversation has the room. */}
      <button
        type="button"
        className="case-foot__unfold"
        aria-expanded={props.unfolded}
        onClick={props.onUnfold}
      >
        <span className={text ? "visually-hidden" : undefined}>What is taught and sent</span>
        {text ? <span className="truncate">{text}</span> : null}
        <Icon name="down" size="small" />
      </button>
      <Button variant="primary" onPress={props.onSubmit}>
        {actWords(draft.train, draft.notify)}
      </Button>
    </footer>
  );
}
