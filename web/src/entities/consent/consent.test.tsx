import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { toast as notices } from "sonner";
import { afterEach, expect, test } from "vitest";
import { DashboardOption, Entitlement } from "../../gen/parlor/options/v1/screen_pb";
import {
  type ConsentEntry,
  ConsentEntrySchema,
  ConsentSource,
  ConsentState,
} from "../../gen/parlor/v1/consent_service_pb";
import { HomeownerAccountSchema } from "../../gen/parlor/v1/homeowner_service_pb";
import { createError } from "../../testing/fake-api/errors";
import { article, loadTimeout, open, priya } from "../../testing/open-conversation";
import { callsOf, visit } from "../../testing/visit";

const march2 = Date.UTC(2026, 2, 2, 17);
const phone = "+12025550141";

const entry = (values: MessageInitShape<typeof ConsentEntrySchema>) =>
  create(ConsentEntrySchema, { recordedAt: timestampFromMs(march2), ...values });

const stop = () =>
  entry({ state: ConsentState.OPTED_OUT, source: ConsentSource.KEYWORD, evidence: "Stop." });

type Ledger = ConsentEntry[];

/** Opens the account of Ana, who has this ledger. */
async function openAccount(ledger: Ledger, fail?: (db: ReturnType<typeof visit>["db"]) => void) {
  const app = visit("/turbo?community=harbor");
  const account = { id: "ana", communityId: "harbor", number: "HR-104", unit: "4B" };
  app.db.homeownerAccounts.push(create(HomeownerAccountSchema, { ...account, phones: [phone] }));
  app.db.consentEntries.set(phone, ledger);
  fail?.(app.db);
  const { user } = app;
  await user.click(await screen.findByRole("button", { name: "Homeowner accounts" }, loadTimeout));
  await user.click(await screen.findByRole("button", { name: "Unit 4B" }, loadTimeout));
  return app;
}

const section = async () =>
  within(await screen.findByRole("region", { name: "Consent to texts" }, loadTimeout));
const dialog = async (name: string) =>
  within(await screen.findByRole("dialog", { name }, loadTimeout));

afterEach(() => {
  // Toasts outlive the page, as in a browser.
  notices.dismiss();
});

test("the account shows the state in words, and the form records an opt-in with its proof", async () => {
  const { user, db } = await openAccount([]);
  const shown = await section();
  await shown.findByText("No consent yet", {}, loadTimeout);
  shown.getByText("Text blasts skip this phone until the resident agrees.");
  await user.click(shown.getByRole("button", { name: "Record consent for (202) 555-0141" }));
  const form = await dialog("Record consent");
  form.getByText("Applies to all of your company's texts to (202) 555-0141.");
  await user.click(form.getByRole("button", { name: "Save" }));
  expect(await form.findAllByText("Choose one.", {}, loadTimeout)).toHaveLength(2);
  await user.click(form.getByRole("radio", { name: "Yes, they agreed" }));
  await user.click(form.getByRole("radio", { name: "In person or on paper" }));
  await user.type(form.getByLabelText("Proof"), "Signed it");
  await user.click(form.getByRole("button", { name: "Save" }));
  await form.findByText(/Say in 10 to 500 characters/, {}, loadTimeout);
  await user.type(form.getByLabelText("Proof"), " at the meeting.");
  await user.type(form.getByLabelText(/When did they tell you/), "2026-02-27");
  await user.click(form.getByRole("button", { name: "Save" }));
  await screen.findByText("Consent recorded.", {}, loadTimeout);
  await shown.findByText("Agreed to texts", {}, loadTimeout);
  shown.getByText("in person or on paper on Feb 27, 2026");
  shown.getByText(/^Recorded by Dana/);
  expect(db.consentEntries.get(phone)?.[0]).toMatchObject({
    state: ConsentState.OPTED_IN,
    source: ConsentSource.AGENT,
    evidence: "Signed it at the meeting.",
    givenOn: "2026-02-27",
  });
});

test("an opt-out by text cannot be undone by staff, and the history shows the text", async () => {
  const ledger = [
    stop(),
    entry({ state: ConsentState.IMPLIED, source: ConsentSource.TEXTED, evidence: "" }),
  ];
  const { user } = await openAccount(ledger);
  const shown = await section();
  await shown.findByText("Opted out", {}, loadTimeout);
  shown.getByText("by text on Mar 2, 2026");
  shown.getByText(/Ask them to text START/);
  expect(shown.queryByRole("button", { name: /^Record consent/ })).toBeNull();
  await user.click(shown.getByRole("button", { name: "History of (202) 555-0141" }));
  const history = await dialog("Consent to texts");
  const [newest, oldest] = within(history.getByRole("list", { name: "History" })).getAllByRole(
    "listitem",
  );
  expect(newest?.textContent).toContain("Opted out by text");
  expect(newest?.textContent).toContain("Stop.");
  expect(oldest?.textContent).toContain("Texted first");
  expect(oldest?.textContent).toContain("They texted a community that you don't manage.");
  expect(history.queryByRole("button", { name: "Record consent" })).toBeNull();
});

test("an opt-out that staff recorded can be replaced by an opt-in, but not recorded twice", async () => {
  const recorded = entry({
    state: ConsentState.OPTED_OUT,
    source: ConsentSource.PHONE,
    givenOn: "2026-03-01",
    recordedBy: "Marcus Bell",
  });
  const { user } = await openAccount([recorded]);
  const shown = await section();
  await shown.findByText("on the phone on Mar 1, 2026", {}, loadTimeout);
  shown.getByText("Recorded by Marcus Bell");
  await user.click(shown.getByRole("button", { name: /^Record consent/ }));
  const form = await dialog("Record consent");
  expect(form.getByRole("radio", { name: "Yes, they agreed" })).toHaveProperty("checked", true);
  expect(form.queryByRole("radio", { name: /^No, they don't want texts/ })).toBeNull();
});

test("a STOP that arrives while the form is open is shown as the reason of the refusal", async () => {
  const { user, db } = await openAccount([]);
  const shown = await section();
  await user.click(await shown.findByRole("button", { name: /^Record consent/ }, loadTimeout));
  const form = await dialog("Record consent");
  await user.click(form.getByRole("radio", { name: "Yes, they agreed" }));
  await user.click(form.getByRole("radio", { name: "By email" }));
  await user.type(form.getByLabelText("Proof"), "Wrote us an email.");
  db.consentEntries.set(phone, [stop()]);
  await user.click(form.getByRole("button", { name: "Save" }));
  const alert = await form.findByRole("alert", {}, loadTimeout);
  expect(alert.textContent).toContain("Only the resident can undo this.");
  expect(alert.textContent).toContain("text START");
  expect(form.getByLabelText<HTMLTextAreaElement>("Proof").value).toBe("Wrote us an email.");
});

test("consent that couldn't be loaded can be loaded again", async () => {
  const failure = createError(Code.Unavailable, "UNAVAILABLE", "Down.");
  const { user, db } = await openAccount([stop()], (prepared) => {
    prepared.failingMethods.set("GetConsent", failure);
  });
  const shown = await section();
  await shown.findByText("Couldn't load consent", {}, loadTimeout);
  db.failingMethods.clear();
  await user.click(shown.getByRole("button", { name: "Try again" }));
  await shown.findByText("Opted out", {}, loadTimeout);
});

test("a long history loads page by page", async () => {
  const ledger = Array.from({ length: 51 }, (_, index) =>
    entry({
      state: index % 2 ? ConsentState.OPTED_IN : ConsentState.OPTED_OUT,
      source: ConsentSource.KEYWORD,
      evidence: `Text ${51 - index}`,
      recordedAt: timestampFromMs(march2 - index),
    }),
  );
  const { user } = await openAccount(ledger);
  const shown = await section();
  await user.click(await shown.findByRole("button", { name: /^History/ }, loadTimeout));
  const history = await dialog("Consent to texts");
  expect(history.queryByText("Text 1")).toBeNull();
  await user.click(history.getByRole("button", { name: "Show more" }));
  await history.findByText("Text 1", {}, loadTimeout);
  expect(history.queryByRole("button", { name: "Show more" })).toBeNull();
});

test("the conversation's menu records an opt-out, after which no text can be written", async () => {
  const { user, stored } = open();
  await article();
  await user.click(screen.getByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name: "Consent to texts" }, loadTimeout));
  const consent = await dialog("Consent to texts");
  await consent.findByText("Nothing recorded for this phone yet.", {}, loadTimeout);
  await user.click(consent.getByRole("button", { name: "Record consent" }));
  const form = await dialog("Record consent");
  await user.click(form.getByRole("radio", { name: /^No, they don't want texts/ }));
  await user.click(form.getByRole("radio", { name: "On the phone" }));
  await user.click(form.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(stored()?.optedOut).toBe(true), loadTimeout);
  await screen.findByText(/^This resident opted out of texts on the phone on /, {}, loadTimeout);
  screen.getByText(/or after you record that they agreed/);
  expect(screen.queryByRole("dialog")).toBeNull();
});

/** Opens Priya's text in the inbox; the user can also open what the entitlements allow. */
function openInbox(entitlements: readonly Entitlement[]) {
  return visit(`/omnichannel?text=${priya}`, {
    prepare: ({ db }) => {
      for (const { entitlements: own } of db.accounts) {
        own.options.push(DashboardOption.OMNICHANNEL);
        own.granted = [Entitlement.FULL_VIEW, ...entitlements];
      }
    },
  });
}

const card = async () =>
  within(await screen.findByRole("complementary", { name: "About Priya Raman" }, loadTimeout));

test("the person's card in the inbox shows the consent of their phone", async () => {
  openInbox([Entitlement.V3_ON]);
  const shown = within(
    await (await card()).findByRole("region", { name: "Consent to texts" }, loadTimeout),
  );
  await shown.findByText("No consent yet", {}, loadTimeout);
  shown.getByRole("button", { name: /^Record consent for / });
});

test("users who may not edit homeowner accounts don't see consent", async () => {
  const { db } = openInbox([]);
  const person = await card();
  await person.findByText("Texts allowed", {}, loadTimeout);
  expect(person.queryByRole("region", { name: "Consent to texts" })).toBeNull();
  expect(callsOf({ db })).not.toContain("GetConsent");
});
