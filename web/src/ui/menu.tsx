import type { ReactElement, ReactNode } from "react";
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, Separator } from "react-aria-components";
import { Icon } from "./icon";
import type { IconName } from "./shapes";

export type MenuEntry =
  | "rule"
  | ({
      id: string;
      label: string;
      icon?: IconName;
      /** At the end: a key, a state. */
      aside?: ReactNode;
      danger?: boolean;
      disabled?: boolean;
    } & ({ onAction: () => void; href?: undefined } | { href: string; onAction?: undefined }));

type Props = {
  /** A Button. */
  trigger: ReactElement;
  label: string;
  items: readonly MenuEntry[];
  placement?: "bottom start" | "bottom end";
};

export function Menu({ trigger, label, items, placement = "bottom end" }: Props) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className="menu menu--acts" placement={placement} offset={4}>
        <AriaMenu aria-label={label} className="menu__list">
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
    </MenuTrigger>
  );
}
