import { Code } from "@connectrpc/connect";
import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { formatNumber } from "../../../lib/format-number";
import { createError } from "../../../testing/fake-api/errors";
import { findButton, loadTimeout, openBlasts } from "../../../testing/open-blasts";
import { callsOf } from "../../../testing/visit";

/** Opens a new list with this number of rejected rows, and keeps the files that are saved. */
async function openList(rejected: number) {
  const files: Blob[] = [];
  URL.createObjectURL = vi.fn((file: Blob) => {
    files.push(file);
    return "blob:rejected";
  });
  URL.revokeObjectURL = vi.fn();
  const app = openBlasts("?blast=blast-draft");
  const { user } = app;
  await user.click(await screen.findByRole("radio", { name: "Saved audience" }, loadTimeout));
  await user.click(await findButton("New list"));
  await user.click(await screen.findByLabelText("Phone numbers"));
  await user.paste(`${"none\n".repeat(rejected)}2025550161`);
  await screen.findByText(`1 recipient · ${formatNumber(rejected)} rejected`);
  const imports = () => callsOf(app).filter((method) => method === "ImportRecipientList").length;
  const rows = async (at: number) => (await files[at]?.text())?.match(/no phone number/g)?.length;
  return { ...app, files, imports, rows };
}

test("the download has all rejected rows, even those that the preview lacks", async () => {
  const { user, db, files, imports, rows } = await openList(1002);
  let release = () => {};
  db.heldMethods.set("ImportRecipientList", new Promise((resolve) => (release = resolve)));
  const button = await findButton("Download rejected rows");
  await user.click(button);
  expect(button.getAttribute("data-pending")).toBe("true");
  expect(files).toHaveLength(0);
  release();
  await waitFor(() => expect(files).toHaveLength(1));
  expect(await rows(0)).toBe(1002);
  expect(imports()).toBe(2);
  expect(db.audiences).toHaveLength(1);
});

test("few rejected rows are downloaded as they are shown", async () => {
  const { user, files, imports, rows } = await openList(3);
  await user.click(await findButton("Download rejected rows"));
  expect(files).toHaveLength(1);
  expect(await rows(0)).toBe(3);
  expect(imports()).toBe(1);
});

test("a download of all rejected rows that fails says why", async () => {
  const { user, db, files } = await openList(1002);
  const words = "You imported too often. Wait a minute, then try again.";
  const failure = createError(Code.ResourceExhausted, "TOO_MANY_REQUESTS", words);
  db.failingMethods.set("ImportRecipientList", failure);
  await user.click(await findButton("Download rejected rows"));
  await screen.findByRole("alert");
  expect(screen.getByRole("alert").textContent).toContain("Wait a minute");
  expect(files).toHaveLength(0);
});
