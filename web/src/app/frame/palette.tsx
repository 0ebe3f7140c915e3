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
import { type Entry, usePaletteSections } from "./use-palette-sections";

/** Whatever is found, those in view are drawn. */
const layout = { rowHeight: 40, headingHeight: 28, padding: 6 };

function Results({ entry, onGo }: { entry: Entry; onGo: (entry: Entry) => void }) {
  const { id, icon } = entry;
  const title = showDirectionMarks(entry.title);
  const text = showDirectionMarks(entry.text ?? "");
  return (
    <MenuItem
      id={id}
      textValue={text ? `${title} ${text}` : title}
      className="menu__item"
      onAction={() => onGo(entry)}
    >
      {icon ? <Icon name={icon} /> : <CommunityAvatar name={title} size="small" />}
      <span className="palette__words">{title}</span>
      {text ? <span className="palette__text truncate">{text}</span> : null}
    </MenuItem>
  );
}

/** Finds any screen, community, person or conversation. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const sections = usePaletteSections();
  const { contains } = useFilter({ sensitivity: "base" });
  const go = ({ to, community }: Entry) => {
    if (community) rememberCommunity(community);
    onClose();
    navigate(to);
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
          <Autocomplete filter={contains}>
            <SearchField
              className="palette__field"
              aria-label="Find a screen, a community, a person or a conversation"
              autoFocus
            >
              <Icon name="find" />
              <Input
                className="palette__input"
                placeholder="Find a screen, community, person or conversation"
              />
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
