import { Component, type ReactNode } from "react";
import { ModuleLoadError } from "../lib/lazy";
import { Icon } from "../ui";

type State = { error: unknown };

/** The last net: a card instead of a blank page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const missing = error instanceof ModuleLoadError;
    return (
      <main className="mishap">
        <div className="face panel" role="alert">
          <h1 className="face__title">
            {missing ? "Part of Parlor couldn't load" : "Something went wrong"}
          </h1>
          <p>
            {missing
              ? "The connection dropped, or Parlor was just updated. Your drafts are saved on this computer."
              : "This page crashed. Your drafts are saved on this computer."}
          </p>
          <button
            type="button"
            className="button button--primary"
            onClick={() => window.location.reload()}
          >
            <Icon name="retry" size="small" />
            Reload page
          </button>
        </div>
      </main>
    );
  }
}
