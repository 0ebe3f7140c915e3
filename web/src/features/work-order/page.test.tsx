import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { WorkOrderSchema, WorkOrderState } from "../../gen/parlor/v1/work_order_service_pb";
import { openApp } from "../../testing/open-app";
import { toCents } from "./answer-form";

/** Opens the page of a link, without a session. */
function openLink(token = "order-1") {
  return openApp({
    path: `/work-order/${token}`,
    prepare: ({ db }) => {
      const order = create(WorkOrderSchema, {
        ...{ id: "order-1", vendor: "Reyes Plumbing", email: "desk@plumbing.example" },
        state: WorkOrderState.SENT,
        expiresAt: timestampFromMs(db.now() + 86_400_000),
      });
      db.workOrders.push({ requestId: "request-5", order });
    },
  });
}

const loadTimeout = { timeout: 60_000 };
const heading = () =>
  screen.findByRole("heading", { level: 1, name: /No hot water since last night/ }, loadTimeout);

test("a vendor accepts with a date and an estimate", async () => {
  const { user, fakeApi } = openLink();
  const { db } = fakeApi;
  await heading();
  await user.click(screen.getByRole("button", { name: "Accept" }));
  expect(screen.getByText("Choose a date.")).toBeTruthy();
  await user.type(screen.getByLabelText("Date of your visit"), "2026-12-01");
  await user.type(screen.getByLabelText("Estimate in dollars (optional)"), "$350.50");
  await user.click(screen.getByRole("button", { name: "Accept" }));
  expect(await screen.findByText(/^You accepted this work order for/)).toBeTruthy();
  expect(db.workOrders[0]?.order).toMatchObject({
    state: WorkOrderState.ACCEPTED,
    scheduledOn: "2026-12-01",
    estimateCents: 35_050,
  });
});

test("declining requires a reason", async () => {
  const { user, fakeApi } = openLink();
  const { db } = fakeApi;
  await heading();
  await user.click(screen.getByRole("button", { name: "Decline" }));
  expect(screen.getByText("Tell us why you are declining.")).toBeTruthy();
  await user.type(screen.getByLabelText("Note"), "Fully booked");
  await user.click(screen.getByRole("button", { name: "Decline" }));
  expect(await screen.findByText("You declined this work order.")).toBeTruthy();
  expect(db.workOrders[0]?.order.note).toBe("Fully booked");
});

test("an invalid link shows an error", async () => {
  openLink("old");
  expect(await screen.findByText("This link has expired", {}, loadTimeout)).toBeTruthy();
});

test("an estimate is an amount in dollars", () => {
  expect(["", "350", "$1,350.5", "0.99", "ten", "-3", "1.234"].map(toCents)).toEqual([
    ...[0, 35_000, 135_050, 99],
    ...[undefined, undefined, undefined],
  ]);
});
