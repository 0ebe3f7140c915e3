import { Code } from "@connectrpc/connect";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";
import { formatFullDate } from "../../lib/format-date";
import { createError } from "../../testing/fake-api/errors";
import { allow, visit } from "../../testing/visit";

const loadTimeout = { timeout: 60_000 };

const openReporting = (query = "", options: Parameters<typeof visit>[1] = {}) =>
  visit(`/reporting${query}`, options);

const cardOf = async (title: string) => {
  const heading = await screen.findByRole("heading", { name: title }, loadTimeout);
  return heading.closest("article") as HTMLElement;
};

test("a figure shows its value, its change and its definition", async () => {
  openReporting();
  const card = await cardOf("Time to a staff answer");
  expect(card.textContent).toContain("38 min");
  expect(card.textContent).toContain("−6 min");
  expect(card.textContent).toContain("One in ten takes longer than 3 hr 5 min.");
});

test("no data is not shown as zero", async () => {
  openReporting();
  expect((await cardOf("Money saved")).textContent).toContain("No data");
  const optOuts = await cardOf("Opt-outs");
  expect(optOuts.textContent).not.toContain("No data");
  expect(within(optOuts).getByText("0")).toBeTruthy();
});

test("the filters are in the URL, and a chart can be read as a table", async () => {
  const { user, location } = openReporting();
  await cardOf("Questions asked");
  await user.selectOptions(screen.getByRole("combobox", { name: "Range" }), "90");
  await user.selectOptions(screen.getByRole("combobox", { name: "Comparison" }), "off");
  expect(location.path).toBe("/reporting?days=90&compare=off");
  await waitFor(() => expect(screen.queryByText("−6 min")).toBeNull());
  const panel = screen.getByRole("region", { name: "Questions per day" });
  await user.click(within(panel).getByRole("radio", { name: "Table" }));
  const table = within(panel).getByRole("table", { name: "Questions by day" });
  expect(within(table).getByText("30")).toBeTruthy();
});

test("a report is filtered by a category, and shows open service requests by age", async () => {
  const { user, location } = openReporting("?category=Pets");
  await cardOf("Questions asked");
  const category = screen.getByRole("combobox", { name: "Category" });
  expect((category as HTMLSelectElement).value).toBe("Pets");
  await user.selectOptions(category, "Parking");
  expect(location.path).toBe("/reporting?category=Parking");
  await user.selectOptions(category, "All categories");
  const panel = screen.getByRole("region", { name: "Questions by category" });
  await user.click(within(panel).getByRole("radio", { name: "Table" }));
  await user.click(within(panel).getByRole("button", { name: "Parking" }));
  expect(location.path).toBe("/reporting?category=Parking");
  const row = screen.getByRole("row", { name: /In progress/ });
  const cells = within(row).getAllByRole("cell");
  expect(cells.map((cell) => cell.textContent)).toEqual(["In progress", "4", "0", "2", "1", "7"]);
});

test("a figure opens what it counts, page by page", async () => {
  const { user, location } = openReporting();
  await user.click(
    await screen.findByRole("button", { name: "See details of Questions asked" }, loadTimeout),
  );
  expect(location.path).toBe("/reporting?figure=questions");
  await screen.findByText("Where do I park?");
  await user.click(screen.getByRole("button", { name: "Load more" }));
  await screen.findByText("Is the pool open?");
  await user.click(screen.getByRole("button", { name: "Back to report" }));
  await cardOf("Questions asked");
});

test("a message that a figure counts is linked to its conversation", async () => {
  const details = "?figure=questions";
  const link = async () =>
    (await screen.findAllByRole("link", { name: "(503) 555-0148" }, loadTimeout))[0];
  const inMessages = openReporting(details, { as: "ines" });
  expect((await link())?.getAttribute("href")).toBe("/messages?id=conversation-1");
  inMessages.unmount();
  const inInbox = openReporting(details, { prepare: allow(DashboardOption.OMNICHANNEL) });
  expect((await link())?.getAttribute("href")).toBe("/omnichannel?text=conversation-1");
  inInbox.unmount();
  openReporting(details);
  await screen.findByText("Where do I park?", {}, loadTimeout);
  expect(screen.queryByRole("link", { name: "(503) 555-0148" })).toBeNull();
});

test("escalations by email and web chat are linked to the inbox or the web chat screen", async () => {
  const details = "?figure=resolution";
  const hrefOf = async (name: string) =>
    (await screen.findByRole("link", { name }, loadTimeout)).getAttribute("href");
  const inInbox = openReporting(details, { prepare: allow(DashboardOption.OMNICHANNEL) });
  expect(await hrefOf("joan@example.com")).toBe("/omnichannel?email=thread-parking");
  expect(await hrefOf("Visitor")).toBe("/omnichannel?chat=chat-books");
  inInbox.unmount();
  openReporting(details, { prepare: allow(DashboardOption.WEBCHAT) });
  expect(await hrefOf("Visitor")).toBe("/webChat?tab=chats&id=chat-books");
  expect(screen.queryByRole("link", { name: "joan@example.com" })).toBeNull();
  screen.getByText("joan@example.com");
});

test("a report is filtered by channel", async () => {
  const { user, location, db } = openReporting("?channel=chat");
  await cardOf("Questions asked");
  const channel = screen.getByRole("combobox", { name: "Channel" }) as HTMLSelectElement;
  expect(channel.selectedOptions[0]?.textContent).toBe("Web chats");
  await user.selectOptions(channel, "Emails");
  expect(location.path).toBe("/reporting?channel=email");
  const requests = () => db.calls.filter(({ method }) => method === "GetReport");
  await waitFor(() => expect(requests()).toHaveLength(2));
});

test("a month is compared with the period before it", async () => {
  const { user, location } = openReporting();
  await cardOf("Questions asked");
  const range = screen.getByRole("combobox", { name: "Range" });
  await user.selectOptions(range, "Last month");
  expect(location.path).toBe("/reporting?range=last-month");
  const now = new Date();
  const last = formatFullDate(new Date(now.getFullYear(), now.getMonth(), 0));
  await screen.findByText((text) => text.includes(`– ${last}, New York time`));
  screen.getByText(/^Compared with .+ – .+, \d{4}$/);
  await user.selectOptions(screen.getByRole("combobox", { name: "Comparison" }), "off");
  expect(screen.queryByText(/^Compared with/)).toBeNull();
  await user.selectOptions(range, "This month");
  expect(location.path).toBe("/reporting?range=this-month&compare=off");
});

test("a custom range starts with the days that are shown, and is in the URL once it is valid", async () => {
  const { user, location } = openReporting("?range=last-month");
  await cardOf("Questions asked");
  await user.selectOptions(screen.getByRole("combobox", { name: "Range" }), "Custom range");
  expect(location.path).toMatch(/^\/reporting\?start=\d{4}-\d{2}-01&end=\d{4}-\d{2}-\d{2}$/);
  const form = screen.getByRole("form", { name: "Custom range" });
  const [first, last] = [
    within(form).getByLabelText("First day"),
    within(form).getByLabelText("Last day"),
  ];
  const before = location.path;
  const apply = async (start: string, end: string) => {
    for (const [field, value] of [
      [first, start],
      [last, end],
    ] as const) {
      fireEvent.change(field, { target: { value } });
    }
    await user.click(within(form).getByRole("button", { name: "Show report" }));
  };
  await apply("2025-03-09", "2025-03-08");
  within(form).getByText("The last day is before the first day.");
  await apply("2024-01-01", "2025-03-08");
  within(form).getByText("Choose at most 366 days.");
  await apply("2999-01-01", "2999-01-02");
  within(form).getByText("This day is in the future. Choose an earlier one.");
  await apply("", "2025-03-08");
  within(form).getByText("Enter the first day.");
  expect(location.path).toBe(before);
  await apply("2025-03-01", "2025-03-08");
  expect(location.path).toBe("/reporting?start=2025-03-01&end=2025-03-08");
  await screen.findByText("Mar 1 – Mar 8, 2025, New York time");
  screen.getByText("Compared with Feb 21 – Feb 28, 2025");
});

test("a bad range in the URL is explained, and no report is loaded", async () => {
  const { db } = openReporting("?start=2025-03-09&end=2025-03-08");
  await screen.findByText("Choose a valid range", {}, loadTimeout);
  screen.getByText("The last day is before the first day.");
  expect(screen.queryByRole("button", { name: "Export" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Print, or save as PDF" })).toBeNull();
  expect(db.calls.filter(({ method }) => method === "GetReport")).toEqual([]);
});

test("the print button says that it can save a PDF", async () => {
  const print = vi.fn();
  vi.stubGlobal("print", print);
  const { user } = openReporting();
  await cardOf("Questions asked");
  await user.click(screen.getByRole("button", { name: "Print, or save as PDF" }));
  expect(print).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

test("a user subscribes to reports by email", async () => {
  const { user } = openReporting();
  await cardOf("Questions asked");
  const panel = await screen.findByRole("region", { name: "Reports by email" });
  await user.click(within(panel).getByRole("button", { name: "Subscribe" }));
  const dialog = await screen.findByRole("dialog", { name: "Reports by email" });
  await user.selectOptions(within(dialog).getByLabelText("How often"), "Every week");
  within(dialog).getByText("Mondays at 8 AM, covering the previous week.");
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  await within(panel).findByText(/^Every week, to dana@example\.com\./);
});

test("a report that fails to load can be loaded again", async () => {
  const { user, db } = openReporting("", {
    prepare: ({ db: seeded }) =>
      seeded.failingMethods.set("GetReport", createError(Code.Internal, "INTERNAL", "Broken.")),
  });
  await screen.findByText("Couldn't load the report", {}, loadTimeout);
  db.failingMethods.clear();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await cardOf("Questions asked");
});
