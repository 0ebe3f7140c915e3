import { Logo } from "../../ui";
import { EarlySearchKey } from "./early-search";
import { ScreenSkeleton } from "./screen-skeleton";

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
      <EarlySearchKey />
    </div>
  );
}
