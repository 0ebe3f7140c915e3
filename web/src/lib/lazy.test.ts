import { expect, test, vi } from "vitest";
import { loadModule, ModuleLoadError } from "./lazy";

const gone = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));

test("a missing chunk reloads the page once", async () => {
  const reload = vi.fn();
  void loadModule(gone, reload);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  await expect(loadModule(gone, reload)).rejects.toBeInstanceOf(ModuleLoadError);
  expect(reload).toHaveBeenCalledTimes(1);
});
