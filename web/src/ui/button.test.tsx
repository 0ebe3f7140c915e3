import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Button } from "./button";

test("a disabled button has its reason as a description, and stays the same when enabled", () => {
  const { rerender } = render(<Button reason="Choose a file first">Upload</Button>);
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Upload" });
  expect(button.disabled).toBe(true);
  expect(button.title).toBe("Choose a file first");
  const id = button.getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(id)?.textContent).toBe("Choose a file first");
  rerender(<Button>Upload</Button>);
  expect(screen.getByRole("button", { name: "Upload" })).toBe(button);
  expect(button.disabled).toBe(false);
  expect(button.title).toBe("");
});
