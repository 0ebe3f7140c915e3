import { Component, type ReactNode } from "react";
import { ModuleLoadError, retryModules } from "../lib/lazy";
import { Icon } from "../ui";
import { labels } from "./labels";

type CardProps = {
  error: unknown;
  /** Title of the screen that failed. Unset for the whole app. */
  screen?: string;
  /** Renders the failed part again. */
  onRetry: () => void;
};

/** Says what failed, and offers to load it again. After a crash, the page has to be reloaded. */
function ErrorCard({ error, screen, onRetry }: CardProps) {
  const missing = error instanceof ModuleLoadError;
  return (
    <div className="state panel" role="alert">
      <h1 className="state__title">{missing ? labels.loadFailed(screen) : labels.crashed}</h1>
      <p>{missing ? labels.loadFailedHint : labels.crashedHint(screen)}</p>
      <button
        type="button"
        className="button button--primary"
        onClick={missing ? onRetry : () => window.location.reload()}
      >
        <Icon name="retry" size="small" />
        {missing ? labels.retry : labels.reloadPage}
      </button>
    </div>
  );
}

type Props = { children: ReactNode; fallback: (error: unknown, retry: () => void) => ReactNode };
type State = { error: unknown };

class Boundary extends Component<Props, State> {
  state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  retry = () => {
    retryModules();
    this.setState({ error: undefined });
  };

  render() {
    const { error } = this.state;
    return error === undefined ? this.props.children : this.props.fallback(error, this.retry);
  }
}

/** Shows an error card instead of a blank page. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const fallback = (error: unknown, retry: () => void) => (
    <main className="mishap">
      <ErrorCard error={error} onRetry={retry} />
    </main>
  );
  return <Boundary fallback={fallback}>{children}</Boundary>;
}

/** Shows an error card in place of a screen. Banners and menu stay. */
export function ScreenBoundary({ title, children }: { title: string; children: ReactNode }) {
  const fallback = (error: unknown, retry: () => void) => (
    <div className="mishap mishap--screen">
      <ErrorCard error={error} screen={title} onRetry={retry} />
    </div>
  );
  return (
    // Another screen starts without this one's error.
    <Boundary key={title} fallback={fallback}>
      {children}
    </Boundary>
  );
}

/** Renders nothing if a part of the frame, such as a banner, couldn't load. */
export function OptionalPart({ children }: { children: ReactNode }) {
  return <Boundary fallback={() => null}>{children}</Boundary>;
}
