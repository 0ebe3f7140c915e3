import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Software } from "../../../gen/parlor/v1/software_pb";
import type { Db } from "../../../testing/fake-api/db";
import { openApp } from "../../../testing/open-app";

const find = { timeout: 20_000 };

/** Opens the section for a company with CINC, with what CINC added to the URL. */
function openSoftware(added: Record<string, string> = {}, prepare?: (db: Db) => void) {
  return openApp({
    path: `/admin?${new URLSearchParams({ section: "software", ...added })}`,
    as: "dana",
    prepare: ({ db }) => {
      for (const company of db.companies) company.software = Software.CINC;
      prepare?.(db);
    },
  });
}

test("connecting CINC opens its page for the management ID", async () => {
  const left = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  const { user } = openSoftware();
  await screen.findByText(/^Connect CINC to sync/, {}, find);
  await user.type(screen.getByLabelText("Management ID"), "7");
  await user.click(screen.getByRole("button", { name: "Connect CINC" }));
  const url = "https://cinc.example/connect/authorize?state=s1";
  await waitFor(() => expect(left).toHaveBeenCalledWith(url), find);
});

test("the return from CINC completes the connection and leaves the URL clean", async () => {
  const { location } = openSoftware({ code: "c1", state: "s1", scope: "api:read" });
  await screen.findByText(/^Not synced yet/, {}, find);
  await waitFor(() => expect(location.path).toBe("/admin?section=software"), find);
  screen.getByRole("button", { name: "Reconnect CINC" });
  expect(screen.getByLabelText<HTMLInputElement>("Management ID").value).toBe("7");
  expect(screen.queryByRole("region", { name: "Communities from a file" })).toBeNull();
});

test("a return that cannot be completed says why, and CINC can be connected again", async () => {
  const { location } = openSoftware({ code: "c1", state: "old" });
  await screen.findByText(/^This connection has expired/, {}, find);
  await waitFor(() => expect(location.path).toBe("/admin?section=software"), find);
  screen.getByRole("button", { name: "Connect CINC" });
});

test("access that was not allowed is not a connection", async () => {
  const { location } = openSoftware({ error: "access_denied", state: "s1" });
  const alert = await screen.findByRole("alert", {}, find);
  expect(alert.textContent).toMatch(/^CINC wasn't connected/);
  await waitFor(() => expect(location.path).toBe("/admin?section=software"), find);
  screen.getByText("Not connected");
});

test("a server without CINC says so, and communities can be uploaded", async () => {
  openSoftware({}, (db) => {
    db.isSoftwareConfigured = false;
  });
  await screen.findByText(/^CINC isn't configured on this server\./, {}, find);
  const panel = screen.getByRole("region", { name: "CINC connection" });
  expect(within(panel).queryByRole("button")).toBeNull();
  screen.getByRole("region", { name: "Communities from a file" });
});
