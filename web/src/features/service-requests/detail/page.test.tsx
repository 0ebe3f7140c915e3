import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { DashboardOption } from "../../../gen/parlor/options/v1/screen_pb";
import {
  EstimateState,
  ServiceRequestActivityKind as Kind,
  ServiceRequestActivitySchema,
  ServiceRequestState as State,
} from "../../../gen/parlor/v1/service_request_pb";
import { VendorContactSchema } from "../../../gen/parlor/v1/user_pb";
import { WorkOrderSchema } from "../../../gen/parlor/v1/work_order_service_pb";
import { openServiceRequests } from "../../../testing/open-service-requests";
import { allow } from "../../../testing/visit";

const loadTimeout = { timeout: 60_000 };

function openRequest(id: string, options?: Parameters<typeof openServiceRequests>[1]) {
  const app = openServiceRequests(`/serviceRequest?id=${id}`, options);
  return {
    ...app,
    request: () => app.stored(id),
    activities: () => app.db.requestActivities.get(id),
  };
}

const title = (name: string) => screen.findByRole("heading", { level: 1, name }, loadTimeout);
const pressLead = async (user: ReturnType<typeof openRequest>["user"], name: string) =>
  user.click((await screen.findAllByRole("button", { name }, loadTimeout))[0] as HTMLElement);

test("a request shows its state, contact, access and timeline", async () => {
  openRequest("request-5");
  await title("No hot water since last night");
  expect(screen.getByRole("list", { name: "Status: in progress, step 3 of 5" })).toBeTruthy();
  const overview = within(screen.getByRole("complementary", { name: "Overview" }));
  expect(overview.getByText("Boiler room, level B1")).toBeTruthy();
  expect(overview.getByText("Call before entering")).toBeTruthy();
  expect(overview.getByText("Dog, Biscuit")).toBeTruthy();
  expect(overview.getByRole("link", { name: "(503) 555-2004" }).getAttribute("href")).toBe(
    "tel:+15035552004",
  );
  const timeline = screen.getByRole("region", { name: "Activity, oldest first" });
  expect(timeline.textContent).toContain("Marcus Bell created the request");
});

test("completing shows the text to the resident before it is sent", async () => {
  const { user, request } = openRequest("request-5");
  await title("No hot water since last night");
  await pressLead(user, "Complete");
  const dialog = within(await screen.findByRole("dialog"));
  expect(
    dialog.getByText(/is done\. Reply to this text if anything is still wrong\.$/),
  ).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Complete" }));
  await waitFor(() => expect(request()?.state).toBe(State.COMPLETED));
  expect(await screen.findByRole("list", { name: /^Status: completed, step 4 of 5/ })).toBeTruthy();
});

test("declining requires a reason", async () => {
  const { user, request } = openRequest("request-1");
  await title("Water stain on the bathroom ceiling");
  await pressLead(user, "Decline…");
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Decline" }));
  expect(dialog.getByText("Write what the resident should know.")).toBeTruthy();
  expect(request()?.state).toBe(State.PENDING);
  await user.type(dialog.getByLabelText("Reason"), "It is the neighbor's unit.");
  await user.click(dialog.getByRole("button", { name: "Decline" }));
  await waitFor(() => expect(request()?.state).toBe(State.DECLINED));
  expect((await screen.findAllByText("It is the neighbor's unit.")).length).toBeGreaterThan(0);
});

test("a public update shows its text, and an internal comment is not texted", async () => {
  const { user, activities } = openRequest("request-5");
  const update = await screen.findByLabelText(
    "Public update",
    { selector: "textarea" },
    loadTimeout,
  );
  await user.type(update, "The plumber comes at 9.");
  expect(screen.getByRole("region", { name: "Denise gets this text" }).textContent).toContain(
    "Larkspur Commons: About your request LC-205: The plumber comes at 9.",
  );
  await user.click(screen.getByRole("button", { name: "Post and text" }));
  await waitFor(() =>
    expect(activities()?.map(({ kind }) => kind)).toEqual([
      Kind.CREATED,
      Kind.PUBLIC_UPDATE,
      Kind.TEXT,
    ]),
  );
  await user.click(screen.getByRole("radio", { name: "Internal comment" }));
  const comment = screen.getByLabelText("Internal comment", { selector: "textarea" });
  await user.type(comment, "Ask for the old invoice.");
  await user.click(screen.getByRole("button", { name: "Post comment" }));
  await waitFor(() => expect(activities()?.at(-1)?.kind).toBe(Kind.COMMENT));
  expect((await screen.findAllByText("Only staff see this. It's never texted.")).length).toBe(2);
});

test("an administrator approves the estimate, and work may start", async () => {
  const { user, request } = openRequest("request-4");
  await title("Garage door reverses before it closes");
  const decision = within(screen.getByRole("region", { name: "Estimate to approve" }));
  await user.click(decision.getByRole("button", { name: "Approve $1,240.00 estimate" }));
  await waitFor(() => expect(request()?.estimateState).toBe(EstimateState.APPROVED));
  await waitFor(() =>
    expect(screen.queryByRole("region", { name: "Estimate to approve" })).toBeNull(),
  );
});

test("a manager is referred to an administrator for the estimate", async () => {
  openRequest("request-4", { as: "marcus" });
  await title("Garage door reverses before it closes");
  const decision = within(screen.getByRole("region", { name: "Estimate to approve" }));
  expect(decision.getByText(/^An administrator approves or declines it/)).toBeTruthy();
  expect(decision.queryByRole("button")).toBeNull();
});

test("the due date shows the rule of the priority", async () => {
  openRequest("request-1");
  await title("Water stain on the bathroom ceiling");
  expect(screen.getByText("High: 1 business day")).toBeTruthy();
});

test("the request is assigned immediately", async () => {
  const { user, request } = openRequest("request-1");
  await title("Water stain on the bathroom ceiling");
  await screen.findByRole("option", { name: "Marcus Bell" });
  await user.selectOptions(screen.getByLabelText("Assignee"), "Marcus Bell");
  await waitFor(() => expect(request()?.assigneeName).toBe("Marcus Bell"));
});

test("details are edited, and a wrong estimate is refused", async () => {
  const { user, request } = openRequest("request-1");
  await title("Water stain on the bathroom ceiling");
  await user.click(screen.getByRole("button", { name: "Edit" }));
  const sheet = within(await screen.findByRole("dialog", {}, loadTimeout));
  const estimate = sheet.getByLabelText("Estimate in dollars");
  await user.type(estimate, "a lot");
  expect(sheet.getAllByText("Enter an amount, such as 1,240.00.")).not.toHaveLength(0);
  expect(sheet.getByRole("button", { name: "Save" }).title).toBe(
    "Enter an amount, such as 1,240.00.",
  );
  await user.clear(estimate);
  await user.type(estimate, "1,240");
  await user.type(sheet.getByLabelText("Pets"), "Two cats");
  const phone = sheet.getByLabelText<HTMLInputElement>("Contact phone");
  await user.clear(phone);
  await user.type(phone, "+1 503\u2011555\u20110177");
  await user.tab();
  expect(phone.value).toBe("(503) 555-0177");
  await user.click(sheet.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(request()?.estimateCents).toBe(124_000));
  expect(request()).toMatchObject({ pets: "Two cats", priority: 3, contactPhone: "+15035550177" });
});

test("a photo is added, viewed and deleted", async () => {
  const { user, request } = openRequest("request-1");
  await title("Water stain on the bathroom ceiling");
  const stain = new File(["photo"], "stain.png", { type: "image/png" });
  await user.upload(screen.getByLabelText("Add photo"), stain);
  await user.click(await screen.findByRole("button", { name: /^View Photo 1/ }));
  await user.click(await screen.findByRole("button", { name: "Delete photo" }));
  await waitFor(() => expect(request()?.photoCount).toBe(0));
});

test("a step on an outdated version is refused", async () => {
  const { user, request } = openRequest("request-5");
  await title("No hot water since last night");
  const stored = request();
  if (stored) stored.version += 1;
  await pressLead(user, "Complete");
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Complete" }));
  expect(await dialog.findByText(/Someone else just changed this/)).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Complete" }));
  await waitFor(() => expect(request()?.state).toBe(State.COMPLETED));
});

test("without a request the page leads to the list, and an unknown one is not found", async () => {
  openServiceRequests("/serviceRequest");
  expect(await screen.findByText("No request selected", {}, loadTimeout)).toBeTruthy();
  openServiceRequests("/serviceRequest?id=nowhere");
  expect(await screen.findByText("Couldn't load this request", {}, loadTimeout)).toBeTruthy();
});

test("a resident's text about the request is in its timeline", async () => {
  const { db } = openRequest("request-5", {
    prepare: ({ db }) => {
      const before = db.requestActivities.get("request-5") ?? [];
      const at = timestampFromMs(db.now());
      const reply = { kind: Kind.REPLY, body: "The pets are in the bedroom.", at };
      db.requestActivities.set("request-5", [
        ...before,
        create(ServiceRequestActivitySchema, reply),
      ]);
    },
  });
  await title("No hot water since last night");
  expect(db.requestActivities.get("request-5")).toHaveLength(2);
  const timeline = screen.getByRole("region", { name: "Activity, oldest first" });
  expect(timeline.textContent).toMatch(/Denise Alvarez by text .*The pets are in the bedroom\.$/);
});

test("the email of a chosen vendor is filled in, and a new vendor is remembered", async () => {
  const { user, db } = openRequest("request-5", {
    prepare: ({ db }) => {
      for (const account of db.accounts) {
        account.user.preferredVendors = ["Bayline Mechanical", "Ace Roofing"];
        account.user.vendorContacts = [
          create(VendorContactSchema, {
            name: "Bayline Mechanical",
            email: "desk@bayline.example",
          }),
          create(VendorContactSchema, { name: "Ace Roofing", email: "work@ace.example" }),
        ];
      }
    },
  });
  await title("No hot water since last night");
  const orders = within(screen.getByRole("region", { name: "Work orders" }));
  await user.click(orders.getByRole("button", { name: "Send…" }));
  const dialog = within(await screen.findByRole("dialog", {}, loadTimeout));
  const email = () => dialog.getByLabelText<HTMLInputElement>("Vendor's email");
  const vendor = await dialog.findByRole("combobox", { name: "Vendor" });
  expect(email().value).toBe("desk@bayline.example");
  await user.clear(vendor);
  await user.type(vendor, "Ace Roofing");
  expect(email().value).toBe("work@ace.example");
  expect(dialog.queryByRole("checkbox")).toBeNull();
  await user.clear(vendor);
  await user.type(vendor, "Reyes Plumbing");
  expect(email().value).toBe("");
  await user.type(email(), "desk@plumbing.example");
  await user.click(
    dialog.getByLabelText("Add the vendor and this email to your preferred vendors"),
  );
  await user.click(dialog.getByRole("button", { name: "Send work order" }));
  const me = db.accounts.find((account) => account.user.id === "dana")?.user;
  await waitFor(() => expect(me?.preferredVendors).toHaveLength(3));
  expect(me?.preferredVendors.at(-1)).toBe("Reyes Plumbing");
  expect(me?.vendorContacts.map((one) => one.email)).toEqual([
    "desk@bayline.example",
    "work@ace.example",
    "desk@plumbing.example",
  ]);
});

test("a work order is sent to a vendor and listed with its answer", async () => {
  const { user, db } = openRequest("request-5");
  await title("No hot water since last night");
  const orders = within(screen.getByRole("region", { name: "Work orders" }));
  expect(await orders.findByText("No work orders yet.")).toBeTruthy();
  await user.click(orders.getByRole("button", { name: "Send…" }));
  const dialog = within(await screen.findByRole("dialog", {}, loadTimeout));
  const vendor = dialog.getByRole("combobox", { name: "Vendor" });
  await user.clear(vendor);
  await user.type(vendor, "Reyes Plumbing");
  await user.type(dialog.getByLabelText("Vendor's email"), "desk@plumbing.example");
  await user.click(dialog.getByRole("button", { name: "Send work order" }));
  expect(await orders.findByText("Waiting for a response")).toBeTruthy();
  expect(db.workOrders[0]?.order).toMatchObject({
    vendor: "Reyes Plumbing",
    email: "desk@plumbing.example",
  });
});

test("earlier work orders are shown page by page", async () => {
  const { user } = openRequest("request-5", {
    prepare: ({ db }) => {
      for (let index = 0; index < 53; index++) {
        const order = create(WorkOrderSchema, { id: `order-${index}`, vendor: `Vendor ${index}` });
        db.workOrders.push({ requestId: "request-5", order });
      }
    },
  });
  await title("No hot water since last night");
  const orders = within(screen.getByRole("region", { name: "Work orders" }));
  const earlier = await orders.findByRole("button", { name: "Show earlier work orders" });
  expect(orders.getAllByRole("listitem")).toHaveLength(50);
  await user.click(earlier);
  expect(await orders.findByText("Vendor 52")).toBeTruthy();
  expect(orders.queryByRole("button", { name: "Show earlier work orders" })).toBeNull();
});

test("a timeline without its earliest activities says so", async () => {
  const { activities } = openRequest("request-5", {
    prepare: ({ db }) => {
      const [first] = db.requestActivities.get("request-5") ?? [];
      if (!first) throw new Error("The request has no activity");
      db.requestActivities.set("request-5", Array(201).fill(first));
    },
  });
  await title("No hot water since last night");
  expect(activities()).toHaveLength(201);
  const timeline = within(screen.getByRole("region", { name: "Activity, oldest first" }));
  expect(timeline.getByText("Earlier activity isn't shown.")).toBeTruthy();
});

test("a PDF is added and deleted, and another file is refused", async () => {
  const { user, request } = openRequest("request-5");
  await title("No hot water since last night");
  const documents = within(screen.getByRole("region", { name: "Documents" }));
  const field = documents.getByLabelText("Add PDF");
  await user.upload(field, new File(["%PDF-1.7"], "Quote.pdf", { type: "application/pdf" }));
  expect(await documents.findByRole("link", { name: "Quote.pdf" })).toBeTruthy();
  expect(await screen.findByText("added Quote.pdf", { exact: false })).toBeTruthy();
  await userEvent
    .setup({ applyAccept: false })
    .upload(field, new File(["x"], "quote.exe", { type: "application/x-msdownload" }));
  expect(await screen.findByText("Choose a PDF.")).toBeTruthy();
  await user.click(documents.getByRole("button", { name: "Delete Quote.pdf" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Delete document" }));
  await waitFor(() => expect(request()?.documents).toEqual([]));
});

test("the conversation that a request came from is linked for users of the inbox", async () => {
  openRequest("request-5", {
    prepare: (fakeApi) => {
      allow(DashboardOption.OMNICHANNEL)(fakeApi);
      const found = fakeApi.db.serviceRequests.find(({ id }) => id === "request-5");
      if (found) found.conversationId = "conversation-1";
    },
  });
  const link = await screen.findByRole("link", { name: "Text conversation" }, loadTimeout);
  expect(link.getAttribute("href")).toBe("/omnichannel?text=conversation-1");
});

test("the conversation that a request came from can be read on its page", async () => {
  const { user, db, request } = openRequest("request-5");
  const [conversation] = db.conversations;
  const found = request();
  if (!found || !conversation) throw new Error("no request or conversation");
  found.conversationId = conversation.id;
  await user.click(await screen.findByRole("button", { name: "Show conversation" }, loadTimeout));
  const dialog = within(await screen.findByRole("dialog"));
  const log = await dialog.findByRole("log", { name: "Conversation" });
  expect(log.textContent).not.toBe("");
});
