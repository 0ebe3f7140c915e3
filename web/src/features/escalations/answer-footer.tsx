import type { Draft } from "../../entities/escalation-answer/draft";
import { AttachPhoto } from "../../entities/photo-picker/attached-photos";
import type { PhotosToSendState } from "../../entities/photo-picker/use-photos-to-send";
import { sendAnyway } from "../../entities/typing/labels";
import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { formatDateTime } from "../../lib/format-date";
import { useMedia } from "../../lib/use-media";
import { useNow } from "../../lib/use-now";
import { Button, Icon, Menu } from "../../ui";
import { answerLabels, submitLabel } from "./detail-labels";
import { dismissMenuEntries } from "./header";
import type { EscalationActions } from "./use-escalation-actions";

type Props = {
  escalation: Escalation;
  draft: Draft;
  savedAt: number | undefined;
  /** Text for the homeowner; empty if unknown or none. */
  text: string;
  /** The text is of an earlier answer. */
  stale: boolean;
  unfolded: boolean;
  /** A colleague is typing in the thread too. Pressing Send again sends. */
  asksToSend: boolean;
  photos: PhotosToSendState;
  /** The user chose photos to attach. */
  onAttach: () => void;
  onUnfold: () => void;
  actions: EscalationActions;
  onSubmit: () => void;
};

/** Footer of the answer form, with the buttons that close the escalation. */
export function AnswerFooter({ escalation, draft, savedAt, text, actions, ...props }: Props) {
  const now = useNow();
  const narrow = useMedia("(max-width: 760px)");
  return (
    <footer className="case-foot">
      {narrow && text ? (
        <section
          className="exact-text case-foot__text"
          aria-label={answerLabels.sentText}
          aria-busy={props.stale}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls
          tabIndex={0}
        >
          {showDirectionMarks(text.trimEnd())}
        </section>
      ) : null}
      <span className="only-desk">
        <Menu
          label={answerLabels.dismiss}
          placement="bottom start"
          items={dismissMenuEntries(escalation, actions)}
          trigger={<Button variant="quiet">{answerLabels.openDismiss}</Button>}
        />
      </span>
      <span className="row__grow caption truncate case-foot__saved only-desk">
        {savedAt ? answerLabels.draftSaved(formatDateTime(new Date(savedAt), new Date(now))) : null}
      </span>
      {/* Shown in low windows only, where the options are collapsed. */}
      <button
        type="button"
        className="case-foot__unfold"
        aria-expanded={props.unfolded}
        onClick={props.onUnfold}
      >
        <span className={text ? "visually-hidden" : undefined}>{answerLabels.options}</span>
        {text ? <span className="truncate">{text}</span> : null}
        <Icon name="down" size="small" />
      </button>
      {draft.notify ? (
        <AttachPhoto
          picker={props.photos.picker}
          disabled={!props.photos.canAttach}
          onAttach={props.onAttach}
        />
      ) : null}
      <Button variant="primary" onPress={props.onSubmit}>
        {props.asksToSend ? sendAnyway : submitLabel(draft.train, draft.notify)}
      </Button>
    </footer>
  );
}
