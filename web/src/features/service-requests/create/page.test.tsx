import { create } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { HomeownerKind } from "../../../gen/parlor/v1/homeowner_kind_pb";
import { HomeownerAccountSchema } from "../../../gen/parlor/v1/homeowner_service_pb";
import { ServiceRequestState } from "../../../gen/parlor/v1/service_request_pb";
import { formatPhone } from "../../../lib/names";
import { createError } from "../../../testing/fake-api/errors";
import { openServiceRequests } from "../../../testing/open-service-requests";

const loadTimeout = { timeout: 60_000 };
const path = "/serviceRequestCreate";

const denise = create(HomeownerAccountSchema, {
  ...{ id: "account-denise", communityId: "larkspur", number: "1204", unit: "304" },
  ...{ name: "Denise Alvarez", phones: ["+15035550148"], email: "denise@example.com" },
  kind: HomeownerKind.OWNER,
});

function openForm(query = "") {
  return openServiceRequests(`${path}${query}`, {
    prepare: ({ db }) => {
      db.homeownerAccounts.push(denise);
    },
  });
}

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name, {}, loadTimeout);
const press = (name: string) => screen.getByRole("button", { name });
/** The unit loads after the form. */
const unit = () => screen.findByRole("combobox", { name: "Unit, name or phone" }, loadTimeout);

test("selecting a homeowner account fills in the unit and the contact, and shows the text", async () => {
  const { user } = openForm();
  await user.selectOptions(await field("Community"), "Larkspur Commons");
  await user.type(await unit(), "alva");
  await user.click(await screen.findByRole("option", { name: /Denise Alvarez/ }, loadTimeout));
  expect((await field("Contact name")).value).toBe("Denise Alvarez");
  expect((await field("Contact phone")).value).toBe("(503) 555-0148");
  expect(await screen.findByRole("combobox", { name: "Unit, name or phone" })).toHaveProperty(
    "value",
    "304",
  );
  await user.type(await field("Briefly describe what's needed"), "Faucet runs cold");
  const preview = await screen.findByRole("region", { name: "The resident gets this text" });
  expect(preview.textContent).toContain(
    "Larkspur Commons: Your request # (Faucet runs cold) was received.",
  );
});

test("a request without a title is refused at the field, and created once it has one", async () => {
  const { user, db, location } = openForm();
  await user.selectOptions(await field("Community"), "Harbor Row");
  await user.click(press("Create request"));
  expect(await screen.findByText("This field is required.", {}, loadTimeout)).toBeTruthy();
  await user.type(await field("Briefly describe what's needed"), "Lobby light is out");
  await user.type(await field("Contact phone"), "503/555-0148");
  await user.click(screen.getByRole("radio", { name: /^High/ }));
  await user.click(press("Create request"));
  await waitFor(() => expect(location.path).toMatch(/^\/serviceRequest\?id=request-new-/));
  const [request] = db.serviceRequests;
  expect(request).toMatchObject({
    title: "Lobby light is out",
    contactPhone: "+15035550148",
    priority: 3,
    state: ServiceRequestState.PENDING,
    notifyResident: true,
  });
});

test("a request is due after the business days of its priority, an emergency after hours", async () => {
  const { user } = openForm();
  await user.selectOptions(await field("Community"), "Harbor Row");
  await user.click(screen.getByRole("radio", { name: /^High/ }));
  const due = (await screen.findByText("Due in 1 business day", { selector: "b" })).closest("li");
  expect(due?.textContent).toContain("office hours, in the community's time zone");
  await user.click(screen.getByRole("radio", { name: /^Emergency/ }));
  expect(screen.getByText("Due in 4 hours").closest("li")?.textContent).toContain(
    "Nights and weekends count",
  );
});

test("an invalid phone is refused at its field", async () => {
  const { user } = openForm();
  await user.selectOptions(await field("Community"), "Harbor Row");
  await user.type(await field("Briefly describe what's needed"), "Lobby light is out");
  await user.type(await field("Contact phone"), "555-01");
  await user.click(press("Create request"));
  expect(
    await screen.findByText("Enter a phone number with its area code.", {}, loadTimeout),
  ).toBeTruthy();
});

test("a similar open request of the unit is shown, and the text can be added to it", async () => {
  const { user, db, location } = openForm();
  await user.selectOptions(await field("Community"), "Larkspur Commons");
  await user.type(await unit(), "304");
  await user.type(await field("Briefly describe what's needed"), "Still no hot water");
  const add = await screen.findByRole("button", { name: /^Add to LC-205/ }, loadTimeout);
  await user.click(add);
  await waitFor(() => expect(location.path).toBe("/serviceRequest?id=request-5"));
  expect(db.requestActivities.get("request-5")?.at(-1)?.body).toBe("Still no hot water");
  expect(db.serviceRequests).toHaveLength(10);
});

test("a draft is not sent to anyone", async () => {
  const { user, db } = openForm();
  await user.selectOptions(await field("Community"), "Harbor Row");
  await user.type(await field("Briefly describe what's needed"), "New bench");
  await user.click(press("Save as draft"));
  await waitFor(() => expect(db.serviceRequests[0]?.state).toBe(ServiceRequestState.DRAFT));
});

test("photos are added to the new request, and other files are refused", async () => {
  const { user, db } = openForm();
  await user.selectOptions(await field("Community"), "Harbor Row");
  await user.type(await field("Briefly describe what's needed"), "Broken bench");
  const drop = screen.getByLabelText(/^Add photos/);
  const bench = new File(["photo"], "bench.png", { type: "image/png" });
  await user.upload(drop, bench);
  expect(await screen.findByRole("button", { name: "Remove bench.png" })).toBeTruthy();
  screen.getByText("Draft saved on this computer, without its photos");
  db.failingMethods.set(
    "CreateServiceRequest",
    createError(Code.Unavailable, "UNAVAILABLE", "down"),
  );
  await user.click(press("Create request"));
  await screen.findByText(/but your photos aren't\.$/, {}, loadTimeout);
  db.failingMethods.clear();
  await user.click(press("Create request"));
  await waitFor(() => expect(db.serviceRequests[0]?.photoCount).toBe(1), loadTimeout);
});

test("the input survives a reload", async () => {
  const { user, unmount } = openForm();
  await user.type(await field("Briefly describe what's needed"), "Gate is stuck");
  unmount();
  openForm();
  await waitFor(async () =>
    expect((await field("Briefly describe what's needed")).value).toBe("Gate is stuck"),
  );
});

test("an escalation fills in the text, the community and the contact", async () => {
  const { user, db, location } = openForm("?escalation=escalation-1");
  const escalation = db.escalations.find(({ id }) => id === "escalation-1");
  const words = await field("In the resident's words");
  expect(words.value).toBe(escalation?.question);
  expect((await field("Contact phone")).value).toBe(formatPhone(escalation?.phone ?? ""));
  expect(within(screen.getByRole("main")).getByText(/^Filled in from an escalation/)).toBeTruthy();
  await user.click(press("Create request"));
  await waitFor(() => expect(location.path).toMatch(/^\/serviceRequest\?id=/));
  expect(db.serviceRequests[0]).toMatchObject({
    escalationId: "escalation-1",
    conversationId: escalation?.conversationId,
  });
});

test("one click creates a request from an escalation", async () => {
  const { user, location } = openServiceRequests("/escalations?id=escalation-1");
  await user.click(
    await screen.findByRole("link", { name: "Create service request" }, loadTimeout),
  );
  expect(location.path).toBe("/serviceRequestCreate?escalation=escalation-1");
  expect((await field("Briefly describe what's needed")).value).not.toBe("");
});

test("one click creates a request from a conversation", async () => {
  const { user, db, location } = openServiceRequests("/messages", { as: "ines" });
  await user.click(
    await screen.findByRole("link", { name: "Create service request" }, loadTimeout),
  );
  const id = location.path.split("conversation=")[1];
  const conversation = db.conversations.find((one) => one.id === id);
  expect((await field("Contact phone")).value).toBe(formatPhone(conversation?.phone ?? ""));
  expect((await field("In the resident's words")).value).not.toBe("");
});
