import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";
import { ChannelHealthSchema, ChannelState } from "../../gen/parlor/v1/channel_health_service_pb";
import { createError } from "../../testing/fake-api/errors";
import { allow, visit } from "../../testing/visit";

const wait = { timeout: 60_000 };

type FakeApi = ReturnType<typeof visit>["fakeApi"];

/** Opens the inbox. Harbor Row's number has a problem in the given state, if there is one. */
function open(state?: ChannelState, prepare?: (fakeApi: FakeApi) => void) {
  return visit("/omnichannel", {
    prepare: (fakeApi) => {
      allow(DashboardOption.OMNICHANNEL)(fakeApi);
      const { db } = fakeApi;
      const number = db.communities.find(({ label }) => label === "Harbor Row")?.number ?? "";
      if (state !== undefined) {
        const { $typeName: _, ...health } = create(ChannelHealthSchema, {
          address: number,
          state,
          problem: "Twilio did not accept the account.",
          problemSince: timestampFromDate(new Date(2025, 10, 3, 10, 41)),
        });
        const { address, problem, problemSince } = health;
        db.channelProblems.push({
          ...{ address, problem, state },
          ...(problemSince ? { problemSince } : {}),
        });
      }
      prepare?.(fakeApi);
    },
  });
}

test("working channels are listed without a banner", async () => {
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "Channels" }, wait));
  const list = within(await screen.findByRole("list", { name: "Channels" }, wait));
  const [first] = await list.findAllByText(/^Harbor Row, \(/, {}, wait);
  const row = within(first?.closest("li") as HTMLElement);
  expect(row.getByText("Working")).toBeTruthy();
  expect(row.getByText("Test phone – no real texts are sent")).toBeTruthy();
  expect(screen.queryByText(/working\./)).toBeNull();
});

test("a broken channel shows a banner, and is first in the list with its reason and time", async () => {
  const { user } = open(ChannelState.BROKEN);
  const banner = await screen.findByText("1 channel isn't working.", {}, wait);
  expect(banner.parentElement?.textContent).toContain("Twilio did not accept the account.");
  await user.click(screen.getByRole("button", { name: "Show channels" }));
  const list = await screen.findByRole("list", { name: "Channels" }, wait);
  await waitFor(() => expect(within(list).getAllByRole("listitem").length).toBeGreaterThan(1));
  const [first] = within(list).getAllByRole("listitem");
  expect(first?.textContent).toMatch(
    /Harbor Row.*Twilio did not accept the account\..*Since Nov 3/,
  );
  expect(first?.textContent).toContain("Not working");
});

test("a degraded channel shows in the header only", async () => {
  open(ChannelState.DEGRADED);
  await screen.findByRole("button", { name: "Channels: 1 channel has a problem" }, wait);
  expect(screen.queryByText("1 channel isn't working.")).toBeNull();
});

test("a list that could not be loaded offers to retry", async () => {
  const { user } = open(undefined, ({ db }) =>
    db.failingMethods.set(
      "ListChannelHealth",
      createError(Code.Unavailable, "UNAVAILABLE", "It failed."),
    ),
  );
  await user.click(await screen.findByRole("button", { name: "Channels" }, wait));
  const dialog = within(await screen.findByRole("dialog", { name: "Channels" }, wait));
  expect(await dialog.findByRole("button", { name: "Try again" }, wait)).toBeTruthy();
});

test("a narrow window has the dialogs of the inbox in a menu", async () => {
  const original = window.matchMedia.bind(window);
  const narrow = vi.spyOn(window, "matchMedia");
  narrow.mockImplementation((query) =>
    original(query.replace("max-width: 900px", "min-width: 1px")),
  );
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "Inbox settings" }, wait));
  const menu = within(await screen.findByRole("menu", { name: "Inbox settings" }, wait));
  expect(menu.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
    "Channels",
    "Routing rules",
    "Canned replies",
  ]);
  await user.click(menu.getByRole("menuitem", { name: "Channels" }));
  await screen.findByRole("dialog", { name: "Channels" }, wait);
  narrow.mockRestore();
});
