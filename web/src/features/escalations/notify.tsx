import { Checkbox, Segments } from "../../ui";
import type { Channel } from "./draft";
import { Exact, type ExactProps } from "./exact";

const channels = [
  { value: "text", label: "Text" },
  { value: "email", label: "E-mail" },
];

/** Whether the homeowner is told, and how. A mail is offered where an address is known. */
export function Notify(props: ExactProps) {
  const { escalation, draft, change } = props;
  const empty = draft.answer.trim() === "";
  return (
    <section className="outcome" aria-label="Notify the homeowner">
      <div className="outcome__head">
        <Checkbox
          label={<span className="group-title">Notify homeowner</span>}
          isSelected={draft.notify}
          onChange={(notify) => change({ notify })}
        />
        {!draft.notify ? null : escalation.resident?.email ? (
          <Segments
            size="small"
            label="Channel"
            value={draft.channel}
            onChange={(channel) => change({ channel: channel as Channel })}
            options={channels}
          />
        ) : (
          <span className="caption">by text</span>
        )}
      </div>
      {draft.notify && empty ? (
        <p className="caption">
          Write an answer: what the homeowner gets appears here, to the letter.
        </p>
      ) : draft.notify ? (
        <Exact {...props} />
      ) : (
        <p className="caption">Nobody is told. The answer is kept with the question.</p>
      )}
    </section>
  );
}
