import { create } from "@bufbuild/protobuf";
import { screen, waitFor, within } from "@testing-library/react";
import { toast as notices } from "sonner";
import { afterEach, expect, test } from "vitest";
import { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";
import {
  InboxPersonMatch,
  InboxPersonSuggestionSchema,
} from "../../gen/parlor/v1/inbox_service_pb";
import { visit } from "../../testing/visit";

const loadTimeout = { timeout: 60_000 };

afterEach(() => {
  notices.dismiss();
});

test("a person is merged with a suggested account, and separated by undo", async () => {
  const address = "joan.marsh@mail.example";
  const { user, db } = visit("/omnichannel?email=thread-1", {
    prepare: ({ db: { accounts, suggestions } }) => {
      for (const account of accounts)
        if (account.user.id === "dana")
          account.entitlements.options.push(DashboardOption.OMNICHANNEL);
      const one = { homeownerAccountId: "account-1", name: "Joan Marsh", unit: "88" };
      const match = InboxPersonMatch.NAME;
      suggestions.set(address, [create(InboxPersonSuggestionSchema, { ...one, match })]);
    },
  });
  const card = within(
    await screen.findByRole("complementary", { name: "About Joan Marsh" }, loadTimeout),
  );
  await card.findByText("same name", {}, loadTimeout);
  await user.click(card.getByRole("button", { name: "Merge with Joan Marsh" }));
  await card.findByText(/merged this person/, {}, loadTimeout);
  expect(db.mergedPersons.get(address)).toBe("account-1");
  await user.click(await screen.findByRole("button", { name: /^Undo/ }, loadTimeout));
  await waitFor(() => expect(db.mergedPersons.size).toBe(0), loadTimeout);
  await card.findByRole("button", { name: "Merge with Joan Marsh" }, loadTimeout);
});

test("a person with many conversations says that not all are shown", async () => {
  visit("/omnichannel?email=thread-1", {
    prepare: ({ db }) => {
      for (const account of db.accounts)
        if (account.user.id === "dana")
          account.entitlements.options.push(DashboardOption.OMNICHANNEL);
      const thread = db.emailThreads.find(({ id }) => id === "thread-1");
      for (let index = 0; thread && index < 20; index++) {
        db.emailThreads.push({ ...thread, id: `older-${index}`, subject: `Question ${index}` });
      }
    },
  });
  const card = within(
    await screen.findByRole("complementary", { name: "About Joan Marsh" }, loadTimeout),
  );
  await card.findByText("Only the newest conversations are shown.", {}, loadTimeout);
  expect(card.getByRole("link", { name: "Question 0" })).toBeTruthy();
});
