// The top bar, the side menu and the screen. Bar and menu stay when a screen is missing.

import { useTransport } from "@connectrpc/connect-query";
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from "react";
import { isImpersonating, useSession } from "../../entities/session/session";
import type { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { deleteOldDrafts } from "../../lib/drafts";
import { lazyWithReload } from "../../lib/lazy";
import { localStore, readText, writeText } from "../../lib/storage";
import { useMedia } from "../../lib/use-media";
import { useOnline } from "../../lib/use-online";
import { Icon, Toaster } from "../../ui";
import { OptionalPart, ScreenBoundary } from "../error-boundary";
import { logOut } from "../log-out";
import { screenTitle } from "../screens";
import { ImpersonationBanner } from "./impersonation-banner";
import { loadingSearch, resetLoadingSearch } from "./search-while-loading";
import "./frame.css";
import { labels } from "./labels";
import { Overlays } from "./overlays";
import { ScreenSkeleton } from "./screen-skeleton";
import { SideMenu } from "./side-menu";
import { TopBar } from "./top-bar";
import { type Overlay, useGlobalShortcuts } from "./use-global-keys";

const FailureBanner = lazyWithReload(() => import("./failure-banner"));
const NewVersion = lazyWithReload(() => import("./new-version"));

const collapsedKey = "parlor.menu-collapsed";

function useCollapsed(): [boolean, () => void] {
  const [collapsed, setCollapsed] = useState(() => readText(localStore, collapsedKey) === "yes");
  const toggle = () => {
    writeText(localStore, collapsedKey, collapsed ? null : "yes");
    setCollapsed(!collapsed);
  };
  return [collapsed, toggle];
}

function OfflineBanner() {
  if (useOnline()) return null;
  return (
    <p className="offline" role="status">
      <Icon name="offline" size="small" />
      {labels.offline}
    </p>
  );
}

type Props = { screen: Screen; children: ReactNode };

export default function Frame({ screen, children }: Props) {
  const [collapsed, toggleCollapsed] = useCollapsed();
  const [overlay, setOverlay] = useState<Overlay | undefined>(
    loadingSearch.open ? "palette" : undefined,
  );
  const narrow = useMedia("(max-width: 1180px)");
  const transport = useTransport();
  const current = useSession();
  useGlobalShortcuts(setOverlay);
  useEffect(() => deleteOldDrafts(), []);
  // The search may have been opened while the frame rendered.
  useLayoutEffect(() => {
    if (loadingSearch.open) setOverlay("palette");
  }, []);
  const close = () => {
    resetLoadingSearch();
    setOverlay(undefined);
  };

  return (
    <>
      <a className="skip-link" href="#main">
        {labels.skipToContent}
      </a>
      <div className={collapsed ? "frame frame--menu-collapsed" : "frame"}>
        <TopBar
          screen={screen}
          menu={{ narrow, open: narrow ? overlay === "menu" : !collapsed }}
          onMenu={() => (narrow ? setOverlay("menu") : toggleCollapsed())}
          onFind={() => setOverlay("palette")}
          onHelp={() => setOverlay("shortcuts")}
          onLogOut={() => logOut(transport)}
        />
        {narrow ? null : <SideMenu screen={screen} collapsed={collapsed} />}
        <main className="main" id="main" tabIndex={-1}>
          <OfflineBanner />
          <OptionalPart>
            <Suspense>
              <NewVersion />
              <FailureBanner />
            </Suspense>
          </OptionalPart>
          {isImpersonating(current) ? <ImpersonationBanner /> : null}
          <ScreenBoundary title={screenTitle(screen, current.entitlements)}>
            <Suspense fallback={<ScreenSkeleton />}>{children}</Suspense>
          </ScreenBoundary>
        </main>
      </div>
      <Toaster />
      <Overlays
        screen={screen}
        overlay={overlay === "menu" && !narrow ? undefined : overlay}
        onClose={close}
        onShortcuts={() => setOverlay("shortcuts")}
        onLogOut={() => logOut(transport)}
      />
    </>
  );
}
