import { create } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { HomeownerAccountSchema } from "../../gen/parlor/v1/homeowner_service_pb";
import { HomeownerAuth } from "../../gen/parlor/v1/persona_pb";
import { createError } from "../../testing/fake-api/errors";
import { visit } from "../../testing/visit";

const harbor = "/turbo?community=harbor";

async function sheet(user: ReturnType<typeof visit>["user"], name = "Homeowner accounts") {
  await user.click(await screen.findByRole("button", { name: "Homeowner accounts" }));
  return within(await screen.findByRole("dialog", { name }));
}

const ana = () =>
  create(HomeownerAccountSchema, {
    id: "ana",
    communityId: "harbor",
    number: "HR-104",
    unit: "4B",
    name: "Ana Ruiz",
    phones: ["+12025550141"],
    balanceCents: 123456,
    balanceOn: "2026-03-01",
  });

it("shows an empty list, adds an account and finds it", async () => {
  const { user, db } = visit(harbor);
  const open = await sheet(user);
  expect(await open.findByText("No accounts yet")).toBeTruthy();
  await user.click(open.getByRole("button", { name: "Add" }));
  const form = within(await screen.findByRole("form", { name: "Account" }));
  await user.type(form.getByLabelText(/Account number/), "HR-105");
  await user.type(form.getByLabelText(/^Unit/), "5C");
  await user.type(form.getByLabelText(/Phone numbers/), "(202) 555-0142");
  await user.type(form.getByLabelText(/Balance in dollars/), "ten");
  await user.click(form.getByRole("button", { name: "Add" }));
  expect(await form.findByText("Enter an amount such as 1,234.56.")).toBeTruthy();
  await user.clear(form.getByLabelText(/Balance in dollars/));
  await user.type(form.getByLabelText(/Balance in dollars/), "-20");
  await user.click(form.getByRole("button", { name: "Add" }));
  const list = within(await screen.findByRole("list", { name: "Accounts" }));
  expect(await list.findByText("Unit 5C")).toBeTruthy();
  expect(list.getByText(/\$20\.00 credit/)).toBeTruthy();
  expect(db.homeownerAccounts[0]?.phones).toEqual(["(202) 555-0142"]);
});

it("edits an account, and removes one with undo", async () => {
  const { user, db } = visit(harbor);
  db.homeownerAccounts.push(ana());
  const open = await sheet(user);
  const call = await open.findByRole("link", { name: "(202) 555-0141" });
  expect(call.getAttribute("href")).toBe("tel:+12025550141");
  await user.click(open.getByRole("button", { name: "Unit 4B" }));
  const form = within(await screen.findByRole("form", { name: "Account" }));
  await user.click(form.getByRole("checkbox", { name: /In collections/ }));
  await user.click(form.getByRole("button", { name: "Save" }));
  const list = within(await screen.findByRole("list", { name: "Accounts" }));
  expect(await list.findByText("In collections")).toBeTruthy();
  expect(db.homeownerAccounts[0]?.balanceCents).toBe(123456);
  await user.click(list.getByRole("button", { name: "Remove Unit 4B" }));
  expect(await screen.findByText("Account removed.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Unit 4B" })).toBeNull();
  await user.click(screen.getByRole("button", { name: /^Undo/ }));
  expect(await screen.findByRole("button", { name: "Unit 4B" })).toBeTruthy();
  expect(db.homeownerAccounts).toHaveLength(1);
});

it("dates a changed balance today, unless a date is entered", async () => {
  const { user, db } = visit(harbor);
  db.homeownerAccounts.push(ana());
  const open = await sheet(user);
  await user.click(await open.findByRole("button", { name: "Unit 4B" }));
  const form = within(await screen.findByRole("form", { name: "Account" }));
  const [sum, day] = [form.getByLabelText(/Balance in dollars/), form.getByLabelText(/^As of/)];
  const dayOf = () => (day as HTMLInputElement).value;
  await user.type(sum, "1");
  expect(dayOf()).toBe("");
  await user.type(sum, "{Backspace}");
  expect(dayOf()).toBe("2026-03-01");
  await user.clear(day);
  await user.type(day, "2026-03-05");
  await user.type(sum, "1");
  expect(dayOf()).toBe("2026-03-05");
});

it("previews an import before it is applied", async () => {
  const { user, db } = visit(harbor);
  db.homeownerAccounts.push(ana());
  const open = await sheet(user);
  await user.click(await open.findByRole("button", { name: "Import" }));
  const dialog = await screen.findByRole("dialog", { name: "Import accounts" });
  const imports = within(dialog);
  const file = new File(["account,unit,balance\nHR-104,4C,5\nHR-9,9,lots\nHR-7,7,1\n"], "a.csv");
  const input = dialog.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("no place for a file");
  await user.upload(input, file);
  expect(await imports.findByText("1 new, 1 changed, 0 removed.")).toBeTruthy();
  expect(imports.getByText("Line 3: HR-9")).toBeTruthy();
  expect(imports.getByText("Unit: 4B → 4C")).toBeTruthy();
  expect(db.homeownerAccounts).toHaveLength(1);
  await user.click(imports.getByRole("button", { name: "Apply to 2 accounts" }));
  const list = within(await screen.findByRole("list", { name: "Accounts" }));
  expect(await list.findByText("Unit 4C")).toBeTruthy();
  expect(list.getByText("Unit 7")).toBeTruthy();
});

it("shows a failure and retries", async () => {
  const { user, db } = visit(harbor);
  db.failingMethods.set(
    "ListHomeownerAccounts",
    createError(Code.Unavailable, "UNAVAILABLE", "Down."),
  );
  const open = await sheet(user);
  expect(await open.findByText("Couldn't load accounts")).toBeTruthy();
  db.failingMethods.clear();
  await user.click(open.getByRole("button", { name: "Try again" }));
  expect(await open.findByText("No accounts yet")).toBeTruthy();
});

it("sets the verification and the collections message in the persona", async () => {
  const { user, db } = visit(harbor);
  await user.click(await screen.findByRole("button", { name: "Edit persona" }));
  const open = within(await screen.findByRole("dialog", { name: "Persona" }));
  await user.selectOptions(
    await open.findByLabelText(/Identity check before sharing balances/),
    "Phone number and emailed code",
  );
  await user.type(open.getByLabelText(/Collections message/), "Please call us.");
  await user.click(open.getByRole("button", { name: "Save" }));
  const stored = () => db.communities.find(({ id }) => id === "harbor")?.persona;
  await waitFor(() => expect(stored()?.homeownerAuth).toBe(HomeownerAuth.ONE_TIME_CODE));
  expect(stored()?.collectionsMessage).toBe("Please call us.");
});
