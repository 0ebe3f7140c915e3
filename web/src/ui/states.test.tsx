import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { ErrorState } from "./states";

const problem = { title: "Can't reach the server.", text: "Check your connection." };

test("trying again shows that it is busy until the attempt ends", async () => {
  let end: () => void = () => undefined;
  const attempt = new Promise<void>((resolve) => {
    end = resolve;
  });
  render(
    <ErrorState problem={{ ...problem, fields: {}, retryable: true }} onRetry={() => attempt} />,
  );
  const button = screen.getByRole("button", { name: "Try again" });
  await userEvent.click(button);
  await waitFor(() => expect(button.classList.contains("is-busy")).toBe(true));
  end();
  await waitFor(() => expect(button.classList.contains("is-busy")).toBe(false));
});
