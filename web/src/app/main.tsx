import "../ui/styles/index.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { createWebTransport } from "../rpc/transport";
import { App } from "./app";

async function transportOf() {
  // A house in memory, to work on the screens without a server; never in a build.
  if (import.meta.env.MODE === "fake") {
    const { createFakeTransport } = await import("../testing/fake");
    return createFakeTransport();
  }
  return createWebTransport();
}

const root = document.getElementById("root");
if (root) {
  const transport = await transportOf();
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <App transport={transport} />
      </BrowserRouter>
    </StrictMode>,
  );
}
