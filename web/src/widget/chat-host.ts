import { CallError, type Calls, type FailureKind } from "./calls";
import type { SignedVisitor } from "./signed-visitor";
import type { Event, State } from "./state";
import type { VisitorStorage } from "./visitor-storage";

export type ChatOptions = {
  calls: Calls;
  storage: VisitorStorage;
  /** Returns the address of the page that shows the chat. */
  page: () => string;
  /** Whether the chat is shown on a page of its own instead of in a website. */
  isTest: boolean;
  /** Returns the visitor who is signed in on the website, if it signed one. */
  signedVisitor: () => SignedVisitor | undefined;
  onChange: (state: State) => void;
  /** Receives the text and the photos of a message that returns to its field. */
  onReturn: (text: string, photos: readonly string[]) => void;
  /** What the field has is of another person, who used this browser before. */
  onLeave: () => void;
};

/** What the parts of a chat share. */
export type ChatHost = {
  readonly options: ChatOptions;
  readonly state: State;
  dispatch: (event: Event) => void;
  /** Loads the settings, and the chat if there is one. */
  open: () => Promise<void>;
};

export function kindOf(error: unknown): FailureKind {
  return error instanceof CallError ? error.kind : "failed";
}
