import { type KeyboardEvent as KeyDown, useEffect, useLayoutEffect, useRef, useState } from "react";
import {
  Autocomplete,
  Collection,
  Dialog,
  Header,
  Input,
  ListLayout,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
  useFilter,
  Virtualizer,
} from "react-aria-components";
import { useNavigate } from "react-router";
import { rememberCommunity } from "../../entities/community/selected-community";
import { showDirectionMarks } from "../../lib/direction-marks";
import { CommunityAvatar, Icon, KeyCap } from "../../ui";
import { loadingLabels } from "./loading-labels";
import type { Entry } from "./palette-entry";
import { paletteLabels } from "./palette-labels";
import { loadingSearch } from "./search-while-loading";
import { usePaletteSections } from "./use-palette-sections";

/** Only visible results are rendered. */
const layout = { rowHeight: 40, headingHeight: 28, padding: 6 };

/** The text that is searched. The server may have matched text that is not shown. */
function searchedText({ title, text = "", foundBy }: Entry): string {
  return [showDirectionMarks(title), showDirectionMarks(text), foundBy].filter(Boolean).join(" ");
}

function Results({ entry, onGo }: { entry: Entry; onGo: (entry: Entry) => void }) {
  const { id, icon } = entry;
  const title = showDirectionMarks(entry.title);
  const text = showDirectionMarks(entry.text ?? "");
  return (
    <MenuItem
      id={id}
      textValue={searchedText(entry)}
      className="menu__item"
      onAction={() => onGo(entry)}
    >
      {icon ? <Icon name={icon} /> : <CommunityAvatar name={title} size="small" />}
      <span className="palette__words">{title}</span>
      {text ? <span className="palette__text truncate">{text}</span> : null}
    </MenuItem>
  );
}

/** The text of the field. It continues the text typed before the palette loaded. */
function useWords() {
  const [words, setWords] = useState(loadingSearch.words);
  const [isEntered, setEntered] = useState(loadingSearch.entered);
  const [isChosen, setChosen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  // Keys may be pressed while the palette renders, so this reads them again, and takes the focus
  // before the next key.
  useLayoutEffect(() => {
    setWords(loadingSearch.words);
    setEntered(loadingSearch.entered);
    field.current?.focus();
  }, []);
  // Places the caret after the typed text.
  useEffect(() => {
    const end = field.current?.value.length ?? 0;
    field.current?.setSelectionRange(end, end);
  }, []);
  const change = (typed: string) => {
    setWords(typed);
    setEntered(false);
    setChosen(false);
  };
  const [enter, choose] = [() => setEntered(true), () => setChosen(true)];
  return { words, change, isEntered, enter, isChosen, choose, field, list };
}

/** The selected result. */
const selectedIn = (list: HTMLElement | null) =>
  list?.querySelector<HTMLElement>("[data-focused]")?.dataset.key;

/**
 * Keeps the first result selected after each change of the words and of their results, until an arrow
 * key or the pointer selects another. Enter opens the first result as soon as there is one, unless
 * another is selected.
 */
function useFirstResult(
  { words, isEntered, enter, isChosen, choose, field, list }: ReturnType<typeof useWords>,
  first: Entry | undefined,
  go: (entry: Entry) => void,
) {
  const hasWords = words.trim() !== "";
  const isOpening = isEntered && hasWords && first !== undefined;
  useEffect(() => {
    if (isOpening) go(first);
  });
  const next = hasWords && !isChosen ? first?.id : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words may have the same first result
  useEffect(() => {
    if (next === undefined) return;
    // The list renders the selection in the next frame.
    const frame = requestAnimationFrame(() => {
      if (selectedIn(list.current) === next) return;
      const home = { key: "Home", bubbles: true, cancelable: true };
      field.current?.dispatchEvent(new KeyboardEvent("keydown", home));
    });
    return () => cancelAnimationFrame(frame);
  }, [next, words]);
  return (event: KeyDown) => {
    if (event.nativeEvent.isComposing) return;
    if (/^(Arrow|Page|End)/.test(event.key)) choose();
    const isSelected = selectedIn(list.current) !== undefined;
    if (event.key !== "Enter" || (isSelected && (isChosen || !hasWords))) return;
    event.preventDefault();
    event.stopPropagation();
    enter();
  };
}

type Props = { onClose: () => void; onShortcuts: () => void; onLogOut: () => void };

/** Finds people, homeowners, conversations, communities, answers, screens and actions. */
export default function Palette({ onClose, onShortcuts, onLogOut }: Props) {
  const navigate = useNavigate();
  const typed = useWords();
  const sections = usePaletteSections(typed.words);
  const { contains } = useFilter({ sensitivity: "base" });
  const matches = (text: string, words: string) => contains(text, words.trim());
  const go = ({ to, command, community }: Entry) => {
    if (community) rememberCommunity(community);
    onClose();
    if (command === "shortcuts") onShortcuts();
    else if (command === "logout") onLogOut();
    else if (to) navigate(to);
  };
  const first = sections
    .flatMap(({ entries }) => entries)
    .find((entry) => matches(searchedText(entry), typed.words));
  const onKey = useFirstResult(typed, first, go);
  return (
    <ModalOverlay
      className="scrim scrim--high"
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className="dialog palette">
        <Dialog className="dialog__box" aria-label={loadingLabels.search}>
          <Autocomplete filter={matches} inputValue={typed.words} onInputChange={typed.change}>
            <SearchField
              className="palette__field"
              aria-label={loadingLabels.searchField}
              autoFocus
            >
              <Icon name="find" />
              <Input
                ref={typed.field}
                className="palette__input"
                placeholder={loadingLabels.searchHint}
                onKeyDownCapture={onKey}
              />
              <KeyCap>{paletteLabels.esc}</KeyCap>
            </SearchField>
            <Virtualizer layout={ListLayout} layoutOptions={layout}>
              <Menu
                ref={typed.list}
                className="palette__list"
                aria-label={paletteLabels.results}
                items={sections}
                onPointerMove={typed.choose}
                renderEmptyState={() => <p className="palette__none">{paletteLabels.noMatches}</p>}
              >
                {(section) => (
                  <MenuSection id={section.id}>
                    <Header className="palette__title">{section.title}</Header>
                    <Collection items={section.entries}>
                      {(entry) => <Results entry={entry} onGo={go} />}
                    </Collection>
                  </MenuSection>
                )}
              </Menu>
            </Virtualizer>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
