import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { openApp } from "../../../testing/open-app";

const find = { timeout: 60_000 };

test("Chatwoot is connected after a test, and disconnected", async () => {
  const { user } = openApp({ path: "/admin?section=chatwoot", as: "dana" });
  await screen.findByText(/^Off\. After you connect it/, {}, find);
  screen.getByDisplayValue("https://parlor.example/chatwoot");
  expect(screen.queryByRole("button", { name: "Disconnect" })).toBeNull();
  await user.type(screen.getByLabelText("Address"), "https://app.chatwoot.com");
  await user.type(screen.getByLabelText("Account ID"), "3");
  await user.type(screen.getByLabelText("Inbox ID"), "7");
  await user.type(screen.getByLabelText("API access token"), "guess");
  await user.type(screen.getByLabelText("Webhook secret"), "secret");
  await user.click(screen.getByRole("button", { name: "Test and save" }));
  await screen.findByText(/Nothing was saved\./, {}, find);
  await user.clear(screen.getByLabelText("API access token"));
  await user.type(screen.getByLabelText("API access token"), "token");
  await user.click(screen.getByRole("button", { name: "Test and save" }));
  await screen.findByText("Connected. No texts copied yet.", {}, find);
  await user.click(screen.getByRole("button", { name: "Disconnect" }));
  await user.click(await screen.findByRole("button", { name: "Disconnect Chatwoot" }, find));
  await screen.findByText(/^Off\. After you connect it/, {}, find);
});
