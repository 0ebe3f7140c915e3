// Opens the email screen in a test.

import { screen } from "@testing-library/react";
import { DashboardOption } from "../gen/parlor/options/v1/screen_pb";
import { visit } from "./visit";

export const loadTimeout = { timeout: 60_000 };

type Prepare = NonNullable<Parameters<typeof visit>[1]>["prepare"];

/** Opens the email screen in a company with the email option. */
export function openEmail(query = "", prepare?: Prepare) {
  return visit(`/email${query}`, {
    prepare: (fakeApi) => {
      for (const { user, entitlements } of fakeApi.db.accounts)
        if (user.id === "dana") entitlements.options.push(DashboardOption.OMNICHANNEL);
      prepare?.(fakeApi);
    },
  });
}

export const joan = () =>
  screen.findByRole("article", { name: "Email from Joan Marsh" }, loadTimeout);
export const list = () => screen.findByRole("region", { name: "Email" }, loadTimeout);
