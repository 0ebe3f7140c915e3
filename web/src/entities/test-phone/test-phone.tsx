import type { ReactNode } from "react";
import { toProblem } from "../../api/problem";
import type { Answer } from "../../gen/parlor/v1/answer_pb";
import { Direction } from "../../gen/parlor/v1/conversation_pb";
import type { TestPhoneMessage } from "../../gen/parlor/v1/test_phone_service_pb";
import { draftKey, useStoredDraft } from "../../lib/drafts";
import { formatPhone } from "../../lib/names";
import { Button, ErrorState, Skeleton } from "../../ui";
import { Composer, Phone, Typing } from "../../ui/phone";
import { Thread } from "../../ui/thread";
import type { LoadMore } from "../../ui/use-load-more";
import { AttachedPhotos, AttachPhoto } from "../photo-picker/attached-photos";
import { usePhotoPicker } from "../photo-picker/use-photo-picker";
import { useSession } from "../session/session";
import { labels } from "./labels";
import { toOutcome } from "./outcome";
import { toThread } from "./to-thread";
import type { TestPhoneState } from "./use-test-phone";

/** Maximum photos of a text. */
const maxPhotos = 10;

type Props = {
  label: string;
  bench: TestPhoneState;
  answers: readonly Answer[];
  /** Suggested first questions. */
  samples: readonly string[];
  /** Renders further actions for a text that has a decision. */
  more?: (message: TestPhoneMessage) => ReactNode;
};

/** Simulated phone of a resident. */
export function TestPhone({ label, bench, answers, samples, more }: Props) {
  const { user } = useSession();
  const key = draftKey("test-phone", user.id, bench.communityId);
  const [text = "", setText] = useStoredDraft<string>(key);
  const { testPhone } = bench;
  const { query, messages, unsent } = testPhone;
  const error = bench.problem ?? (query.data ? undefined : query.error);
  const bubbles = toThread(messages, unsent, {
    label,
    answers,
    pickedId: bench.picked?.id,
    onPick: bench.pick,
    onTryAgain: testPhone.sendAgain,
    more,
  });
  const last = messages.at(-1);
  const waits = last?.direction === Direction.INBOUND && !toOutcome(last);

  const picker = usePhotoPicker(maxPhotos, key);

  function send(body: string) {
    testPhone.send(
      body,
      picker.photos.map(({ url }) => url),
    );
    setText(undefined);
    picker.clear(picker.photos);
  }

  return (
    <Phone
      title={label}
      note={labels.nothingSent}
      aside={<span className="caption nowrap">{formatPhone(bench.phone)}</span>}
    >
      {error ? (
        <div className="phone__thread">
          <ErrorState problem={toProblem(error)} onRetry={bench.retry} />
        </div>
      ) : query.isPending ? (
        <div className="phone__thread thread" aria-busy="true">
          <Skeleton wide="68%" high="44px" />
          <Skeleton wide="54%" high="44px" />
        </div>
      ) : (
        <Thread
          className="phone__thread"
          label={labels.conversation(label)}
          brief
          own={["resident"]}
          messages={bubbles}
          before={
            bubbles.length === 0 ? (
              <StarterQuestions samples={samples} ready={bench.ready} onChoose={send} />
            ) : testPhone.earlier ? (
              <EarlierTexts {...testPhone.earlier} />
            ) : undefined
          }
          after={waits ? <Typing label={labels.typing(label)} /> : undefined}
        />
      )}
      <AttachedPhotos picker={picker} />
      <Composer
        label={labels.field}
        sendLabel={labels.send}
        value={text}
        maxLength={1600}
        onChange={(next) => setText(next || undefined)}
        onSend={send}
        wait={bench.ready ? undefined : labels.gettingNumber}
        attach={<AttachPhoto picker={picker} disabled={!bench.ready} />}
        mayBeEmpty={picker.photos.length > 0}
      />
    </Phone>
  );
}

function EarlierTexts({ pending, failed, onMore }: LoadMore) {
  return (
    <div className="thread__begin" role={failed ? "alert" : undefined}>
      {failed ? <p className="caption">{failed}</p> : null}
      <Button size="small" pending={pending} onPress={onMore}>
        {failed ? labels.tryAgain : labels.earlier}
      </Button>
    </div>
  );
}

type StarterProps = {
  samples: readonly string[];
  ready: boolean;
  onChoose: (sample: string) => void;
};

/** Suggestions on an empty phone. */
function StarterQuestions({ samples, ready, onChoose }: StarterProps) {
  return (
    <div className="first-words">
      <p className="first-words__title">{labels.starterTitle}</p>
      <p className="small secondary">{labels.starterText}</p>
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
