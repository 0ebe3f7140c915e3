import type { RefObject } from "react";
import { Menu as AriaMenu, MenuItem, Popover, Separator } from "react-aria-components";
import { Icon } from "./icon";
import type { MenuEntry, MenuStart } from "./menu";

type Props = {
  label: string;
  items: readonly MenuEntry[];
  placement: "bottom start" | "bottom end";
  /** What was pressed: the list stands below it, and gives the focus back to it. */
  triggerRef: RefObject<HTMLButtonElement | null>;
  open: MenuStart | undefined;
  onClose: () => void;
};

/** The entries of a menu: the part of it that is large. */
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
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule is nothing but its place
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
