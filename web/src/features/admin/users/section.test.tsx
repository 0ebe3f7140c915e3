import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { UserState } from "../../../gen/parlor/v1/user_pb";
import { createError } from "../../../testing/fake-api/errors";
import { callsOf, visit } from "../../../testing/visit";
import { toAssignmentChange } from "./assignment-change";
import { toChanges } from "./edit-sheet";

const path = "/admin?section=users";
const table = async () => within(await screen.findByRole("table", { name: "Users" }));

async function choose(user: ReturnType<typeof visit>["user"], who: string, what: string) {
  await user.click(await screen.findByRole("button", { name: `More actions for ${who}` }));
  await user.click(await screen.findByRole("menuitem", { name: what }));
}

test("the list shows the users of the company only", async () => {
  visit(path);
  await (await table()).findByRole("button", { name: "Marcus Bell" });
  expect((await table()).queryByText("Olive Hart")).toBeNull();
  expect((await table()).getByText("Restricted")).toBeTruthy();
});

test("users are found by part of a name, which is kept in the URL", async () => {
  const { user, location } = visit(path);
  await (await table()).findByRole("button", { name: "Marcus Bell" });
  await user.type(screen.getByLabelText("Search users"), "quill");
  await waitFor(async () =>
    expect((await table()).queryByRole("button", { name: "Marcus Bell" })).toBeNull(),
  );
  expect(location.path).toBe(`${path}&find=quill`);
});

test("a user is invited with communities from a long list", async () => {
  const { user, db } = visit(path);
  await user.click(await screen.findByRole("button", { name: "Invite user" }));
  const sheet = within(await screen.findByRole("dialog", { name: "Invite user" }));
  await user.type(sheet.getByLabelText("First name"), "Kim");
  await user.type(sheet.getByLabelText("Last name"), "Sato");
  await user.type(sheet.getByLabelText("Email"), "kim@wickhamrowe.example");
  await user.selectOptions(sheet.getByLabelText("Job title"), "Leasing");
  await user.type(await sheet.findByLabelText("Find in Communities"), "a");
  await user.click(sheet.getByLabelText("Harbor Row"));
  await user.click(sheet.getByRole("button", { name: "Send invitation" }));
  await (await table()).findByRole("button", { name: "Kim Sato" });
  expect((await table()).getByText("Invited")).toBeTruthy();
  expect(db.accounts.at(-1)?.user).toMatchObject({
    role: "Leasing",
    parlorRole: "manager",
    textCommunitiesMapping: [{ value: "harbor" }],
  });
  await choose(user, "Kim Sato", "Resend invitation");
  await screen.findByText("Invited Kim Sato again.");
});

test("an invitation begins as a manager and offers all communities first", async () => {
  const { user, db } = visit(`${path}&new=yes`);
  const sheet = within(await screen.findByRole("dialog", { name: "Invite user" }));
  expect(sheet.getByLabelText("Job title")).toHaveProperty("value", "Manager/Asst. Manager");
  await user.type(sheet.getByLabelText("First name"), "Kim");
  await user.type(sheet.getByLabelText("Last name"), "Sato");
  await user.type(sheet.getByLabelText("Email"), "kim@wickhamrowe.example");
  await user.click(await sheet.findByLabelText("All communities (6)"));
  expect(sheet.getByText("6 of 6 selected")).toBeTruthy();
  await user.click(sheet.getByRole("button", { name: "Send invitation" }));
  await (await table()).findByRole("button", { name: "Kim Sato" });
  expect(db.accounts.at(-1)?.user.textCommunitiesMapping).toHaveLength(6);
});

test("an address that is in use is refused at its field", async () => {
  const { user } = visit(`${path}&new=yes`);
  const sheet = within(await screen.findByRole("dialog", { name: "Invite user" }));
  await user.type(sheet.getByLabelText("First name"), "Marcus");
  await user.type(sheet.getByLabelText("Last name"), "Bell");
  await user.type(sheet.getByLabelText("Email"), "marcus@wickhamrowe.example");
  await user.selectOptions(sheet.getByLabelText("Job title"), "Leasing");
  await user.click(sheet.getByRole("button", { name: "Send invitation" }));
  await sheet.findByText(/already has an account/);
});

test("changing a role warns about the logout and can be undone", async () => {
  const { user, db } = visit(`${path}&open=marcus`);
  const sheet = within(await screen.findByRole("dialog", { name: "Marcus Bell" }));
  expect(sheet.queryByText(/logs them out everywhere/)).toBeNull();
  await user.click(sheet.getByLabelText(/^Administrator/));
  await sheet.findByText(/logs them out everywhere/);
  expect(sheet.getByText("Administrators see all communities.")).toBeTruthy();
  await user.click(sheet.getByRole("button", { name: "Save" }));
  await screen.findByText("Saved Marcus Bell.");
  const marcus = db.accounts.find((one) => one.user.id === "marcus")?.user;
  expect(marcus?.parlorRole).toBe("admin");
  await user.click(screen.getByRole("button", { name: /^Undo/ }));
  await waitFor(() => expect(marcus?.parlorRole).toBe("manager"));
});

test("only changed fields are sent, and no communities for an administrator", () => {
  const before = { id: "a", phone: "", parlorRole: "manager", textCommunities: ["x"] };
  expect(toChanges(before, { ...before, phone: "+12025550101" })).toEqual({
    id: "a",
    phone: "+12025550101",
    updateMask: { paths: ["phone"] },
  });
  expect(toChanges(before, { ...before, textCommunities: ["y"] })).toMatchObject({
    removeCommunities: ["x"],
    addCommunities: ["y"],
    updateMask: { paths: ["remove_communities", "add_communities"] },
  });
  expect(
    toChanges(before, { ...before, parlorRole: "admin", textCommunities: [] }).updateMask,
  ).toEqual({ paths: ["parlor_role"] });
});

test("communities are removed first and added last, which gives every order", () => {
  const removed = (before: string, after: string) => {
    const { removeCommunities, addCommunities } = toAssignmentChange([...before], [...after]);
    return [removeCommunities.join(""), addCommunities.join("")];
  };
  expect(removed("abc", "abcd")).toEqual(["", "d"]);
  expect(removed("abc", "ac")).toEqual(["b", ""]);
  expect(removed("abc", "acb")).toEqual(["b", "b"]);
  expect(removed("bc", "abc")).toEqual(["bc", "abc"]);
  expect(removed("abc", "")).toEqual(["abc", ""]);
});

test("assigned communities that a manager did not select stay assigned after an edit", async () => {
  const { user, db } = visit(`${path}&open=marcus`, {
    prepare: ({ db }) => {
      const marcus = db.accounts.find((one) => one.user.id === "marcus")?.user;
      marcus?.textCommunitiesMapping.splice(1);
      marcus?.assignedCommunities?.ids.splice(5);
      if (marcus?.assignedCommunities) marcus.assignedCommunities.total = 5;
    },
  });
  const sheet = within(await screen.findByRole("dialog", { name: "Marcus Bell" }));
  await sheet.findByText("5 of 6 selected");
  await user.click(await sheet.findByLabelText("Saltmarsh Landing"));
  await user.click(sheet.getByLabelText("Harbor Row"));
  await user.click(sheet.getByRole("button", { name: "Save" }));
  await screen.findByText("Saved Marcus Bell.");
  const assigned = () =>
    db.accounts.find((one) => one.user.id === "marcus")?.user.assignedCommunities?.ids;
  const saved = ["larkspur", "quarry", "alder", "fenwick", "saltmarsh"];
  expect(assigned()).toEqual(saved);
  const row = (await table()).getByRole("button", { name: "Marcus Bell" }).closest("tr");
  await waitFor(() => expect(row?.textContent).toContain("5"));
  await user.click(screen.getByRole("button", { name: /^Undo/ }));
  await waitFor(() =>
    expect(assigned()).toEqual(["larkspur", "harbor", "quarry", "alder", "fenwick"]),
  );
});

test("a long assignment is loaded completely, and the form says what it does not show", async () => {
  const { db } = visit(`${path}&open=marcus`, {
    prepare: ({ db }) => {
      const assigned = db.accounts.find((one) => one.user.id === "marcus")?.user
        .assignedCommunities;
      if (assigned) assigned.total = 1200;
    },
  });
  const sheet = within(await screen.findByRole("dialog", { name: "Marcus Bell" }));
  await sheet.findByText("1,194 more communities are assigned. Saving keeps them.");
  expect((await table()).getByText("1,200")).toBeTruthy();
  expect(callsOf({ db })).toContain("GetUser");
});

test("deactivating a user is shown immediately and can be undone", async () => {
  const { user, db } = visit(path);
  await choose(user, "Marcus Bell", "Deactivate");
  await screen.findByText("Deactivated Marcus Bell.");
  await (await table()).findByText("Deactivated");
  const marcus = db.accounts.find((one) => one.user.id === "marcus")?.user;
  expect(marcus?.state).toBe(UserState.DEACTIVATED);
  await user.click(screen.getByRole("button", { name: /^Undo/ }));
  await waitFor(() => expect(marcus?.state).toBe(UserState.ACTIVE));
});

test("users cannot deactivate their own account", async () => {
  const { user, db } = visit(path);
  await user.click(await screen.findByRole("button", { name: "More actions for Dana Okafor" }));
  const entry = await screen.findByRole("menuitem", { name: /^Deactivate/ });
  expect(entry.textContent).toContain("Your own account");
  expect(entry.getAttribute("aria-disabled")).toBe("true");
  expect(callsOf({ db })).not.toContain("DeactivateUser");
});

test("a refused change shows an error and keeps the list", async () => {
  const { user, db } = visit(path);
  await (await table()).findByRole("button", { name: "Marcus Bell" });
  const words = "The company needs an administrator.";
  db.failingMethods.set(
    "DeactivateUser",
    createError(Code.FailedPrecondition, "LAST_ADMINISTRATOR", words),
  );
  await choose(user, "Marcus Bell", "Deactivate");
  await screen.findByText(words);
  expect((await table()).queryByText("Deactivated")).toBeNull();
});
