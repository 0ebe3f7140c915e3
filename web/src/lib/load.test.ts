import { expect, test, vi } from "vitest";
import { PartMissing, readPart } from "./load";

const gone = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));

test("a part that is gone reads the page again, once", async () => {
  const reload = vi.fn();
  void readPart(gone, reload);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  await expect(readPart(gone, reload)).rejects.toBeInstanceOf(PartMissing);
  expect(reload).toHaveBeenCalledTimes(1);
});
