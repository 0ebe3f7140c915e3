import "../ui/styles/index.css";
import type { Transport } from "@connectrpc/connect";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { watchLeaving } from "../lib/leaving";
import { App } from "./app";

export function start(transport: Transport): void {
  const root = document.getElementById("root");
  if (!root) return;
  watchLeaving();
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <App transport={transport} />
      </BrowserRouter>
    </StrictMode>,
  );
}
