// A homeowner asks for their balance: staff import the accounts and write the answer, and the bot
// replies to homeowners who verify their identity.
import { expect, Resident, test } from "./support";

test.use({ dataset: "accounts" });

const books = `account,unit,name,phone,balance
HR-1004,4B,Priya Raman,(202) 555-0148,"$1,234.56"
HR-1011,11A,Curtis Hallowell,410-555-0131,12 dollars
HR-1002,2C,Inés Carvalho,202-555-0131,0
`;

test("accounts are imported, and each homeowner is texted their own balance", async ({
  page,
  server,
  signIn,
}) => {
  const priya = await Resident.at(server.address, "+12025550148");
  const stranger = await Resident.at(server.address, "+12025550189");
  const heardBefore = (await priya.got()).length;

  await signIn("admin@harborline.example");
  await page.getByRole("main").getByRole("button", { name: "Harbor Row" }).click();

  await test.step("a file with an invalid line is previewed, and its other lines are imported", async () => {
    await page.getByRole("button", { name: "Homeowner accounts" }).click();
    await page.getByRole("button", { name: "Import", exact: true }).click();
    const sheet = page.getByRole("dialog", { name: "Import accounts" });
    await sheet.locator("input[type=file]").setInputFiles({
      name: "books.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(books),
    });
    await expect(sheet.getByRole("status")).toContainText("2 new, 0 changed, 0 removed.");
    const leftOut = sheet.getByRole("list", { name: "Skipped lines" });
    await expect(leftOut).toContainText("Line 3: HR-1011");
    await expect(leftOut).toContainText('"12 dollars" is no sum of dollars.');
    await sheet.getByRole("button", { name: "Apply to 2 accounts" }).click();
    const accounts = page.getByRole("list", { name: "Accounts" });
    await expect(accounts).toContainText("$1,234.56 as of ");
    await page.keyboard.press("Escape");
  });

  await test.step("the persona asks for the unit, and an answer has {balance}", async () => {
    await page.getByRole("button", { name: "Edit persona" }).click();
    const persona = page.getByRole("dialog", { name: "Persona" });
    await persona
      .getByLabel("Identity check before sharing balances")
      .selectOption("Phone number and unit");
    await persona.getByRole("button", { name: "Save" }).click();
    await expect(persona).toBeHidden();
    await page.getByRole("button", { name: "Add answer" }).click();
    const form = page.getByRole("form", { name: "Add an answer" });
    await form.getByLabel("Question", { exact: true }).fill("How much do I owe?");
    await form.getByLabel("Answer").fill("Your balance for {unit} is {balance}.");
    await expect(form).toContainText("filled in for verified residents");
    await form.getByRole("button", { name: "Save" }).click();
  });

  const unit = /please text me your unit number/;
  await test.step("a homeowner verifies the unit and gets the balance", async () => {
    await priya.text("how much do I owe");
    await expect
      .poll(async () => (await priya.got()).slice(heardBefore))
      .toEqual([expect.stringMatching(unit)]);
    await priya.text("4B");
    await expect
      .poll(async () => (await priya.got()).at(-1))
      .toMatch(/^Your balance for 4B is \$1,234\.56 as of /);
  });

  await test.step("another phone is asked to verify and gets no balance", async () => {
    await stranger.text("how much do I owe");
    await expect.poll(() => stranger.got()).toEqual([expect.stringMatching(unit)]);
    await stranger.text("4B");
    await expect.poll(() => stranger.got()).toHaveLength(2);
    expect((await stranger.got()).join(" ")).not.toContain("1,234");
  });
});
