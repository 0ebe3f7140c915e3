import { Suspense } from "react";
import { Button as AriaButton } from "react-aria-components";
import { Link } from "react-router";
import type { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { part } from "../../lib/load";
import { ruleOf } from "../../rpc/access";
import { Icon, Key, Logo } from "../../ui";
import { UserMenu } from "./user-menu";

const CommunityPicker = part(() => import("./community-picker"));

type Props = {
  screen: Screen;
  menu: { narrow: boolean; open: boolean };
  onMenu: () => void;
  onFind: () => void;
  onHelp: () => void;
  onLogOut: () => void;
};

const apple = /Mac|iPhone|iPad/.test(navigator.platform);

export function TopBar({ screen, menu, onMenu, onFind, onHelp, onLogOut }: Props) {
  const does = menu.narrow || !menu.open ? "Open the side menu" : "Collapse the side menu";
  return (
    <header className="top-bar on-lintel">
      <AriaButton
        className="top-bar__button"
        aria-label={does}
        aria-expanded={menu.open}
        onPress={onMenu}
      >
        <Icon name="menu" />
      </AriaButton>
      <Link className="top-bar__home" to="/" aria-label="Parlor, home">
        <Logo />
      </Link>
      {ruleOf(screen).communityDependent ? (
        <Suspense fallback={<div className="community-picker" aria-busy="true" />}>
          <CommunityPicker />
        </Suspense>
      ) : null}
      <span className="top-bar__space" />
      <AriaButton className="top-bar__find" onPress={onFind} aria-label="Find anything">
        <Icon name="find" size="small" />
        <span>Find anything</span>
        <Key>{apple ? "⌘ K" : "Ctrl K"}</Key>
      </AriaButton>
      <AriaButton className="top-bar__button top-bar__help" aria-label="Shortcuts" onPress={onHelp}>
        <Icon name="help" />
      </AriaButton>
      <UserMenu onLogOut={onLogOut} />
    </header>
  );
}
