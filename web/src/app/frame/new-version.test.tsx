import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import * as newVersion from "../../lib/new-version";
import NewVersion from "./new-version";

/** Shows the notice for a server with a newer build. */
function showNewVersion() {
  vi.spyOn(newVersion, "watchForNewVersion").mockImplementation((_, onOther) => {
    onOther();
    return () => undefined;
  });
  render(<NewVersion />);
  return userEvent.setup();
}

test("a new version is announced, and updating reloads the page", async () => {
  const reload = vi.spyOn(window.location, "reload").mockReturnValue();
  const user = showNewVersion();
  await waitFor(() =>
    expect(screen.getByRole("status").textContent).toContain("A new version is ready."),
  );
  await user.click(screen.getByRole("button", { name: "Update now" }));
  expect(reload).toHaveBeenCalledTimes(1);
});

test("Later hides a new version without reloading the page", async () => {
  const reload = vi.spyOn(window.location, "reload").mockReturnValue();
  const user = showNewVersion();
  await user.click(await screen.findByRole("button", { name: "Later" }));
  expect(screen.getByRole("status").textContent).toBe("");
  expect(reload).not.toHaveBeenCalled();
});
