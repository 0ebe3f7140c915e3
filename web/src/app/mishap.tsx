import { Component, type ReactNode } from "react";
import { PartMissing } from "../lib/load";
import { Icon } from "../ui";

type State = { error: unknown };

/** The last net: a card instead of a blank page. */
export class Mishap extends Component<{ children: ReactNode }, State> {
  state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const missing = error instanceof PartMissing;
    return (
      <main className="mishap">
        <div className="face panel" role="alert">
          <h1 className="face__title">
            {missing ? "A part of Parlor did not load" : "Parlor lost its thread"}
          </h1>
          <p>
            {missing
              ? "The connection dropped, or a new version was just put in place. Your drafts are safe on this computer."
              : "This page broke; it is not your doing. Your drafts are safe on this computer."}
          </p>
          <button
            type="button"
            className="button button--primary"
            onClick={() => window.location.reload()}
          >
            <Icon name="retry" size="small" />
            Load the page again
          </button>
        </div>
      </main>
    );
  }
}
