import { create } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { Entitlement } from "../../gen/parlor/options/v1/screen_pb";
import { ContradictionSchema } from "../../gen/parlor/v1/contradiction_service_pb";
import { createError } from "../../testing/fake-api/errors";
import { visit } from "../../testing/visit";

const path = "/knowledge-base-management";
const loadTimeout = { timeout: 60_000 };

type Prepare = NonNullable<Parameters<typeof visit>[1]>["prepare"];

function open(query = "", prepare?: Prepare) {
  return visit(`${path}${query}`, { as: "ines", ...(prepare && { prepare }) });
}

const tree = (name = "Detailed intents") => screen.findByRole("region", { name }, loadTimeout);
const category = (name: RegExp) => screen.findByRole("button", { name }, loadTimeout);
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name, {}, loadTimeout);
const sheet = async (name: RegExp) =>
  within(await screen.findByRole("dialog", { name }, loadTimeout));

test("intents are listed by category, and the first one is selected", async () => {
  const { user, location } = open();
  await tree();
  expect((await category(/General Information 1/)).getAttribute("aria-expanded")).toBe("true");
  expect((await field("Title")).value).toBe("Board meeting dates");
  await user.click(await category(/Pets 2/));
  await user.click(screen.getByRole("link", { name: /Dogs/ }));
  expect(location.path).toBe(`${path}?intent=dogs`);
  expect((await field("Sample questions")).value).toBe("may i have a big dog");
  expect(await screen.findByText("Questions in 90 days")).toBeTruthy();
  expect(await screen.findByText("140")).toBeTruthy();
});

test("samples are searched too, and the search can be cleared", async () => {
  const { user } = open();
  await user.type(await field("Search titles and sample questions"), "allowed");
  expect(await screen.findByRole("link", { name: /Cats/ })).toBeTruthy();
  expect(screen.queryByRole("link", { name: /Dogs/ })).toBeNull();
  await user.type(await field("Search titles and sample questions"), " zeppelins");
  await screen.findByText("No matches");
  await user.click(screen.getByRole("button", { name: "Clear search" }));
  expect(await category(/Pets 2/)).toBeTruthy();
});

test("changes are saved to the draft until it is published with a note", async () => {
  const { user, db } = open("?intent=dogs");
  const title = await field("Title");
  expect(screen.getByRole("button", { name: "Save to draft" }).title).toBe(
    "There are no changes to save",
  );
  await user.clear(title);
  await user.type(title, "Dogs and puppies");
  await user.click(screen.getByRole("button", { name: "Save to draft" }));
  await screen.findByText("1 change is not published.");
  await user.click(screen.getByRole("button", { name: "Publish" }));
  const publishing = await sheet(/Publish 1 change/);
  expect(publishing.getByText("“Dogs” is now “Dogs and puppies”")).toBeTruthy();
  const note = publishing.getByLabelText("Release notes");
  await user.type(note, "No");
  await user.click(publishing.getByRole("button", { name: "Publish version 2" }));
  await publishing.findByText("Use at least 3 characters; this has 2.", {}, loadTimeout);
  await user.clear(note);
  await user.type(note, "Puppies");
  await user.click(publishing.getByRole("button", { name: "Publish version 2" }));
  await waitFor(() => expect(db.catalogs.kept.at(-1)?.head.note).toBe("Puppies"));
  // Undo of an earlier save must not revert a published version.
  await screen.findByText("Version 2 is published.", {}, loadTimeout);
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull());
  await waitFor(() => expect(screen.queryByText(/not published/)).toBeNull());
});

test("a saved change can be undone", async () => {
  const { user, db } = open("?intent=dogs");
  await user.click(await screen.findByRole("button", { name: "Remove Dogs" }, loadTimeout));
  const message = await screen.findByText("Removed “Dogs” from the draft.", {}, loadTimeout);
  const notice = message.closest<HTMLElement>(".toast");
  if (!notice) throw new Error("The message is not in a toast");
  await user.click(within(notice).getByRole("button", { name: /^Undo/ }));
  await waitFor(() => expect(db.catalogs.intents.some(({ key }) => key === "dogs")).toBe(true));
});

test("an error is shown at the form, and the input is kept", async () => {
  const { user } = open("?intent=dogs");
  const title = await field("Title");
  await user.clear(title);
  await user.type(title, "Cats");
  await user.click(screen.getByRole("button", { name: "Save to draft" }));
  expect((await screen.findByRole("alert")).textContent).toContain("There is one of that title.");
  expect(title.value).toBe("Cats");
});

test("selected intents are merged after a preview", async () => {
  const { user, db, location } = open("?chosen=dogs,cats");
  await screen.findByText("2 selected", {}, loadTimeout);
  await user.click(screen.getByRole("button", { name: "Merge" }));
  const merging = await sheet(/Merge 2 intents/);
  await merging.findByText(/In 24 communities; 16 have written an answer\. Used for 280 questions/);
  await user.selectOptions(merging.getByLabelText("Keep"), "cats");
  const samples = merging.getAllByRole("checkbox");
  for (const sample of samples) await user.click(sample);
  expect(merging.getByRole("button", { name: "Merge in draft" }).title).toBe(
    "Choose at least one sample question",
  );
  for (const sample of samples) await user.click(sample);
  await user.click(merging.getByRole("button", { name: "Merge in draft" }));
  await waitFor(() => expect(db.catalogs.intents.some(({ key }) => key === "dogs")).toBe(false));
  const cats = db.catalogs.intents.find(({ key }) => key === "cats");
  expect(cats?.samples).toEqual(["may i have a big dog", "are cats allowed in here"]);
  await waitFor(() => expect(location.path).toBe(`${path}?intent=cats`));
});

test("a merged intent is split, and each part gets its detailed intents", async () => {
  const { user, db } = open("?catalog=merged&intent=pets");
  await user.click(await screen.findByRole("button", { name: "Split" }, loadTimeout));
  const splitting = await sheet(/Split “Pets”/);
  const second = within(splitting.getByRole("group", { name: "Part 2" }));
  const add = splitting.getByRole("button", { name: "Add part" });
  await user.click(add);
  await user.click(add);
  await user.click(splitting.getByRole("button", { name: "Remove part 4" }));
  const previous = splitting.getByRole("button", { name: "Remove part 3" });
  expect(document.activeElement).toBe(previous);
  await user.click(previous);
  expect(document.activeElement).toBe(add);
  await user.click(splitting.getByRole("button", { name: "Split in draft" }));
  expect(await second.findByText("This field is required.", {}, loadTimeout)).toBeTruthy();
  await user.type(second.getByLabelText("Title"), "How many pets");
  await splitting.findByText(/Communities keep what they have/, {}, loadTimeout);
  await user.selectOptions(splitting.getByLabelText("“Cats” is covered by"), "How many pets");
  await user.click(splitting.getByRole("button", { name: "Split in draft" }));
  await waitFor(() => {
    const part = db.catalogs.intents.find(({ title }) => title === "How many pets");
    expect(part?.samples).toEqual(["how many pets may i have"]);
    expect(db.catalogs.intents.find(({ key }) => key === "cats")?.merged).toBe(part?.key);
  });
});

test("an import is previewed with the skipped lines", async () => {
  const { user, db } = open("?open=import");
  const importing = await sheet(/Import into Detailed/);
  const file = new File(["Category,Intent,Samples"], "more.csv", { type: "text/csv" });
  await user.upload(importing.getByLabelText(/CSV or XLSX/), file);
  await importing.findByText("1 intent would change.");
  expect(importing.getByText(/1 new\./)).toBeTruthy();
  expect(importing.getByText("Line 3: Flying")).toBeTruthy();
  expect(db.catalogs.version).toBe(1);
  await user.click(importing.getByRole("button", { name: "Apply 1 change" }));
  await waitFor(() => expect(db.catalogs.intents.at(-1)?.title).toBe("Fish tanks"));
  await screen.findByText("1 change from more.csv in the draft.", {}, loadTimeout);
});

test("an older version is restored as a new one", async () => {
  const { user, db } = open("?open=versions", ({ db: { catalogs } }) => {
    const [first] = catalogs.kept;
    if (!first) return;
    catalogs.kept.push({ ...first, head: { ...first.head, number: 2, note: "Puppies" } });
  });
  const versions = await sheet(/Versions/);
  await user.click(await versions.findByRole("button", { name: "Restore version 1" }));
  await waitFor(() => expect(db.catalogs.kept.at(-1)?.head.restored).toBe(1));
  await versions.findByText("Back to version 1.");
});

const fob = "My fob stopped opening the pool gate";

test("an unanswered question starts an intent", async () => {
  const { user, db, location } = open("?open=lacks");
  const lacks = await sheet(/Knowledge gaps/);
  const newIntent = await lacks.findByRole(
    "button",
    { name: new RegExp(`New intent: ${fob}`) },
    loadTimeout,
  );
  await user.click(newIntent);
  const making = await sheet(/New intent/);
  expect(making.getByLabelText<HTMLInputElement>("Title").value).toContain(fob);
  expect(making.getByLabelText<HTMLInputElement>("Sample questions").value).toContain(fob);
  await user.selectOptions(making.getByLabelText("Category"), "Pets");
  await user.click(making.getByRole("button", { name: "Add to draft" }));
  await waitFor(() => expect(db.catalogs.intents.at(-1)?.samples[0]).toContain(fob));
  await waitFor(() => expect(location.path).toContain("intent="));
});

test("unanswered questions show bidirectional control characters as marks", async () => {
  open("?open=lacks", ({ db }) => {
    for (const one of db.escalations) {
      if (one.question.includes(fob)) one.question = `${fob} \u202etoday`;
    }
  });
  const gaps = await sheet(/Knowledge gaps/);
  expect(await gaps.findByText(`${fob} [RLO]today`, {}, loadTimeout)).toBeTruthy();
});

test("a community shows its conflicting answers and gets a catalog's questions", async () => {
  const { user, db, location } = open("?open=lacks", ({ db }) => {
    const [first, second] = ["9 PM.", "10 PM."].map((answer, at) => ({
      ...{ id: `quiet-${at}`, communityId: "harbor", question: `Quiet hours ${at}`, answer },
    }));
    db.contradictions.push(create(ContradictionSchema, { first, second, reasons: ["9 PM here"] }));
  });
  const lacks = await sheet(/Knowledge gaps/);
  await lacks.findByRole("option", { name: "Harbor Row" }, loadTimeout);
  await user.selectOptions(lacks.getByLabelText("Community"), "Harbor Row");
  await waitFor(() => expect(location.path).toContain("community=harbor"));
  const link = await lacks.findByRole("link", { name: "Quiet hours 1" }, loadTimeout);
  expect(link.getAttribute("href")).toBe("/turbo?community=harbor&answer=quiet-1");
  const before = db.answers.length;
  await user.selectOptions(lacks.getByLabelText("Catalog"), "Merged: about 70 broad questions");
  await user.click(lacks.getByRole("button", { name: "Add questions" }));
  await screen.findByText("2 questions in Harbor Row need an answer.", {}, loadTimeout);
  expect(db.answers.length).toBe(before + 2);
});

test("a manager can only read", async () => {
  open("?intent=dogs", ({ db }) => {
    const ines = db.accounts.find(({ user }) => user.id === "ines");
    if (ines)
      ines.entitlements.granted = ines.entitlements.granted.filter(
        (one) => one !== Entitlement.ADMINISTRATOR,
      );
  });
  await screen.findByText("“may i have a big dog”", {}, loadTimeout);
  expect(screen.queryByRole("button", { name: "New intent" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Split" })).toBeNull();
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test("another company cannot open the page", async () => {
  visit(path);
  await screen.findByRole("heading", { name: "404" }, loadTimeout);
});

test("a failure shows the reason and retries", async () => {
  const { user, db } = open("", ({ db: { failingMethods } }) => {
    failingMethods.set("GetCatalogs", createError(Code.Unavailable, "UNAVAILABLE", "Broken."));
  });
  await screen.findByText("Couldn't load catalogs", {}, loadTimeout);
  db.failingMethods.clear();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await tree();
});
