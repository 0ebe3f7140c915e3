// The company of the fake API that most tests are about.

import type { openApp } from "./open-app";

export const wickhamOf = ({ db }: ReturnType<typeof openApp>["fakeApi"]) =>
  db.companies.find(({ id }) => id === "wickham");
