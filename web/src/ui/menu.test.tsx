import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Button } from "./button";
import { Menu } from "./menu";

function open() {
  const onEdit = vi.fn();
  render(
    <Menu
      label="Acts"
      trigger={<Button>More</Button>}
      items={[
        { id: "edit", label: "Edit", onAction: onEdit },
        "rule",
        { id: "remove", label: "Remove", onAction: () => undefined },
      ]}
    />,
  );
  return { user: userEvent.setup(), onEdit, button: screen.getByRole("button", { name: "More" }) };
}

test.each(["{Enter}", " ", "{ArrowDown}", "{ArrowUp}"])(
  "the key %s opens the menu, and Escape returns the focus",
  async (key) => {
    const { user, button } = open();
    expect(button.getAttribute("aria-haspopup")).toBe("menu");
    expect(button.getAttribute("aria-expanded")).toBe("false");
    await user.tab();
    await user.keyboard(key);
    await screen.findByRole("menu", { name: "Acts" });
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
  },
);

test("a click opens the menu, and an entry acts and closes it", async () => {
  const { user, onEdit, button } = open();
  await user.click(button);
  await screen.findByRole("menu", { name: "Acts" });
  expect(button.getAttribute("aria-expanded")).toBe("true");
  await user.click(screen.getByRole("menuitem", { name: "Edit" }));
  expect(onEdit).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  expect(button.getAttribute("aria-expanded")).toBe("false");
});

test("other keys pass through the button", async () => {
  const onKeyDown = vi.fn();
  document.addEventListener("keydown", onKeyDown);
  const { user } = open();
  await user.tab();
  onKeyDown.mockClear();
  await user.keyboard("k");
  document.removeEventListener("keydown", onKeyDown);
  expect(onKeyDown).toHaveBeenCalledOnce();
  expect(screen.queryByRole("menu")).toBeNull();
});
