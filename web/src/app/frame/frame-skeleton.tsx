import { Logo, Skeleton } from "../../ui";

/** The house while it is opened. */
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
        <p className="visually-hidden" role="status">
          Loading
        </p>
        <div className="screen-head">
          <Skeleton wide="180px" high="28px" />
        </div>
        <div className="screen-body stack stack--loose">
          <Skeleton high="72px" />
          <Skeleton high="72px" />
          <Skeleton high="72px" />
        </div>
      </main>
    </div>
  );
}
