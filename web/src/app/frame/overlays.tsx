import { Component, type ReactNode, Suspense } from "react";
import type { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { lazyWithReload, usePrefetch } from "../../lib/lazy";
import { toast } from "../../ui";
import { labels } from "./labels";
import { LoadingSearch } from "./search-while-loading";
import type { Overlay } from "./use-global-keys";

const Drawer = lazyWithReload(() => import("./drawer"));
const loadPalette = () => import("./palette");
const Palette = lazyWithReload(loadPalette);
const Shortcuts = lazyWithReload(() => import("./shortcuts"));

type BoundaryProps = { onClose: () => void; children: ReactNode };

/** Closes an overlay that couldn't load, and says so in a toast. */
class OverlayBoundary extends Component<BoundaryProps, { failed: boolean }> {
  state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  componentDidCatch() {
    toast.error({
      title: labels.overlayFailed,
      text: labels.overlayFailedHint,
    });
    this.props.onClose();
  }

  render() {
    return this.state.failed ? null : this.props.children;
  }
}

type Props = {
  screen: Screen;
  overlay: Overlay | undefined;
  onClose: () => void;
  onShortcuts: () => void;
  onLogOut: () => void;
};

/**
 * Overlays above the screen: the menu of a narrow window, the palette and the list of shortcuts.
 */
export function Overlays({ screen, overlay, onClose, onShortcuts, onLogOut }: Props) {
  usePrefetch(loadPalette);
  if (!overlay) return null;
  return (
    <OverlayBoundary key={overlay} onClose={onClose}>
      <Suspense fallback={overlay === "palette" ? <LoadingSearch onClose={onClose} /> : null}>
        {overlay === "menu" ? <Drawer screen={screen} onClose={onClose} /> : null}
        {overlay === "palette" ? (
          <Palette onClose={onClose} onShortcuts={onShortcuts} onLogOut={onLogOut} />
        ) : null}
        {overlay === "shortcuts" ? <Shortcuts onClose={onClose} /> : null}
      </Suspense>
    </OverlayBoundary>
  );
}
