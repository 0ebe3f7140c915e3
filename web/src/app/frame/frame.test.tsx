import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../testing/visit";

const wait = { timeout: 60_000 };

test("the picker names the software as its list does, with the code at length", async () => {
  visit("/turbo?community=harbor", {
    prepare: ({ db }) => {
      for (const one of db.communities)
        Object.assign(one, { vantacaAssocCode: "HRB-01", isTraining: true });
    },
  });
  const note = await screen.findByText("Training · Vantaca", {}, wait);
  expect(note.title).toBe("Training · Vantaca HRB-01");
});

test.each(["/serviceRequestPending", "/serviceRequestCreate", "/serviceRequestMainUpdated"])(
  "the side menu marks the service requests on %s",
  async (path) => {
    visit(path, { as: "ines" });
    const menu = within(await screen.findByRole("navigation", { name: "Screens" }, wait));
    const item = await menu.findByRole("link", { name: /^Service requests/ }, wait);
    await waitFor(() => expect(item.getAttribute("aria-current")).toBe("page"));
  },
);

test("the user menu says whose it is", async () => {
  const { user } = visit("/profile");
  await user.click(await screen.findByRole("button", { name: /^Dana \S+, / }, wait));
  const menu = within(await screen.findByRole("menu", { name: "You" }, wait));
  expect(menu.getByText(/^Dana /)).toBeTruthy();
});

test("the side menu says that there are more communities than it counts", async () => {
  visit("/profile", {
    prepare: ({ db }) => {
      for (const { user } of db.accounts) user.hasMoreTextCommunities = true;
    },
  });
  const menu = within(await screen.findByRole("navigation", { name: "Screens" }, wait));
  expect(menu.getByText(/^\d+\+ communities/)).toBeTruthy();
});
