import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { openApp } from "../../../testing/open-app";

const find = { timeout: 60_000 };

test("The screen says whether a credential was stored or replaced", async () => {
  const { user } = openApp({ path: "/admin?section=software", as: "dana" });
  const store = async (token: string) => {
    await user.type(await screen.findByLabelText("Credential", {}, find), token);
    await user.click(screen.getByRole("button", { name: "Store credential" }));
  };
  await store("first");
  await screen.findByText("Credential stored.", {}, find);
  await store("second");
  await screen.findByText("Credential replaced.", {}, find);
  expect(screen.queryByText("Credential stored.")).toBeNull();
});
