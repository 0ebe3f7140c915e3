import type { ReactNode, RefObject } from "react";
import {
  Menu as AriaMenu,
  Header,
  MenuItem,
  MenuSection,
  Popover,
  Separator,
} from "react-aria-components";
import { Icon } from "./icon";
import type { MenuEntry, MenuStart } from "./menu";

type Props = {
  label: string;
  title: ReactNode;
  items: readonly MenuEntry[];
  placement: "bottom start" | "bottom end";
  /** The button that opened the menu. The list is placed below it and returns the focus to it. */
  triggerRef: RefObject<HTMLButtonElement | null>;
  open: MenuStart | undefined;
  onClose: () => void;
};

function toEntry(item: MenuEntry, at: number) {
  if (item === "rule") return <Separator key={`rule-${at}`} className="menu__rule" />;
  return (
    <MenuItem
      key={item.id}
      id={item.id}
      textValue={item.label}
      isDisabled={item.disabled ?? false}
      {...(item.href === undefined ? { onAction: item.onAction } : { href: item.href })}
      className={item.danger ? "menu__item menu__item--danger" : "menu__item"}
    >
      {item.icon ? <Icon name={item.icon} /> : null}
      <span className="row__grow">{item.label}</span>
      {item.aside}
    </MenuItem>
  );
}

/** The entries of a menu. Loaded separately, because it is large. */
export default function MenuList(props: Props) {
  const { label, title, items, placement, triggerRef, open, onClose } = props;
  return (
    <Popover
      className="menu menu--acts"
      aria-label={label}
      placement={placement}
      offset={4}
      triggerRef={triggerRef}
      isOpen={open !== undefined}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <AriaMenu
        aria-label={label}
        className="menu__list"
        autoFocus={open === "itself" ? true : (open ?? false)}
        onClose={onClose}
      >
        {title ? (
          <MenuSection>
            <Header className="menu__title">{title}</Header>
            {items.map(toEntry)}
          </MenuSection>
        ) : (
          items.map(toEntry)
        )}
      </AriaMenu>
    </Popover>
  );
}
