import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../testing/visit";

const loadTimeout = { timeout: 60_000 };
const priya = "escalation-1";
const list = () => screen.findByRole("region", { name: "Open escalations" }, loadTimeout);

/** Opens the escalations with one of them from the test phone. */
function open(path = "/escalations", category = "") {
  return visit(path, {
    prepare: ({ db }) => {
      for (const one of db.escalations) {
        one.isTest = one.id === priya;
        one.suggestedCategory = category;
      }
    },
  });
}

test("a question from the test phone is tagged and not counted", async () => {
  const { fakeApi } = open();
  const row = within(await list()).findByRole("link", { name: /Priya Raman/ }, loadTimeout);
  expect(within(await row).getByText("Test")).toBeTruthy();
  expect(within(await list()).getAllByText("Test")).toHaveLength(1);
  const real = fakeApi.db.escalations.filter(({ isTest, reviewed }) => !isTest && !reviewed);
  await screen.findByRole("radio", { name: `Open ${real.length}` }, loadTimeout);
});

test("test traffic is hidden and shown by a filter in the URL", async () => {
  const { user, location } = open();
  await within(await list()).findByText("Priya Raman", {}, loadTimeout);
  const filter = screen.getByLabelText("Test traffic");
  await user.selectOptions(filter, "Hide tests");
  await waitFor(async () => expect(within(await list()).queryByText("Priya Raman")).toBeNull());
  expect(location.path).toBe("/escalations?tests=hide");
  await user.selectOptions(screen.getByLabelText("Test traffic"), "Tests only");
  await within(await list()).findByText("Priya Raman", {}, loadTimeout);
  await waitFor(async () => expect(within(await list()).getAllByRole("link")).toHaveLength(1));
  expect(location.path).toContain("tests=only");
});

test("an empty list names the filters and clears them", async () => {
  const { user, location } = visit("/escalations?tab=reviewed&tests=only");
  await screen.findByText("No reviewed question matches “Tests only”.", {}, loadTimeout);
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(location.path).toBe("/escalations?tab=reviewed");
});

test("the guessed category is chosen", async () => {
  open(`/escalations?id=${priya}`, "Pets");
  const category = await screen.findByLabelText<HTMLSelectElement>("Category", {}, loadTimeout);
  await waitFor(() => expect(category.value).toBe("Pets"));
});

test("a question without a guessed category has none", async () => {
  open(`/escalations?id=${priya}`);
  const category = await screen.findByLabelText<HTMLSelectElement>("Category", {}, loadTimeout);
  expect(category.selectedOptions[0]?.textContent).toBe("Choose a category");
});

test("the phone of a resident is a link that calls it", async () => {
  const { fakeApi } = open(`/escalations?id=${priya}`);
  const phone = fakeApi.db.escalations.find(({ id }) => id === priya)?.phone ?? "";
  const link = await screen.findByRole("link", { name: /^\(\d{3}\) \d{3}-\d{4}$/ }, loadTimeout);
  expect(link.getAttribute("href")).toBe(`tel:${phone}`);
});
