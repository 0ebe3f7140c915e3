// Opens the settings of communities' web chats in a test.

import { screen, within } from "@testing-library/react";
import { DashboardOption } from "../gen/parlor/options/v1/screen_pb";
import { allow, visit } from "./visit";

export const loadTimeout = { timeout: 60_000 };

type Options = NonNullable<Parameters<typeof visit>[1]>;

/** Opens the screen in a company with the option. */
export function openSite(query = "", { prepare, ...options }: Options = {}) {
  const app = visit(`/webChat${query}`, {
    ...options,
    prepare: (api) => {
      allow(DashboardOption.WEBCHAT)(api);
      prepare?.(api);
    },
  });
  const site = (id = "harbor") => app.db.webChatSites.find((one) => one.communityId === id);
  return { ...app, site };
}

export const list = async () =>
  within(await screen.findByRole("region", { name: "Communities" }, loadTimeout));
export const detail = async (name = "Web chat for Harbor Row") =>
  within(await screen.findByRole("article", { name }, loadTimeout));
export const title = () => screen.findByLabelText<HTMLInputElement>("Title", {}, loadTimeout);
export const save = () => screen.getByRole("button", { name: "Save settings" });
