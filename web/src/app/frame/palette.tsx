import { useLayoutEffect, useState } from "react";
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
import { earlySearch, searchLabel, searchPlaceholder } from "./early-search";
import type { Entry } from "./palette-entry";
import { usePaletteSections } from "./use-palette-sections";

/** Whatever is found, those in view are drawn. */
const layout = { rowHeight: 40, headingHeight: 28, padding: 6 };

function Results({ entry, onGo }: { entry: Entry; onGo: (entry: Entry) => void }) {
  const { id, icon } = entry;
  const title = showDirectionMarks(entry.title);
  const text = showDirectionMarks(entry.text ?? "");
  // The server found some entries by words that their title and text do not show.
  const found = [title, text, entry.foundBy].filter(Boolean).join(" ");
  return (
    <MenuItem id={id} textValue={found} className="menu__item" onAction={() => onGo(entry)}>
      {icon ? <Icon name={icon} /> : <CommunityAvatar name={title} size="small" />}
      <span className="palette__words">{title}</span>
      {text ? <span className="palette__text truncate">{text}</span> : null}
    </MenuItem>
  );
}

type Props = { onClose: () => void; onShortcuts: () => void; onLogOut: () => void };

/** Finds people, homeowners, conversations, communities, answers, screens and actions. */
export default function Palette({ onClose, onShortcuts, onLogOut }: Props) {
  const navigate = useNavigate();
  const [words, setWords] = useState(earlySearch.words);
  // Letters may be typed between the first render and the moment when the palette has the focus.
  useLayoutEffect(() => setWords(earlySearch.words), []);
  const sections = usePaletteSections(words);
  const { contains } = useFilter({ sensitivity: "base" });
  const go = ({ to, command, community }: Entry) => {
    if (community) rememberCommunity(community);
    onClose();
    if (command === "shortcuts") onShortcuts();
    else if (command === "logout") onLogOut();
    else if (to) navigate(to);
  };
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
        <Dialog className="dialog__box" aria-label="Search">
          <Autocomplete filter={contains} inputValue={words} onInputChange={setWords}>
            <SearchField className="palette__field" aria-label={searchLabel} autoFocus>
              <Icon name="find" />
              <Input className="palette__input" placeholder={searchPlaceholder} />
              <KeyCap>Esc</KeyCap>
            </SearchField>
            <Virtualizer layout={ListLayout} layoutOptions={layout}>
              <Menu
                className="palette__list"
                aria-label="Found"
                items={sections}
                renderEmptyState={() => <p className="palette__none">No matches.</p>}
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
