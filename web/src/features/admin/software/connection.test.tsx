import { create } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  SoftwareConnectionSchema,
  type SoftwareSync,
  SoftwareSyncSchema,
  SoftwareSyncState,
} from "../../../gen/parlor/v1/software_connection_pb";
import { Software } from "../../../gen/parlor/v1/software_pb";
import type { Db } from "../../../testing/fake-api/db";
import { createError } from "../../../testing/fake-api/errors";
import { openApp } from "../../../testing/open-app";

const find = { timeout: 60_000 };

/** Opens the section for a company with a software, Buildium if not given, connected if a sync is given. */
function openSoftware(
  lastSync?: SoftwareSync,
  prepare?: (db: Db) => void,
  software: Software = Software.BUILDIUM,
) {
  return openApp({
    path: "/admin?section=software",
    as: "dana",
    prepare: ({ db }) => {
      for (const company of db.companies) company.software = software;
      if (lastSync) {
        const connected = { software, clientId: "bd-1", lastSync };
        db.softwareConnection = create(SoftwareConnectionSchema, connected);
      }
      prepare?.(db);
    },
  });
}

/** Names of the buttons in the color of the main action. */
const primaryButtons = () =>
  [...document.querySelectorAll(".button--primary")].map(({ textContent }) => textContent);

const panel = () => screen.findByRole("region", { name: "Buildium connection" }, find);

test("Buildium is connected after a test, synced with progress, and disconnected", async () => {
  const { user, fakeApi } = openSoftware();
  await screen.findByText(/^Connect Buildium to sync/, {}, find);
  screen.getByRole("region", { name: "Communities from a file" });
  expect(primaryButtons()).toEqual(["Test and save"]);
  await user.click(screen.getByRole("button", { name: "Sync now" }));
  await screen.findByText(/^The company is not connected to its software/, {}, find);

  await user.type(screen.getByLabelText("Client ID"), "bd-1");
  await user.type(screen.getByLabelText("Client secret"), "guess");
  await user.click(screen.getByRole("button", { name: "Test and save" }));
  await screen.findByText(/^Nothing was saved\./, {}, find);
  await user.clear(screen.getByLabelText("Client secret"));
  await user.type(screen.getByLabelText("Client secret"), "secret");
  await user.click(screen.getByRole("button", { name: "Test and save" }));
  await screen.findByText(/^Not synced yet/, {}, find);
  expect(screen.queryByRole("region", { name: "Communities from a file" })).toBeNull();

  expect(primaryButtons()).toContain("Sync now");
  await user.click(screen.getByRole("button", { name: "Sync now" }));
  await screen.findByText("Syncing accounts: 1 of 3 communities done.", {}, find);
  screen.getByText("Quarry Bend");
  // The page updates the progress automatically.
  fakeApi.db.softwareConnection.lastSync = create(SoftwareSyncSchema, {
    state: SoftwareSyncState.SUCCEEDED,
    finishedAt: { seconds: 1_790_000_000n },
    communities: 3,
    communitiesDone: 3,
    accountsAdded: 86,
  });
  await screen.findByText(/^Last synced/, {}, find);
  within(await panel()).getByText("86");

  await user.click(screen.getByRole("button", { name: "Disconnect" }));
  await user.click(await screen.findByRole("button", { name: "Disconnect Buildium" }, find));
  await screen.findByText(/^Connect Buildium to sync/, {}, find);
});

test("Vantaca is connected by a company code, a login and a password", async () => {
  const { user } = openSoftware(undefined, undefined, Software.VANTACA);
  await screen.findByText(/^Connect Vantaca to sync/, {}, find);
  const form = await screen.findByRole("form", { name: "Vantaca connection" }, find);
  expect(within(form).queryByLabelText("Client ID")).toBeNull();
  await user.type(screen.getByLabelText("Company code"), "northgate");
  await user.type(screen.getByLabelText("Login"), "parlor-api");
  await user.type(within(form).getByLabelText("Password"), "guess");
  await user.click(screen.getByRole("button", { name: "Test and save" }));
  await screen.findByText(/Vantaca does not accept this login/, {}, find);
  await user.clear(within(form).getByLabelText("Password"));
  await user.type(within(form).getByLabelText("Password"), "right");
  await user.click(screen.getByRole("button", { name: "Test and save" }));
  await screen.findByText(/^Not synced yet/, {}, find);
  expect(screen.queryByRole("region", { name: "Communities from a file" })).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>("Company code").value).toBe("northgate");
  expect(within(form).getByLabelText<HTMLInputElement>("Password").value).toBe("");
  await user.click(screen.getByRole("button", { name: "Disconnect" }));
  await user.click(await screen.findByRole("button", { name: "Disconnect Vantaca" }, find));
  await screen.findByText(/^Connect Vantaca to sync/, {}, find);
});

test("a failed sync says why", async () => {
  openSoftware(
    create(SoftwareSyncSchema, {
      state: SoftwareSyncState.FAILED,
      problem: "Buildium could not be reached.",
    }),
  );
  const alert = await screen.findByRole("alert", {}, find);
  expect(alert.textContent).toBe("Last sync failed. Buildium could not be reached.");
});

test("accounts that were not synced are listed by community", async () => {
  openSoftware(
    create(SoftwareSyncSchema, {
      state: SoftwareSyncState.FAILED,
      communities: 2,
      communitiesDone: 2,
      accountsRejected: 1,
      problems: [
        { communityId: "a", community: "Harbor Row", problem: "Buildium failed (500)." },
        {
          communityId: "b",
          community: "Osprey Lake",
          rejected: [{ number: "11", reason: '"ask Ana" is no phone number.' }],
          rejectedCount: 1,
        },
      ],
    }),
  );
  const problems = await screen.findByRole("region", { name: "Not synced" }, find);
  within(problems).getByText("Harbor Row: Buildium failed (500).");
  within(problems).getByText(/^Osprey Lake: 1 account skipped\./);
  within(problems).getByText('Account 11: "ask Ana" is no phone number.');
  screen.getByText("Some communities' accounts couldn't be synced.");
});

test("a connection that doesn't load can be tried again", async () => {
  const { user, fakeApi } = openSoftware(undefined, (db) =>
    db.failingMethods.set(
      "GetSoftwareConnection",
      createError(Code.Internal, "INTERNAL", "It broke."),
    ),
  );
  await screen.findByText("Couldn't load the connection", {}, find);
  fakeApi.db.failingMethods.clear();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => screen.getByText(/^Connect Buildium to sync/), find);
});
