import { create } from "@bufbuild/protobuf";
import { screen, waitFor } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { loadValidator } from "../../../forms/rules";
import { CustomizationsSchema } from "../../../gen/parlor/v1/company_pb";
import { openApp } from "../../../testing/open-app";
import { wickhamOf } from "../../../testing/wickham";

const find = { timeout: 60_000 };

// The validator is large; it is loaded once, before the tests.
beforeAll(async () => void (await loadValidator()));

test("replacements and office hours of a company are saved", async () => {
  const { user, fakeApi } = openApp({ path: "/admin?section=company", as: "dana" });
  await user.click(await screen.findByRole("button", { name: "Add hours on Friday" }, find));
  await user.click(screen.getByRole("button", { name: "Add replacement" }));
  await user.type(screen.getByLabelText("Words to replace 1"), "HOA");
  await user.type(screen.getByLabelText("Replacement 1"), "association");
  await user.click(screen.getByRole("button", { name: "Save branding" }));
  const company = () => fakeApi.db.companies.find(({ id }) => id === "wickham");
  await waitFor(() => expect(company()?.customizations?.businessHours.length).toBe(1), find);
  expect(company()?.customizations?.defaultVerbiage[0]).toMatchObject({
    originalText: "HOA",
    newText: "association",
  });
});

test("removing the last hours of a day or the last replacement keeps the focus in its list", async () => {
  const { user } = openApp({ path: "/admin?section=company", as: "dana" });
  const button = (name: string) => screen.getByRole("button", { name });
  await user.click(await screen.findByRole("button", { name: "Add hours on Friday" }, find));
  await user.click(button("Add hours on Friday"));
  const [first, last] = screen.getAllByRole("button", { name: "Remove these hours on Friday" });
  last?.focus();
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(first);
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(button("Add hours on Friday"));

  await user.click(button("Add replacement"));
  await user.click(button("Add replacement"));
  button("Remove pair 2").focus();
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(button("Remove pair 1"));
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(button("Add replacement"));
});

test("a company sets the recipient count above which a text blast needs approval", async () => {
  const { user, fakeApi } = openApp({ path: "/admin?section=company", as: "dana" });
  const above = await screen.findByLabelText("Text blast approval limit", {}, find);
  expect(above).toHaveProperty("value", "0");
  await user.clear(above);
  await user.type(above, "250");
  await user.click(screen.getByRole("button", { name: "Save branding" }));
  await waitFor(() => {
    expect(wickhamOf(fakeApi)?.customizations?.blastApprovalAbove).toBe(250);
  }, find);
});

test("a company lets the bot send its replies to emails", async () => {
  const { user, fakeApi } = openApp({ path: "/admin?section=company", as: "dana" });
  const sends = await screen.findByRole("switch", { name: "Let the bot send email replies" }, find);
  expect(sends).toHaveProperty("checked", false);
  await user.click(sends);
  await user.click(screen.getByRole("button", { name: "Save branding" }));
  await waitFor(() => {
    expect(wickhamOf(fakeApi)?.customizations?.sendsEmailReplies).toBe(true);
  }, find);
  await screen.findByText(
    /^The bot now answers emails from residents of \d+ communities/,
    {},
    find,
  );
  await user.click(screen.getByRole("button", { name: /^Undo/ }));
  await waitFor(() => {
    expect(wickhamOf(fakeApi)?.customizations?.sendsEmailReplies).toBe(false);
  }, find);
});

test("saving another field keeps the approval limit of text blasts", async () => {
  const { user, fakeApi } = openApp({
    path: "/admin?section=company",
    as: "dana",
    prepare: (api) => {
      const customizations = create(CustomizationsSchema, { blastApprovalAbove: 40 });
      Object.assign(wickhamOf(api) ?? {}, { customizations });
    },
  });
  await user.type(await screen.findByLabelText(/^Header/, {}, find), "Hello");
  await user.click(screen.getByRole("button", { name: "Save branding" }));
  await waitFor(() => expect(wickhamOf(fakeApi)?.customizations?.header).toBe("Hello"), find);
  expect(wickhamOf(fakeApi)?.customizations?.blastApprovalAbove).toBe(40);
});
