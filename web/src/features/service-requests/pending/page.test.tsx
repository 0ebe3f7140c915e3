import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { ServiceRequestState as State } from "../../../gen/parlor/v1/service_request_pb";
import { formatPhone } from "../../../lib/names";
import { createError } from "../../../testing/fake-api/errors";
import { openServiceRequests } from "../../../testing/open-service-requests";

const loadTimeout = { timeout: 60_000 };
const path = "/serviceRequestPending";
const exact = { selector: ".exact-text" };

test("requests are listed oldest first, and the first one is open", async () => {
  const { stored } = openServiceRequests(path);
  await screen.findByRole("article", { name: /Water stain/ }, loadTimeout);
  const queue = screen.getByRole("region", { name: "Needs decision" });
  const links = await within(queue).findAllByRole("link");
  expect(links.map((link) => link.textContent)).toEqual([
    expect.stringContaining("Water stain on the bathroom ceiling"),
    expect.stringContaining("Fob opens the front door"),
  ]);
  const missing = screen.getByRole("region", { name: "Missing" });
  expect(missing.textContent).toContain("Permission to enter");
  const { contactPhone } = stored("request-1") as { contactPhone: string };
  const call = screen.getByRole("link", { name: formatPhone(contactPhone) });
  expect(call.getAttribute("href")).toBe(`tel:${contactPhone}`);
});

test("facts of a request show bidirectional control characters as marks", async () => {
  openServiceRequests(path, {
    prepare: ({ db }) => {
      const request = db.serviceRequests.find(({ id }) => id === "request-1");
      if (!request) return;
      Object.assign(request, { title: "Water\u202e stain", description: "See \u202emoc.knab" });
      Object.assign(request, { location: "Hall\u200f", contactName: "Ann\u2066" });
    },
  });
  const article = within(
    await screen.findByRole("article", { name: /Water\[RLO\] stain/ }, loadTimeout),
  );
  expect(article.getByRole("heading", { name: "Water[RLO] stain" })).toBeTruthy();
  expect(article.getByText("See [RLO]moc.knab")).toBeTruthy();
  expect(article.getByText("Hall[RLM]")).toBeTruthy();
  expect(article.getByText(/Ann\[LRI\]/)).toBeTruthy();
  const row = within(screen.getByRole("region", { name: "Needs decision" }));
  expect(row.getByText("Water[RLO] stain")).toBeTruthy();
});

test("approving shows the text first and opens the next request", async () => {
  const { user, stored } = openServiceRequests(path);
  await screen.findByRole("article", { name: /Water stain/ }, loadTimeout);
  const form = screen.getByRole("form", { name: "Decision" });
  const { number } = stored("request-1") as { number: string };
  expect(within(form).getByText(/was approved\.$/, exact).textContent).toContain(number);
  await user.type(within(form).getByLabelText("Note (optional)"), "Plumber on Friday");
  expect(within(form).getByText(/was approved: Plumber on Friday$/, exact)).toBeTruthy();
  await user.click(within(form).getByRole("button", { name: `Approve ${number}` }));
  await screen.findByRole("article", { name: /Fob opens/ });
  expect(stored("request-1")?.state).toBe(State.APPROVED);
});

test("declining requires a note, which the resident gets", async () => {
  const { user, stored } = openServiceRequests(path);
  await screen.findByRole("article", { name: /Water stain/ }, loadTimeout);
  const form = within(screen.getByRole("form", { name: "Decision" }));
  await user.keyboard("d");
  expect(document.activeElement).toBe(form.getByLabelText("Reason"));
  await user.click(form.getByRole("button", { name: /^Decline/ }));
  expect(form.getByText("Write what the resident should know.")).toBeTruthy();
  expect(stored("request-1")?.state).toBe(State.PENDING);
  await user.type(form.getByLabelText("Reason"), "Not our building");
  expect(form.getByText(/was declined: Not our building$/, exact)).toBeTruthy();
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(stored("request-1")?.state).toBe(State.DECLINED));
});

test("requesting information moves the request to the other list", async () => {
  const { user, stored } = openServiceRequests(path);
  await screen.findByRole("article", { name: /Water stain/ }, loadTimeout);
  await user.keyboard("i");
  await user.keyboard("Which bathroom?");
  await user.click(screen.getByRole("button", { name: /^Request information for/ }));
  await waitFor(() => expect(stored("request-1")?.state).toBe(State.NEEDS_INFO));
  await user.click(screen.getByRole("radio", { name: /Waiting for residents/ }));
  const list = await screen.findByRole("region", { name: "Waiting for residents" });
  await within(list).findByRole("link", { name: /Water stain/ });
});

test("several requests are approved together, with the result of each", async () => {
  const { user, stored } = openServiceRequests(path);
  await screen.findByRole("article", { name: /Water stain/ }, loadTimeout);
  await user.click(screen.getByRole("checkbox", { name: "Select all" }));
  await user.click(screen.getByRole("button", { name: "Approve 2 requests…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Approve 2 requests" }));
  expect(dialog.getAllByText(/was approved\.$/, exact)).toHaveLength(2);
  const second = stored("request-2");
  if (second) second.state = State.DECLINED;
  await user.click(dialog.getByRole("button", { name: "Approve 2 requests" }));
  const results = within(await screen.findByRole("dialog", { name: "1 approved, 1 not approved" }));
  const rows = results.getAllByRole("listitem").map((row) => row.textContent);
  expect(rows[0]).toMatch(/Water stain.*Approved$/);
  expect(rows[1]).toMatch(/Fob opens.*Not approved$/);
  await user.click(results.getByRole("button", { name: "Done" }));
  await screen.findByText("You're all caught up");
  const selectAll = screen.getByRole("checkbox", { name: "Select all" }) as HTMLInputElement;
  expect(selectAll.disabled).toBe(true);
});

test("J and K change the selection, and X selects a request for approval", async () => {
  const { user } = openServiceRequests(path);
  await screen.findByRole("article", { name: /Water stain/ }, loadTimeout);
  await user.keyboard("j");
  await screen.findByRole("article", { name: /Fob opens/ });
  await user.keyboard("x");
  expect(screen.getByText("1 selected")).toBeTruthy();
  await user.keyboard("k");
  await screen.findByRole("article", { name: /Water stain/ });
});

test("a queue that fails to load can be loaded again", async () => {
  const { user, db } = openServiceRequests(path, {
    prepare: (api) =>
      api.db.failingMethods.set(
        "ListServiceRequests",
        createError(Code.Internal, "INTERNAL", "Broken."),
      ),
  });
  await screen.findByText("Couldn't load service requests", {}, loadTimeout);
  db.failingMethods.clear();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("article", { name: /Water stain/ });
});
