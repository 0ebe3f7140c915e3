import "../ui/styles/index.css";
import type { Transport } from "@connectrpc/connect";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { ModuleLoadError } from "../lib/lazy";
import { installNavigationGuard } from "../lib/navigation-guard";
import { App } from "./app";

export function start(transport: Transport): void {
  const root = document.getElementById("root");
  if (!root) return;
  installNavigationGuard();
  // A part that failed to load is shown on a card. Other errors are also logged to the console.
  const onCaughtError = (error: unknown) => {
    if (!(error instanceof ModuleLoadError)) console.error(error);
  };
  createRoot(root, { onCaughtError }).render(
    <StrictMode>
      {/* URL changes render at once, so that a key acts on what the previous key selected. */}
      <BrowserRouter useTransitions={false}>
        <App transport={transport} />
      </BrowserRouter>
    </StrictMode>,
  );
}
