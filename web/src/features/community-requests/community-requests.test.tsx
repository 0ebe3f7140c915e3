import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { CommunityRequestState } from "../../gen/parlor/v1/community_pb";
import { visit } from "../../testing/visit";

const path = "/turbo?community=none";
const findRequests = async () =>
  within(await screen.findByRole("region", { name: "Your community requests" }));

test("a manager requests a community, sees its status and cancels the request", async () => {
  const { user, db } = visit(path, { as: "marcus" });
  await user.click(
    await (await findRequests()).findByRole("button", { name: "Request a community" }),
  );
  const form = within(await screen.findByRole("dialog", { name: "Request a community" }));
  await user.type(form.getByLabelText("Name"), "Heron Court");
  await user.type(form.getByLabelText("Escalations go to"), "office@wickhamrowe.example");
  await user.click(form.getByRole("button", { name: "Send request" }));
  await user.click(
    await (await findRequests()).findByRole("button", { name: "Cancel request for Heron Court" }),
  );
  await waitFor(async () => expect((await findRequests()).queryByText("Heron Court")).toBeNull());
  expect(db.communityRequests[0]?.state).toBe(CommunityRequestState.WITHDRAWN);
});

test("a manager sees why a request was declined", async () => {
  visit(path, {
    as: "marcus",
    prepare: ({ db }) => {
      for (const request of db.communityRequests) {
        request.state = CommunityRequestState.REJECTED;
        request.reason = "We do not manage it.";
      }
    },
  });
  await (await findRequests()).findByText("“We do not manage it.”");
  expect((await findRequests()).queryByRole("button", { name: /^Cancel request/ })).toBeNull();
});

test("administrators create communities without a request", async () => {
  visit(path, { as: "dana" });
  await screen.findByRole("heading", { name: "Which community?" });
  expect(screen.queryByRole("region", { name: "Your community requests" })).toBeNull();
});
