// The lintel, the side menu and the screen between them.

import { useTransport } from "@connectrpc/connect-query";
import { type ReactNode, Suspense, useState } from "react";
import { isImpersonating, useSession } from "../../entities/session/session";
import type { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { lazyWithReload } from "../../lib/lazy";
import { localStore, readText, writeText } from "../../lib/storage";
import { useMedia } from "../../lib/use-media";
import { useOnline } from "../../lib/use-online";
import { Icon, Toaster } from "../../ui";
import { logOut } from "../log-out";
import "./frame.css";
import { SideMenu } from "./side-menu";
import { TopBar } from "./top-bar";
import { type Overlay, useGlobalShortcuts } from "./use-global-keys";

const ActingBanner = lazyWithReload(() => import("./acting-banner"));
const Drawer = lazyWithReload(() => import("./drawer"));
const NewVersion = lazyWithReload(() => import("./new-version"));
const Palette = lazyWithReload(() => import("./palette"));
const Shortcuts = lazyWithReload(() => import("./shortcuts"));

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
      You're offline. What you see may be out of date; your work is saved on this computer.
    </p>
  );
}

type Props = { screen: Screen; children: ReactNode };

export default function Frame({ screen, children }: Props) {
  const [collapsed, toggleCollapsed] = useCollapsed();
  const [drawer, setDrawer] = useState(false);
  const [overlay, setOverlay] = useState<Overlay>();
  const narrow = useMedia("(max-width: 1023.98px)");
  const transport = useTransport();
  const current = useSession();
  useGlobalShortcuts(setOverlay);
  const close = () => setOverlay(undefined);

  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <div className={collapsed ? "frame frame--menu-collapsed" : "frame"}>
        <TopBar
          screen={screen}
          menu={{ narrow, open: narrow ? drawer : !collapsed }}
          onMenu={() => (narrow ? setDrawer(true) : toggleCollapsed())}
          onFind={() => setOverlay("palette")}
          onHelp={() => setOverlay("shortcuts")}
          onLogOut={() => logOut(transport)}
        />
        {narrow ? null : <SideMenu screen={screen} collapsed={collapsed} />}
        <main className="main" id="main" tabIndex={-1}>
          <OfflineBanner />
          <Suspense>
            <NewVersion />
          </Suspense>
          {isImpersonating(current) ? (
            <Suspense>
              <ActingBanner />
            </Suspense>
          ) : null}
          {children}
        </main>
      </div>
      <Toaster />
      <Suspense>
        {narrow && drawer ? <Drawer screen={screen} onClose={() => setDrawer(false)} /> : null}
        {overlay === "palette" ? <Palette onClose={close} /> : null}
        {overlay === "shortcuts" ? <Shortcuts onClose={close} /> : null}
      </Suspense>
    </>
  );
}
