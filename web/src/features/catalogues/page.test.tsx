import { create } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { Fact } from "../../gen/parlor/options/v1/screen_pb";
import { ContradictionSchema } from "../../gen/parlor/v1/contradiction_service_pb";
import { refusal } from "../../testing/house";
import { visit } from "../../testing/visit";

const path = "/knowledge-base-management";
const inHouse = { timeout: 60_000 };

type Prepare = NonNullable<Parameters<typeof visit>[1]>["prepare"];

function open(query = "", prepare?: Prepare) {
  return visit(`${path}${query}`, { as: "ines", ...(prepare && { prepare }) });
}

const tree = (name = "Fine intents") => screen.findByRole("region", { name }, inHouse);
const category = (name: RegExp) => screen.findByRole("button", { name }, inHouse);
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name, {}, inHouse);
const sheet = async (name: RegExp) => within(await screen.findByRole("dialog", { name }, inHouse));

test("intents stand in their categories, and the first one is at hand", async () => {
  const { user, place } = open();
  await tree();
  expect((await category(/General Information 1/)).getAttribute("aria-expanded")).toBe("true");
  expect((await field("Title")).value).toBe("Board meeting dates");
  await user.click(await category(/Pets 2/));
  await user.click(screen.getByRole("link", { name: /Dogs/ }));
  expect(place.path).toBe(`${path}?intent=dogs`);
  expect((await field("Sample questions")).value).toBe("may i have a big dog");
  expect(await screen.findByText("Questions in 90 days")).toBeTruthy();
  expect(await screen.findByText("140")).toBeTruthy();
});

test("words are found in samples too, and one can clear them", async () => {
  const { user } = open();
  await user.type(await field("Find in titles and samples"), "allowed");
  expect(await screen.findByRole("link", { name: /Cats/ })).toBeTruthy();
  expect(screen.queryByRole("link", { name: /Dogs/ })).toBeNull();
  await user.type(await field("Find in titles and samples"), " zeppelins");
  await screen.findByText("Nothing is called so");
  await user.click(screen.getByRole("button", { name: "Clear the search" }));
  expect(await category(/Pets 2/)).toBeTruthy();
});

test("what is saved waits in the draft until it is published with a note", async () => {
  const { user, rooms } = open("?intent=dogs");
  const title = await field("Title");
  await user.clear(title);
  await user.type(title, "Dogs and puppies");
  await user.click(screen.getByRole("button", { name: "Save to the draft" }));
  await screen.findByText("1 change is not published.");
  await user.click(screen.getByRole("button", { name: "Publish" }));
  const publishing = await sheet(/Publish 1 change/);
  expect(publishing.getByText("“Dogs” is now “Dogs and puppies”")).toBeTruthy();
  const note = publishing.getByLabelText("What is in it");
  await user.type(note, "No");
  await user.click(publishing.getByRole("button", { name: "Publish version 2" }));
  await publishing.findByText("Use at least 3 characters; this has 2.", {}, inHouse);
  await user.clear(note);
  await user.type(note, "Puppies");
  await user.click(publishing.getByRole("button", { name: "Publish version 2" }));
  await waitFor(() => expect(rooms.catalogues.kept.at(-1)?.head.note).toBe("Puppies"));
  // What was published is not taken back by an undo of what was saved before.
  await screen.findByText("Version 2 is published.", {}, inHouse);
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull());
  await waitFor(() => expect(screen.queryByText(/not published/)).toBeNull());
});

test("what was saved can be taken back", async () => {
  const { user, rooms } = open("?intent=dogs");
  await user.click(await screen.findByRole("button", { name: "Remove Dogs" }, inHouse));
  const told = await screen.findByText("“Dogs” is out of the draft.", {}, inHouse);
  const notice = told.closest<HTMLElement>(".toast");
  if (!notice) throw new Error("It is told in a notice");
  await user.click(within(notice).getByRole("button", { name: /^Undo/ }));
  await waitFor(() =>
    expect(rooms.catalogues.intents.some(({ key }) => key === "dogs")).toBe(true),
  );
});

test("a refusal stands at the form, and what was written stays", async () => {
  const { user } = open("?intent=dogs");
  const title = await field("Title");
  await user.clear(title);
  await user.type(title, "Cats");
  await user.click(screen.getByRole("button", { name: "Save to the draft" }));
  expect((await screen.findByRole("alert")).textContent).toContain("There is one of that title.");
  expect(title.value).toBe("Cats");
});

test("chosen intents are merged, with what it would do told before", async () => {
  const { user, rooms, place } = open("?chosen=dogs,cats");
  await screen.findByText("2 chosen", {}, inHouse);
  await user.click(screen.getByRole("button", { name: "Merge" }));
  const merging = await sheet(/Merge 2 intents/);
  await merging.findByText(/24 communities have them, 16 answered them; 280 questions/);
  await user.selectOptions(merging.getByLabelText("Which stays"), "cats");
  await user.click(merging.getByRole("button", { name: "Merge in the draft" }));
  await waitFor(() =>
    expect(rooms.catalogues.intents.some(({ key }) => key === "dogs")).toBe(false),
  );
  const cats = rooms.catalogues.intents.find(({ key }) => key === "cats");
  expect(cats?.samples).toEqual(["may i have a big dog", "are cats allowed in here"]);
  await waitFor(() => expect(place.path).toBe(`${path}?intent=cats`));
});

test("a merged intent is split, and each part takes what it covers", async () => {
  const { user, rooms } = open("?catalogue=merged&intent=pets");
  await user.click(await screen.findByRole("button", { name: "Split" }, inHouse));
  const splitting = await sheet(/Split “Pets”/);
  const second = within(splitting.getByRole("group", { name: "Part 2" }));
  await user.click(splitting.getByRole("button", { name: "Split in the draft" }));
  expect(await second.findByText("Fill this in.", {}, inHouse)).toBeTruthy();
  await user.type(second.getByLabelText("Title"), "How many pets");
  await splitting.findByText(/Communities keep what they have/, {}, inHouse);
  await user.selectOptions(splitting.getByLabelText("“Cats” is covered by"), "How many pets");
  await user.click(splitting.getByRole("button", { name: "Split in the draft" }));
  await waitFor(() => {
    const part = rooms.catalogues.intents.find(({ title }) => title === "How many pets");
    expect(part?.samples).toEqual(["how many pets may i have"]);
    expect(rooms.catalogues.intents.find(({ key }) => key === "cats")?.merged).toBe(part?.key);
  });
});

test("a file is shown before it is brought in, with the lines that are left out", async () => {
  const { user, rooms } = open("?open=import");
  const importing = await sheet(/Import into Fine/);
  const file = new File(["Category,Intent,Samples"], "more.csv", { type: "text/csv" });
  await user.upload(importing.getByLabelText(/CSV or XLSX/), file);
  await importing.findByText("1 intent would change.");
  expect(importing.getByText(/1 new\./)).toBeTruthy();
  expect(importing.getByText("Line 3: Flying")).toBeTruthy();
  expect(rooms.catalogues.version).toBe(1);
  await user.click(importing.getByRole("button", { name: "Apply 1 change" }));
  await waitFor(() => expect(rooms.catalogues.intents.at(-1)?.title).toBe("Fish tanks"));
  await screen.findByText("1 change from more.csv in the draft.", {}, inHouse);
});

test("an older version is brought back as a new one", async () => {
  const { user, rooms } = open("?open=versions", ({ rooms: { catalogues } }) => {
    const [first] = catalogues.kept;
    if (!first) return;
    catalogues.kept.push({ ...first, head: { ...first.head, number: 2, note: "Puppies" } });
  });
  const versions = await sheet(/Versions/);
  await user.click(await versions.findByRole("button", { name: "Bring version 1 back" }));
  await waitFor(() => expect(rooms.catalogues.kept.at(-1)?.head.restored).toBe(1));
  await versions.findByText("Back to version 1.");
});

const fob = "My fob stopped opening the pool gate";

test("what was asked in vain begins an intent", async () => {
  const { user, rooms, place } = open("?open=lacks");
  const lacks = await sheet(/What communities lack/);
  const asked = await lacks.findByRole(
    "button",
    { name: new RegExp(`New intent: ${fob}`) },
    inHouse,
  );
  await user.click(asked);
  const making = await sheet(/New intent/);
  expect(making.getByLabelText<HTMLInputElement>("Title").value).toContain(fob);
  expect(making.getByLabelText<HTMLInputElement>("Sample questions").value).toContain(fob);
  await user.selectOptions(making.getByLabelText("Category"), "Pets");
  await user.click(making.getByRole("button", { name: "Add to the draft" }));
  await waitFor(() => expect(rooms.catalogues.intents.at(-1)?.samples[0]).toContain(fob));
  await waitFor(() => expect(place.path).toContain("intent="));
});

test("a community shows its contradictions, and is given a catalogue's questions", async () => {
  const { user, rooms, place } = open("?open=lacks", ({ rooms }) => {
    const [here, there] = ["9 PM.", "10 PM."].map((answer, at) => ({
      ...{ id: `quiet-${at}`, communityId: "harbor", question: `Quiet hours ${at}`, answer },
    }));
    rooms.contradictions.push(create(ContradictionSchema, { here, there, reasons: ["9 PM here"] }));
  });
  const lacks = await sheet(/What communities lack/);
  await lacks.findByRole("option", { name: "Harbor Row" }, inHouse);
  await user.selectOptions(lacks.getByLabelText("Community"), "Harbor Row");
  await waitFor(() => expect(place.path).toContain("community=harbor"));
  const link = await lacks.findByRole("link", { name: "Quiet hours 1" }, inHouse);
  expect(link.getAttribute("href")).toBe("/turbo?community=harbor&answer=quiet-1");
  const before = rooms.answers.length;
  await user.selectOptions(lacks.getByLabelText("Catalogue"), "Merged: about 70 broad questions");
  await user.click(lacks.getByRole("button", { name: "Add its questions" }));
  await screen.findByText("2 questions wait for an answer in Harbor Row.", {}, inHouse);
  expect(rooms.answers.length).toBe(before + 2);
});

test("a manager looks and changes nothing", async () => {
  open("?intent=dogs", ({ rooms }) => {
    const ines = rooms.accounts.find(({ user }) => user.id === "ines");
    if (ines) ines.standing.facts = ines.standing.facts.filter((one) => one !== Fact.ADMINISTRATOR);
  });
  await screen.findByText("“may i have a big dog”", {}, inHouse);
  expect(screen.queryByRole("button", { name: "New intent" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Split" })).toBeNull();
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test("another company finds no such page", async () => {
  visit(path);
  await screen.findByRole("heading", { name: "404" }, inHouse);
});

test("a failure says why and offers another try", async () => {
  const { user, rooms } = open("", ({ rooms: { broken } }) => {
    broken.set("GetCatalogues", refusal(Code.Unavailable, "BROKEN", "Broken."));
  });
  await screen.findByText("The catalogues did not load", {}, inHouse);
  rooms.broken.clear();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await tree();
});
