import type { ReactNode } from "react";
import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import { Direction } from "../../../gen/parlor/v1/conversation_pb";
import type { HandsetMessage } from "../../../gen/parlor/v1/handset_service_pb";
import { phoneWords } from "../../../lib/names";
import { useCurrent } from "../../../rpc/current";
import { toProblem } from "../../../rpc/problem";
import { ProblemFace, Skeleton } from "../../../ui";
import { Composer, Phone, Typing } from "../../../ui/phone";
import { Thread } from "../../../ui/thread";
import { useStored } from "../stored";
import { outcomeOf } from "./outcome";
import { threadOf } from "./thread-of";
import type { Bench } from "./use-bench";

type Props = {
  label: string;
  bench: Bench;
  answers: readonly Answer[];
  /** Questions to begin with. */
  samples: readonly string[];
  /** What else one can do with a text that was decided. */
  more?: (message: HandsetMessage) => ReactNode;
};

/** The phone that plays the resident. */
export function HandsetPhone({ label, bench, answers, samples, more }: Props) {
  const { user } = useCurrent();
  const [text = "", setText] = useStored<string>(`parlor.testText.${user.id}.${label}`);
  const { handset } = bench;
  const { query, messages, unsent } = handset;
  const error = bench.problem ?? (query.data ? undefined : query.error);
  const bubbles = threadOf(messages, unsent, {
    label,
    answers,
    pickedId: bench.picked?.id,
    onPick: bench.pick,
    onTryAgain: handset.sendAgain,
    more,
  });
  const last = messages.at(-1);
  const waits = last?.direction === Direction.INBOUND && !outcomeOf(last);

  function send(body: string) {
    handset.send(body);
    setText(undefined);
  }

  return (
    <Phone
      title={label}
      note="Nothing is sent"
      aside={<span className="caption nowrap">{phoneWords(bench.phone)}</span>}
    >
      {error ? (
        <div className="phone__thread">
          <ProblemFace problem={toProblem(error)} onRetry={bench.retry} />
        </div>
      ) : query.isPending ? (
        <div className="phone__thread thread" aria-busy="true">
          <Skeleton wide="68%" high="44px" />
          <Skeleton wide="54%" high="44px" />
        </div>
      ) : (
        <Thread
          className="phone__thread"
          label={`Test conversation with ${label}`}
          brief
          own={["resident"]}
          messages={bubbles}
          before={
            bubbles.length === 0 ? (
              <FirstWords samples={samples} ready={bench.ready} onChoose={send} />
            ) : undefined
          }
          after={waits ? <Typing label={`${label} is writing`} /> : undefined}
        />
      )}
      <Composer
        label="Ask as a resident would"
        sendLabel="Ask"
        value={text}
        maxLength={1600}
        onChange={setText}
        onSend={send}
        wait={bench.ready ? undefined : "One moment: this phone gets its number."}
      />
    </Phone>
  );
}

type FirstProps = {
  samples: readonly string[];
  ready: boolean;
  onChoose: (sample: string) => void;
};

/** An empty phone: what one could ask. */
function FirstWords({ samples, ready, onChoose }: FirstProps) {
  return (
    <div className="first-words">
      <p className="first-words__title">Ask something</p>
      <p className="small secondary">
        You write as a resident; the bot answers as it would on their phone. All of it stays inside
        Parlor.
      </p>
      {samples.map((sample) => (
        <button
          key={sample}
          type="button"
          className="first-words__one"
          disabled={!ready}
          onClick={() => onChoose(sample)}
        >
          {sample}
        </button>
      ))}
    </div>
  );
}
