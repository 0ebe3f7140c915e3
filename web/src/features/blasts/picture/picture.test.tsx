import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { findButton, loadTimeout, openBlasts } from "../../../testing/open-blasts";

const file = (name: string, type: string) => new File(["pixels"], name, { type });

async function openMessage() {
  const app = openBlasts("?blast=blast-draft&step=message");
  await findButton("Add picture");
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error("no field for the picture");
  return { ...app, input };
}

test("a picture is added after the draft is saved, and removed again", async () => {
  const { user, stored, input } = await openMessage();
  await user.type(screen.getByLabelText("Text"), " See you.");
  await user.upload(input, file("gate.png", "image/png"));
  expect(await screen.findByRole("img", { name: "The picture of this blast" })).toBeTruthy();
  expect(stored("blast-draft")?.picture).toBeTruthy();
  expect(stored("blast-draft")?.body).toMatch(/See you\.$/);
  expect(screen.getByText(/^1,200 × 800 pixels/)).toBeTruthy();
  // Changing the picture must not make the open draft outdated.
  await user.type(screen.getByLabelText("Text"), " Bye.");
  await waitFor(() => expect(stored("blast-draft")?.body).toMatch(/Bye\.$/));
  await user.click(await findButton("Remove"));
  await waitFor(() => expect(stored("blast-draft")?.picture).toBeUndefined());
});

test("a picture that is chosen while the draft is being saved waits for the save", async () => {
  const { user, stored, input, db } = await openMessage();
  let release: () => void = () => undefined;
  db.heldMethods.set("UpdateBlast", new Promise((resolve) => (release = resolve)));
  await user.type(screen.getByLabelText("Text"), " See you.");
  await waitFor(() => expect(db.calls.some(({ method }) => method === "UpdateBlast")).toBe(true));
  await user.upload(input, file("gate.png", "image/png"));
  release();
  expect(await screen.findByRole("img", { name: "The picture of this blast" })).toBeTruthy();
  expect(stored("blast-draft")?.body).toMatch(/See you\.$/);
});

test("a file that is not a picture is refused before upload", async () => {
  const { input, db } = await openMessage();
  const change = new Event("change", { bubbles: true });
  Object.defineProperty(input, "files", { value: [file("minutes.pdf", "application/pdf")] });
  input.dispatchEvent(change);
  await screen.findByText("Choose a PNG, JPEG or WebP file.");
  expect(db.calls.some(({ method }) => method === "SetBlastPicture")).toBe(false);
});

test("the review shows the picture, and says that its price is unknown", async () => {
  const { user, input } = await openMessage();
  await user.upload(input, file("gate.png", "image/png"));
  await screen.findByRole("img", { name: "The picture of this blast" });
  await user.click(screen.getByRole("button", { name: "Continue to review" }));
  const figures = within(
    await screen.findByLabelText("What happens when you send", {}, loadTimeout),
  );
  expect(figures.getByText("Picture messages")).toBeTruthy();
  expect(figures.getByText("no picture message rate is set for your company")).toBeTruthy();
  const preview = within(screen.getByRole("complementary", { name: "Preview" }));
  expect(await preview.findByRole("img", { name: "The picture of this blast" })).toBeTruthy();
});
