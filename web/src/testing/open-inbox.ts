import { screen } from "@testing-library/react";
import { DashboardOption } from "../gen/parlor/options/v1/screen_pb";
import { visit } from "./visit";

export const loadTimeout = { timeout: 60_000 };
export const joansText = "conversation-2";

type Prepare = NonNullable<Parameters<typeof visit>[1]>["prepare"];

/** Opens the inbox in a company with the option. Joan Marsh texts and writes emails. */
export function openInbox(query = "", prepare?: Prepare) {
  const app = visit(`/omnichannel${query}`, {
    prepare: (fakeApi) => {
      const { accounts, conversations, emailThreads } = fakeApi.db;
      for (const { user, entitlements } of accounts)
        if (user.id === "dana") entitlements.options.push(DashboardOption.OMNICHANNEL);
      const text = conversations.find(({ id }) => id === joansText);
      const thread = emailThreads[0];
      if (text?.resident && thread) {
        Object.assign(text.resident, {
          name: "Joan Marsh",
          unit: "88",
          email: thread.participantAddress,
        });
        thread.communityId = text.communityId;
        for (const mailbox of fakeApi.db.mailboxes) mailbox.communityId = text.communityId;
      }
      prepare?.(fakeApi);
    },
  });
  const text = () => app.db.conversations.find(({ id }) => id === joansText);
  return { ...app, text };
}

export const list = () => screen.findByRole("region", { name: "Conversations" }, loadTimeout);
export const text = () =>
  screen.findByRole("article", { name: "Conversation with Joan Marsh" }, loadTimeout);
export const email = () =>
  screen.findByRole("article", { name: "Email from Joan Marsh" }, loadTimeout);
export const card = () =>
  screen.findByRole("complementary", { name: "About Joan Marsh" }, loadTimeout);
