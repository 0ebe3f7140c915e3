import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { loadValidator } from "../../../forms/rules";
import { DashboardOption } from "../../../gen/parlor/options/v1/screen_pb";
import { openApp } from "../../../testing/open-app";
import { wickhamOf } from "../../../testing/wickham";

const find = { timeout: 60_000 };

// The validator is large; it is loaded once, before the tests.
beforeAll(async () => void (await loadValidator()));

test("all features of a company can be removed", async () => {
  const { user, fakeApi } = openApp({
    path: "/admin?section=companies&company=older",
    as: "ines",
  });
  const sheet = await screen.findByRole("dialog", { name: "Older & Sons" }, find);
  await user.click(within(sheet).getByLabelText(/^Test window/));
  await within(sheet).findByText(/Staff lose Test window/);
  await user.click(within(sheet).getByRole("button", { name: "Save company" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), find);
  const older = fakeApi.db.companies.find(({ id }) => id === "older");
  expect(older?.dashboardOptions).toEqual([]);
  await screen.findByText("Turned off Test window. Staff lose Test window.", {}, find);
  await user.click(screen.getByRole("button", { name: /^Undo/ }));
  await waitFor(() => expect(older?.dashboardOptions).toEqual([DashboardOption.TW]), find);
});

test("a sheet with unsaved changes asks before it closes", async () => {
  const { user, location } = openApp({ path: "/admin?company=wickham", as: "ines" });
  const sheet = await screen.findByRole("dialog", { name: "Wickham & Rowe" }, find);
  await user.click(within(sheet).getByLabelText(/^Reporting/));
  await user.keyboard("{Escape}");
  await screen.findByRole("dialog", { name: "Leave without saving?" }, find);
  await user.click(screen.getByRole("button", { name: "Leave without saving" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), find);
  expect(location.path).toBe("/admin");
});

test("creating a company opens its features", async () => {
  const { user, fakeApi, location } = openApp({ path: "/admin?company=new", as: "ines" });
  await user.type(await screen.findByLabelText("Legal name", {}, find), "Kestrel & Vane");
  await user.click(screen.getByRole("button", { name: "Create company" }));
  await screen.findByRole("dialog", { name: "Kestrel & Vane" }, find);
  const made = fakeApi.db.companies.at(-1);
  expect(location.path).toBe(`/admin?company=${made?.id}`);
  expect(made?.dashboardOptions).not.toContain(DashboardOption.WEBCHAT);
});

test("platform administrators set the limit and price of text blasts", async () => {
  const { user, fakeApi } = openApp({ path: "/admin?company=wickham", as: "ines" });
  const sheet = within(await screen.findByRole("dialog", { name: "Wickham & Rowe" }, find));
  const price = sheet.getByLabelText("Price per text segment");
  const limit = sheet.getByLabelText("Text blast recipients per day");
  expect(price).toHaveProperty("value", "0.015");
  await user.clear(price);
  await user.type(price, "0.0000075");
  await user.clear(limit);
  await user.type(limit, "5000");
  await user.click(sheet.getByRole("button", { name: "Save company" }));
  await sheet.findByText("Enter a price from 0 to 1, with up to 6 decimals.", {}, find);
  await user.click(sheet.getByRole("button", { name: "Discard changes" }));
  expect(price).toHaveProperty("value", "0.015");
  await user.clear(price);
  await user.type(price, "0.00755");
  await user.type(limit, "{Backspace}5000");
  await user.click(sheet.getByRole("button", { name: "Save company" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), find);
  expect(wickhamOf(fakeApi)).toMatchObject({
    blastDailyLimit: 5000,
    segmentPriceMicros: 7550n,
  });
});

test("clearing the limit of text blasts removes it and keeps the price", async () => {
  const { user, fakeApi } = openApp({
    path: "/admin?company=wickham",
    as: "ines",
    prepare: (api) => Object.assign(wickhamOf(api) ?? {}, { blastDailyLimit: 300 }),
  });
  const sheet = within(await screen.findByRole("dialog", { name: "Wickham & Rowe" }, find));
  await user.clear(sheet.getByLabelText("Text blast recipients per day"));
  await user.click(sheet.getByRole("button", { name: "Save company" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), find);
  expect(wickhamOf(fakeApi)).toMatchObject({ blastDailyLimit: 0, segmentPriceMicros: 15_000n });
});
