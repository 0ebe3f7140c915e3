import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { MemoryRouter, useNavigate } from "react-router";
import { afterEach, expect, test } from "vitest";
import { setLastFailure } from "../../lib/last-failure";
import FailureBanner from "./failure-banner";

afterEach(() => act(() => setLastFailure(undefined)));

function OtherScreen() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => navigate("/inbox")}>
      Inbox
    </button>
  );
}

/** Shows the screen after an action failed. */
function fail() {
  render(
    <MemoryRouter initialEntries={["/turbo"]}>
      <FailureBanner />
      <OtherScreen />
    </MemoryRouter>,
  );
  const title = "Training wasn't changed.";
  const failure = { title, text: "Try again.", requestId: "0199d0c2", fields: {}, retryable: true };
  act(() => setLastFailure(failure));
  return userEvent.setup();
}

test("the request ID of the last error stays on the screen until it is dismissed", async () => {
  const user = fail();
  const banner = screen.getByRole("region", { name: "Last error" });
  expect(banner.textContent).toContain("Training wasn't changed.");
  expect(banner.textContent).toContain("0199d0c2");
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByRole("region")).toBeNull();
});

test("another screen starts without the last error", async () => {
  const user = fail();
  screen.getByRole("region", { name: "Last error" });
  await user.click(screen.getByRole("button", { name: "Inbox" }));
  expect(screen.queryByRole("region")).toBeNull();
});
