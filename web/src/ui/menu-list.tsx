import type { RefObject } from "react";
import { Menu as AriaMenu, MenuItem, Popover, Separator } from "react-aria-components";
import { Icon } from "./icon";
import type { MenuEntry, MenuStart } from "./menu";

type Props = {
  label: string;
  items: readonly MenuEntry[];
  placement: "bottom start" | "bottom end";
  /** The button that opened the menu. The list is placed below it and returns the focus to it. */
  triggerRef: RefObject<HTMLButtonElement | null>;
  open: MenuStart | undefined;
  onClose: () => void;
};

/** The entries of a menu. Loaded separately, because it is large. */
export default function MenuList({ label, items, placement, triggerRef, open, onClose }: Props) {
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
        {items.map((item, at) =>
          item === "rule" ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: separators have no ID
            <Separator key={`rule-${at}`} className="menu__rule" />
          ) : (
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
          ),
        )}
      </AriaMenu>
    </Popover>
  );
}
