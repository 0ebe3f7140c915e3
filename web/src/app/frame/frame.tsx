// The lintel, the side menu and the screen between them.

import { useTransport } from "@connectrpc/connect-query";
import { type ReactNode, Suspense, useState } from "react";
import type { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { part } from "../../lib/load";
import { useMedia } from "../../lib/media";
import { useOnline } from "../../lib/online";
import { kept, readText, writeText } from "../../lib/store";
import { isActing, useCurrent } from "../../rpc/current";
import { Icon, Toaster } from "../../ui";
import { logOut } from "../leave";
import "./frame.css";
import { SideMenu } from "./side-menu";
import { TopBar } from "./top-bar";
import { type Overlay, useGlobalKeys } from "./use-global-keys";

const ActingBanner = part(() => import("./acting-banner"));
const Drawer = part(() => import("./drawer"));
const NewVersion = part(() => import("./new-version"));
const Palette = part(() => import("./palette"));
const Shortcuts = part(() => import("./shortcuts"));

const collapsedKey = "parlor.menu-collapsed";

function useCollapsed(): [boolean, () => void] {
  const [collapsed, setCollapsed] = useState(() => readText(kept, collapsedKey) === "yes");
  const toggle = () => {
    writeText(kept, collapsedKey, collapsed ? null : "yes");
    setCollapsed(!collapsed);
  };
  return [collapsed, toggle];
}

function OfflineBanner() {
  if (useOnline()) return null;
  return (
    <p className="offline" role="status">
      <Icon name="offline" size="small" />
      You are offline. What you see may be old; what you write is kept on this computer.
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
  const current = useCurrent();
  useGlobalKeys(setOverlay);
  const close = () => setOverlay(undefined);

  return (
    <>
      <a className="skip-link" href="#main">
        Skip to the screen
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
          {isActing(current) ? (
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
