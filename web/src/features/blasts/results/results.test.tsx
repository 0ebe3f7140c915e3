import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { DashboardOption } from "../../../gen/parlor/options/v1/screen_pb";
import { BlastState } from "../../../gen/parlor/v1/blast_pb";
import { EventKind } from "../../../gen/parlor/v1/event_service_pb";
import { createError } from "../../../testing/fake-api/errors";
import { findButton, loadTimeout, openBlasts } from "../../../testing/open-blasts";
import { allow, callsOf } from "../../../testing/visit";

function inState(state: BlastState) {
  return ({ db }: Pick<ReturnType<typeof openBlasts>, "db">) => {
    const blast = db.blasts.find(({ id }) => id === "blast-finished");
    if (blast) blast.state = state;
  };
}

test("a sent text names its community, and what replaces unknown details", async () => {
  openBlasts("?blast=blast-finished", {
    prepare: ({ db }) => {
      const blast = db.blasts.find(({ id }) => id === "blast-finished");
      if (blast) blast.body = "Hi {{first_name|neighbor}}, the package room is full.";
    },
  });
  await screen.findByText(
    "Larkspur Commons: Hi neighbor, the package room is full.",
    {},
    loadTimeout,
  );
  expect(screen.getByText(/are filled in for each person/)).toBeTruthy();
});

test("a running blast is paused, resumed, and canceled once that is confirmed", async () => {
  const { user, stored } = openBlasts("?blast=blast-running");
  await user.click(await findButton("Pause"));
  await screen.findByText("Paused.");
  await user.click(await findButton("Resume"));
  await user.click(await findButton("Cancel blast"));
  const dialog = within(await screen.findByRole("dialog", { name: "Cancel this blast?" }));
  expect(stored("blast-running")?.state).toBe(BlastState.RUNNING);
  await user.click(dialog.getByRole("button", { name: "Cancel blast" }));
  await screen.findByText("Anyone who hasn't been sent the text yet won't get it.");
  expect(stored("blast-running")?.counts?.canceled).toBe(9);
});

test("the counters follow what is sent", async () => {
  const { db, stored } = openBlasts("?blast=blast-running");
  await screen.findByText("8 of 17 sent", {}, loadTimeout);
  Object.assign(stored("blast-running")?.counts ?? {}, { pending: 2, sent: 11 });
  db.publish(EventKind.BLAST, "", "blast-running");
  await screen.findByText("15 of 17 sent");
});

test("each recipient has a status in plain words, and those left out a reason", async () => {
  const { user } = openBlasts("?blast=blast-running", {
    as: "ines",
    prepare: allow(DashboardOption.TEXT_BLAST),
  });
  const table = await screen.findByRole("table", { name: "Recipients" }, loadTimeout);
  expect(within(table).getAllByText("Delivered")).toHaveLength(3);
  expect(within(table).getAllByText("Not delivered")).toHaveLength(1);
  expect(within(table).getAllByText("Not sent yet")).toHaveLength(9);
  const links = within(table).getAllByRole("link", { name: /^Conversation with/ });
  expect(links).toHaveLength(8);
  expect(links[0]?.getAttribute("href")).toBe("/messages?id=conversation-1");
  await user.selectOptions(screen.getByLabelText("Show recipients"), "Left out: opted out");
  await screen.findByText("Opted out", { selector: "td span" });
});

test("a number that is not valid is one that can't be texted", async () => {
  openBlasts("?blast=blast-finished");
  await screen.findByRole("option", { name: "Left out: number can't be texted" }, loadTimeout);
});

test("a recipient is linked to the inbox where there is no screen of conversations", async () => {
  openBlasts("?blast=blast-running", { prepare: allow(DashboardOption.OMNICHANNEL) });
  await screen.findByRole("table", { name: "Recipients" }, loadTimeout);
  const [link] = screen.getAllByRole("link", { name: /^Conversation with/ });
  expect(link?.getAttribute("href")).toBe("/omnichannel?text=conversation-1");
});

test("the restricted view sees recipients without links to conversations", async () => {
  const app = openBlasts("?blast=blast-running", { as: "rae" });
  await screen.findByRole("table", { name: "Recipients" }, loadTimeout);
  expect(screen.queryByRole("link", { name: /^Conversation with/ })).toBeNull();
  expect(callsOf(app)).not.toContain("ListTurboCommunities");
});

const recipients = () => screen.findByRole("table", { name: "Recipients" }, loadTimeout);
const rowCount = async () => within(await recipients()).getAllByRole("row").length - 1;

test("each counter lists its recipients, and all of them when it is pressed again", async () => {
  const { user, location } = openBlasts("?blast=blast-finished");
  const failed = await findButton("Not delivered 1");
  expect(await rowCount()).toBe(17);
  expect(failed.getAttribute("aria-pressed")).toBe("false");
  failed.focus();
  await user.keyboard("{Enter}");
  await waitFor(async () => expect(await rowCount()).toBe(1));
  expect(location.path).toBe("/textBlast?blast=blast-finished&outcome=4");
  expect(failed.getAttribute("aria-pressed")).toBe("true");
  expect(screen.getByLabelText("Show recipients")).toHaveProperty("value", "0 4");
  await user.click(screen.getByRole("button", { name: "Delivered 16" }));
  await waitFor(async () => expect(await rowCount()).toBe(16));
  expect(failed.getAttribute("aria-pressed")).toBe("false");
  await user.click(screen.getByRole("button", { name: "Delivered 16" }));
  await waitFor(async () => expect(await rowCount()).toBe(17));
  expect(location.path).toBe("/textBlast?blast=blast-finished");
});

test("a counter and a reason to be left out take each other's place", async () => {
  const { user, location } = openBlasts("?blast=blast-finished&excluded=3&outcome=3");
  await waitFor(async () => expect(await rowCount()).toBe(1), loadTimeout);
  await user.click(screen.getByRole("button", { name: "Delivered 16" }));
  await waitFor(async () => expect(await rowCount()).toBe(16));
  expect(location.path).toBe("/textBlast?blast=blast-finished&outcome=3");
  await user.selectOptions(screen.getByLabelText("Show recipients"), "Left out: do not text");
  await waitFor(async () => expect(await rowCount()).toBe(1));
  expect(location.path).toBe("/textBlast?blast=blast-finished&excluded=3");
});

test("those who replied have the time of their reply, and whether they opted out", async () => {
  openBlasts("?blast=blast-finished&outcome=7");
  await waitFor(async () => expect(await rowCount()).toBe(3), loadTimeout);
  const table = within(await recipients());
  expect(table.getAllByText(/^Replied .*\d/)).toHaveLength(3);
  expect(table.getAllByText("Opted out")).toHaveLength(1);
  expect(screen.getByRole("button", { name: "Replied 3", pressed: true })).toBeTruthy();
  const optOuts = screen.getByText("Opted out", { selector: ".secondary" });
  expect(optOuts.parentElement?.textContent).toBe("Opted out 1");
});

test("a counter of nobody says so", async () => {
  const { user } = openBlasts("?blast=blast-finished");
  await user.click(await findButton("Waiting 0"));
  await screen.findByText("No recipients with this status");
});

test("texts that failed for a temporary reason are sent again once that is confirmed", async () => {
  const { user, stored } = openBlasts("?blast=blast-finished");
  await user.click(await findButton("Send again to 1"));
  const dialog = within(await screen.findByRole("dialog", { name: "Send again to 1 person?" }));
  expect(dialog.getByText(/such as a phone that was off/)).toBeTruthy();
  expect(stored("blast-finished")?.retryableCount).toBe(1);
  await user.click(dialog.getByRole("button", { name: "Send again" }));
  await screen.findByText("Sending again to 1 person.", {}, loadTimeout);
  expect(screen.queryByRole("button", { name: "Send again to 1" })).toBeNull();
  expect(stored("blast-finished")?.counts).toMatchObject({ failed: 0, pending: 1 });
});

test.each([
  { state: BlastState.RUNNING, button: "Pause" },
  { state: BlastState.CANCELED, button: "Copy to new draft" },
])("only a finished blast is sent again, none with $button", async ({ state, button }) => {
  openBlasts("?blast=blast-finished", { prepare: inState(state) });
  await findButton(button);
  expect(screen.queryByRole("button", { name: /^Send again/ })).toBeNull();
});

test("a blast that was not sent is explained for each reason", async () => {
  openBlasts("?blast=blast-finished", { prepare: inState(BlastState.MISSED) });
  const notice = await screen.findByText("This blast wasn't sent.", {}, loadTimeout);
  const text = notice.parentElement?.textContent;
  for (const reason of ["60 minutes late", "kept failing", "saved audience was deleted"]) {
    expect(text).toContain(reason);
  }
});

test("a retry that is refused says why", async () => {
  const { user, stored } = openBlasts("?blast=blast-finished");
  await user.click(await findButton("Send again to 1"));
  Object.assign(stored("blast-finished") ?? {}, { retryableCount: 0 });
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Send again" }));
  await dialog.findByText(/Nobody is left\./);
});

test("the recipients are exported to a file with a link that works once", async () => {
  const { user } = openBlasts("?blast=blast-finished");
  await user.click(await findButton("Export CSV"));
  const link = await screen.findByRole("link", { name: "Download" });
  expect(link.getAttribute("href")).toMatch(/^https:\/\/parlor.example\/files\//);
  expect(screen.getByText("The file has 20 recipients.")).toBeTruthy();
  link.addEventListener("click", (event) => event.preventDefault());
  await user.click(link);
  await screen.findByText("Download started.");
});

test("recipients who do not fit into one file are exported to the next ones", async () => {
  const { user, db } = openBlasts("?blast=blast-finished", {
    prepare: ({ db }) => {
      db.exportRows = 8;
    },
  });
  const hrefs = () =>
    screen.getAllByRole("link", { name: "Download" }).map((link) => link.getAttribute("href"));
  await user.click(await findButton("Export CSV"));
  await screen.findByText("File 1: 8 recipients.");
  await user.click(await findButton("Export the next recipients"));
  await screen.findByText("File 2: 8 recipients.");
  const failure = createError(Code.ResourceExhausted, "TOO_MANY_EXPORTS", "Wait a while.");
  db.failingMethods.set("ExportBlast", failure);
  await user.click(await findButton("Export the next recipients"));
  await screen.findByText(/Wait a while\./);
  expect(hrefs()).toHaveLength(2);
  db.failingMethods.clear();
  await user.click(await findButton("Try again"));
  await screen.findByText("File 3: 4 recipients, the last ones.");
  expect(screen.queryByRole("button", { name: "Export the next recipients" })).toBeNull();
  expect(new Set(hrefs()).size).toBe(3);
});

test("dismissing a file keeps the offer of the next one", async () => {
  const { user } = openBlasts("?blast=blast-finished", {
    prepare: ({ db }) => {
      db.exportRows = 10;
    },
  });
  await user.click(await findButton("Export CSV"));
  await screen.findByText("File 1: 10 recipients.");
  await user.click(screen.getByRole("button", { name: "Dismiss notice" }));
  expect(screen.queryByText("File 1: 10 recipients.")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Export the next recipients" }));
  await screen.findByText("File 2: 10 recipients, the last ones.");
});

test("a blast that has not started has nothing to export", async () => {
  openBlasts("?blast=blast-awaiting");
  await recipients();
  expect(screen.queryByRole("button", { name: "Export CSV" })).toBeNull();
});
