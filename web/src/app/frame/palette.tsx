import {
  Autocomplete,
  Collection,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
  useFilter,
} from "react-aria-components";
import { useNavigate } from "react-router";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { useCommunities } from "../../rpc/communities";
import { useCurrent } from "../../rpc/current";
import { rememberCommunity } from "../../rpc/selected-community";
import { Arch, Icon, type IconName, Key } from "../../ui";
import { menuOf, pathOf, titleOf } from "../screens";

type Entry = { id: string; title: string; to: string; icon?: IconName; community?: string };
type Section = { id: string; title: string; entries: Entry[] };

function useSections(): Section[] {
  const { standing, may } = useCurrent();
  const turbo = may(Screen.TURBO);
  const communities = useCommunities(turbo).data ?? [];
  const screens: Entry[] = menuOf(standing)
    .flatMap((group) => group.items)
    .map(({ screen, icon }) => ({
      id: pathOf(screen),
      title: titleOf(screen, standing),
      to: pathOf(screen),
      icon,
    }));
  const profile: Entry = {
    id: "profile",
    title: titleOf(Screen.PROFILE),
    to: pathOf(Screen.PROFILE),
    icon: "persona",
  };
  return [
    { id: "screens", title: "Screens", entries: [...screens, profile] },
    {
      id: "communities",
      title: "Communities",
      entries: turbo
        ? communities.map(({ id, label }) => ({
            id,
            title: label,
            community: id,
            to: `${pathOf(Screen.TURBO)}?${new URLSearchParams({ community: id })}`,
          }))
        : [],
    },
  ].filter((section) => section.entries.length > 0);
}

/** Finds any screen and any community. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const sections = useSections();
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
        <Dialog className="dialog__box" aria-label="Find anything">
          <Autocomplete filter={contains}>
            <SearchField
              className="palette__field"
              aria-label="Find a screen or a community"
              autoFocus
            >
              <Icon name="find" />
              <Input className="palette__input" placeholder="Find a screen or a community" />
              <Key>Esc</Key>
            </SearchField>
            <Menu
              className="palette__list"
              aria-label="Found"
              items={sections}
              renderEmptyState={() => <p className="palette__none">Nothing of that name.</p>}
            >
              {(section) => (
                <MenuSection id={section.id}>
                  <Header className="palette__title">{section.title}</Header>
                  <Collection items={section.entries}>
                    {(entry) => (
                      <MenuItem
                        id={entry.id}
                        textValue={entry.title}
                        className="menu__item"
                        onAction={() => go(entry)}
                      >
                        {entry.icon ? (
                          <Icon name={entry.icon} />
                        ) : (
                          <Arch name={entry.title} size="small" />
                        )}
                        {entry.title}
                      </MenuItem>
                    )}
                  </Collection>
                </MenuSection>
              )}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
