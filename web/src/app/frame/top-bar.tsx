import { Suspense } from "react";
import { Button as AriaButton } from "react-aria-components";
import { Link } from "react-router";
import { screenRule } from "../../entities/session/screen-access";
import type { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { lazyWithReload } from "../../lib/lazy";
import { Icon, KeyCap, Logo } from "../../ui";
import { OptionalPart } from "../error-boundary";
import { labels } from "./labels";
import { UserMenu } from "./user-menu";

const CommunityPicker = lazyWithReload(() => import("./community-picker"));

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
  const does = menu.narrow || !menu.open ? labels.openSideMenu : labels.collapseSideMenu;
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
      <Link className="top-bar__home" to="/" aria-label={labels.home}>
        <Logo />
      </Link>
      {screenRule(screen).communityDependent ? (
        <OptionalPart>
          <Suspense fallback={<div className="community-picker" aria-busy="true" />}>
            <CommunityPicker />
          </Suspense>
        </OptionalPart>
      ) : null}
      <span className="top-bar__space" />
      <AriaButton className="top-bar__find" onPress={onFind}>
        <Icon name="find" size="small" />
        <span className="top-bar__find-word">{labels.search}</span>
        <span aria-hidden="true">
          <KeyCap>{apple ? "⌘ K" : labels.ctrlK}</KeyCap>
        </span>
      </AriaButton>
      <AriaButton
        className="top-bar__button top-bar__help"
        aria-label={labels.shortcuts}
        onPress={onHelp}
      >
        <Icon name="help" />
      </AriaButton>
      <UserMenu onLogOut={onLogOut} />
    </header>
  );
}
