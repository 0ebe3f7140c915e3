import "../ui/styles/index.css";
import type { Transport } from "@connectrpc/connect";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { watchLeaving } from "../lib/leaving";
import { PartMissing } from "../lib/load";
import { App } from "./app";

export function start(transport: Transport): void {
  const root = document.getElementById("root");
  if (!root) return;
  watchLeaving();
  // A part that is missing is told on a card; everything else is told to the console as well.
  const onCaughtError = (error: unknown) => {
    if (!(error instanceof PartMissing)) console.error(error);
  };
  createRoot(root, { onCaughtError }).render(
    <StrictMode>
      <BrowserRouter>
        <App transport={transport} />
      </BrowserRouter>
    </StrictMode>,
  );
}
