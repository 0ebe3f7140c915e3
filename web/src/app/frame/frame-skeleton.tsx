import { Logo } from "../../ui";
import { ScreenSkeleton } from "./screen-skeleton";
import { LoadingSearchShortcut } from "./search-while-loading";

/** Placeholder of the frame while the session loads. */
export function FrameSkeleton() {
  return (
    <div className="frame" aria-busy="true">
      <header className="top-bar on-lintel">
        <span className="top-bar__home">
          <Logo />
        </span>
      </header>
      <div className="side-menu" />
      <main className="main">
        <ScreenSkeleton />
      </main>
      <LoadingSearchShortcut />
    </div>
  );
}
