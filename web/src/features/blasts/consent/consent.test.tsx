import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { BlastOutcome } from "../../../gen/parlor/v1/blast_pb";
import { findButton, loadTimeout, openBlasts } from "../../../testing/open-blasts";

test("a separate draft asks people without consent", async () => {
  const { user, db, location } = openBlasts("?blast=blast-draft&step=review", {
    prepare: ({ db: { blastAccounts } }) => {
      const theirs = blastAccounts.filter(({ communityId }) => communityId === "larkspur");
      for (const account of theirs.slice(6, 9)) account.tags = ["no consent"];
    },
  });
  const left = await screen.findByRole("region", { name: "Left out" }, loadTimeout);
  expect(within(left).getByText("No consent")).toBeTruthy();
  await user.click(within(left).getByRole("button", { name: "Ask for consent" }));
  await screen.findByText("To 3 people.", {}, loadTimeout);
  const made = db.blasts[0];
  expect(made).toMatchObject({ asksConsent: true });
  expect(made?.title).toMatch(/^Consent: /);
  expect(location.path).toContain(`blast=${made?.id}`);
  expect(screen.getByText("Asks for consent to receive texts.")).toBeTruthy();
  expect(screen.getByText("Already agreed")).toBeTruthy();
  expect(screen.queryByRole("switch", { name: /Emergency/ })).toBeNull();
  expect(screen.queryByRole("button", { name: "Ask for consent" })).toBeNull();
});

test("the results count who agreed", async () => {
  const { user, location } = openBlasts("?blast=blast-finished", {
    prepare: ({ db }) => {
      const blast = db.blasts.find(({ id }) => id === "blast-finished");
      if (blast) Object.assign(blast, { asksConsent: true, optInCount: 4 });
    },
  });
  await user.click(await findButton("Agreed 4"));
  expect(location.path).toContain(`outcome=${BlastOutcome.OPTED_IN}`);
});
