import {
  type ContextType,
  type ReactElement,
  type ReactNode,
  Suspense,
  useMemo,
  useRef,
  useState,
} from "react";
import { ButtonContext, type PressEvent } from "react-aria-components";
import { lazyWithReload, usePrefetch } from "../lib/lazy";
import type { IconName } from "./icons";

export type MenuEntry =
  | "rule"
  | ({
      id: string;
      label: string;
      icon?: IconName;
      /** Shown at the end of the entry, such as a shortcut or a state. */
      aside?: ReactNode;
      danger?: boolean;
      disabled?: boolean;
    } & ({ onAction: () => void; href?: undefined } | { href: string; onAction?: undefined }));

/** What is focused on opening: an entry for keyboard users, the list itself for the pointer. */
export type MenuStart = "first" | "last" | "itself";

type Props = {
  /** A Button. */
  trigger: ReactElement;
  label: string;
  /** Above the entries. */
  title?: ReactNode;
  items: readonly MenuEntry[];
  placement?: "bottom start" | "bottom end";
};

const loadList = () => import("./menu-list");
const MenuList = lazyWithReload(loadList);

const startFor = ({ pointerType }: PressEvent): MenuStart =>
  pointerType === "keyboard" || pointerType === "virtual" ? "first" : "itself";

const arrows: Record<string, MenuStart> = { ArrowDown: "first", ArrowUp: "last" };

/** A button that opens a menu. The list of entries loads shortly after the page. */
export function Menu({ trigger, label, title, items, placement = "bottom end" }: Props) {
  const [open, setOpen] = useState<MenuStart>();
  const [wanted, setWanted] = useState(false);
  const triggerRef = useRef<HTMLButtonElement>(null);
  if (open && !wanted) setWanted(true);
  usePrefetch(loadList);
  const button = useMemo<ContextType<typeof ButtonContext>>(
    () => ({
      ref: triggerRef,
      "aria-haspopup": "menu",
      "aria-expanded": open !== undefined,
      // Starts loading on hover, before the press ends.
      onHoverStart: () => void loadList().catch(() => undefined),
      onPress: (event) => setOpen(open ? undefined : startFor(event)),
      onKeyDown: (event) => {
        const start = arrows[event.key];
        if (!start) return event.continuePropagation();
        event.preventDefault();
        setOpen(start);
      },
    }),
    [open],
  );
  return (
    <>
      <ButtonContext value={button}>{trigger}</ButtonContext>
      {wanted ? (
        <Suspense>
          <MenuList
            {...{ label, title, items, placement, triggerRef, open }}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
