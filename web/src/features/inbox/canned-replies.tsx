import {
  type KeyboardEvent,
  type Ref,
  type SyntheticEvent,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import type { FieldTools, WrittenField } from "../../forms/field-tools";
import type { CannedReply } from "../../gen/parlor/v1/canned_reply_service_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { Button, KeyCap } from "../../ui";
import { cannedLabels } from "./canned-labels";
import { labels } from "./labels";
import { fillIn, firstBlank, type MergeValues } from "./merge-fields";
import { useCannedReplies } from "./queries";

const afterSlash = /(?:^|\s)\/([a-z0-9-]*)$/i;

type Search = { words: string; from: number };

/** Returns what is typed after the slash before the caret. */
function searchAt(text: string, caret: number): Search | undefined {
  const found = afterSlash.exec(text.slice(0, caret));
  if (!found) return undefined;
  const words = found[1] ?? "";
  return { words: words.toLowerCase(), from: caret - words.length - 1 };
}

function matching(replies: readonly CannedReply[], words: string): readonly CannedReply[] {
  const starts = (text: string) =>
    text
      .toLowerCase()
      .split(/[\s-]+/)
      .some((one) => one.startsWith(words));
  return replies.filter(
    ({ title, shortcut }) => shortcut.startsWith(words) || starts(title) || starts(shortcut),
  );
}

/** Replaces a part of the text, and places the caret after it. */
function insert(field: WrittenField, from: number, to: number, body: string): number {
  const { fieldId, text, change } = field;
  flushSync(() => change(text.slice(0, from) + body + text.slice(to)));
  const caret = from + body.length;
  const element = document.getElementById(fieldId);
  if (element instanceof HTMLTextAreaElement) {
    element.focus();
    element.setSelectionRange(caret, caret);
  }
  return caret;
}

/** The tools of a composer: canned replies after a slash or by a button. */
export function useCannedReplyTools(values: MergeValues, onManage: () => void): FieldTools {
  const starter = useRef<() => void>(null);
  return {
    around: (field) => (
      <CannedReplyField field={field} values={values} starter={starter} onManage={onManage} />
    ),
    button: (
      <Button variant="quiet" size="small" icon="text" onPress={() => starter.current?.()}>
        {labels.cannedReplies} <KeyCap>/</KeyCap>
      </Button>
    ),
  };
}

type FieldProps = {
  field: WrittenField;
  values: MergeValues;
  /** Set to a function that types a slash into the field. */
  starter: Ref<() => void>;
  onManage: () => void;
};

function CannedReplyField({ field, values, starter, onManage }: FieldProps) {
  const { fieldId, text } = field;
  const replies = useCannedReplies().data ?? [];
  const [caret, setCaret] = useState(text.length);
  // A draft restored with a slash at its end must not open the list.
  const [dismissed, setDismissed] = useState<string | undefined>(text);
  const [active, setActive] = useState(0);
  const listId = useId();
  const search = dismissed === text ? undefined : searchAt(text, caret);
  const shown = search ? matching(replies, search.words) : [];
  const isOpen = search !== undefined;
  const at = Math.min(active, shown.length - 1);
  const activeId = isOpen && at >= 0 ? `${listId}-${at}` : "";

  // The field belongs to the composer, so it is found through the document.
  useEffect(() => {
    const element = document.getElementById(fieldId);
    if (!element) return;
    if (!activeId) return;
    element.setAttribute("aria-activedescendant", activeId);
    element.setAttribute("aria-controls", listId);
    return () => {
      element.removeAttribute("aria-activedescendant");
      element.removeAttribute("aria-controls");
    };
  }, [fieldId, activeId, listId]);

  useImperativeHandle(starter, () => () => {
    const isApart = caret === 0 || /\s/.test(text[caret - 1] ?? "");
    setDismissed(undefined);
    setCaret(insert(field, caret, caret, isApart ? "/" : " /"));
  });
  const choose = (reply: CannedReply) => {
    if (!search) return;
    setCaret(insert(field, search.from, caret, fillIn(reply.body, values)));
    setActive(0);
  };
  const follow = (event: SyntheticEvent) => {
    if (event.target instanceof HTMLTextAreaElement) setCaret(event.target.selectionStart);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = shown[at];
    const act: Record<string, (() => void) | undefined> = {
      ArrowDown: () => setActive((at + 1) % shown.length),
      ArrowUp: () => setActive((at - 1 + shown.length) % shown.length),
      Enter: chosen ? () => choose(chosen) : undefined,
      Tab: chosen ? () => choose(chosen) : undefined,
      Escape: () => setDismissed(text),
    };
    const handle = isOpen && !event.ctrlKey && !event.metaKey ? act[event.key] : undefined;
    if (!handle || (shown.length === 0 && event.key !== "Escape")) return;
    event.preventDefault();
    event.stopPropagation();
    handle();
  };
  const blank = firstBlank(text);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field inside
    <div
      className="canned-field"
      onKeyDownCapture={onKeyDown}
      onInput={follow}
      onKeyUp={follow}
      onPointerUp={follow}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setDismissed(text);
      }}
    >
      {isOpen ? (
        <CannedMenu
          words={search.words}
          onManage={onManage}
          matches={{
            ...{ listId, shown, at },
            isEmpty: replies.length === 0,
            toText: (body) => fillIn(body, values),
            onChoose: choose,
          }}
        />
      ) : null}
      {field.children}
      {blank ? (
        <p className="caption canned__blank" role="status">
          {cannedLabels.replaceFirst(blank)}
        </p>
      ) : null}
    </div>
  );
}

type MatchesProps = {
  listId: string;
  shown: readonly CannedReply[];
  at: number;
  isEmpty: boolean;
  toText: (body: string) => string;
  onChoose: (reply: CannedReply) => void;
};

type CannedMenuProps = { words: string; matches: MatchesProps; onManage: () => void };

/** The replies that match what is typed, above the field. */
function CannedMenu({ words, matches, onManage }: CannedMenuProps) {
  return (
    <div className="menu canned">
      <p className="canned__head caption">
        {words ? cannedLabels.matches(words) : labels.cannedReplies}
      </p>
      <Matches {...matches} />
      <p className="canned__foot caption">
        <span className="only-desk">
          <KeyCap>{cannedLabels.enterKey}</KeyCap> {cannedLabels.insert}
        </span>
        <span className="row__grow" />
        <Button variant="quiet" size="small" onPress={onManage}>
          {cannedLabels.manage}
        </Button>
      </p>
    </div>
  );
}

function Matches({ listId, shown, at, isEmpty, toText, onChoose }: MatchesProps) {
  if (shown.length === 0)
    return (
      <p className="canned__none small">{isEmpty ? cannedLabels.none : cannedLabels.noMatch}</p>
    );
  return (
    <div className="canned__list" role="listbox" id={listId} aria-label={labels.cannedReplies}>
      {shown.map((reply, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
        <div
          key={reply.id}
          id={`${listId}-${place}`}
          role="option"
          tabIndex={-1}
          aria-selected={place === at}
          className="menu__item canned__item"
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(reply)}
        >
          <span className="canned__name">
            {showDirectionMarks(reply.title)}
            <span className="caption">/{reply.shortcut}</span>
          </span>
          <span className="caption truncate">{showDirectionMarks(toText(reply.body))}</span>
        </div>
      ))}
    </div>
  );
}
