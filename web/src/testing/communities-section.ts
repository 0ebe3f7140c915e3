// The communities of the administration in tests.

import { screen, within } from "@testing-library/react";
import { Software } from "../gen/parlor/v1/software_pb";
import type { visit } from "./visit";

export const path = "/admin?section=communities";
export const rows = async () => within(await screen.findByRole("table", { name: "Communities" }));

/** Sets the company's software to Vantaca. */
export function inVantaca({ db }: Pick<ReturnType<typeof visit>, "db">) {
  const company = db.companies.find(({ id }) => id === "wickham");
  if (company) company.software = Software.VANTACA;
}
