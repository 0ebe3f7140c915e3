import { act, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Toaster, toast } from "./toast";

afterEach(() => vi.useRealTimers());

/** Renders the toaster with fake timers. */
async function open() {
  render(<Toaster />);
  // The first toast loads the toaster.
  act(() => toast.info("Here they appear."));
  await screen.findByText("Here they appear.");
  act(() => screen.getByRole("button", { name: "Dismiss notice" }).click());
  await waitFor(() => expect(screen.queryByText("Here they appear.")).toBeNull());
  vi.useFakeTimers();
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function show(tell: () => void) {
  act(tell);
  await pass(1);
}

/** A promise that the test settles. */
function begin<T>() {
  let finish: (value: T) => void = () => undefined;
  let fail: (cause: Error) => void = () => undefined;
  const done = new Promise<T>((take, refuse) => {
    finish = take;
    fail = refuse;
  });
  return { done, finish, fail };
}

function stateOf(words: string): "there" | "leaving" | "gone" {
  const card = screen.queryByText(words)?.closest<HTMLElement>("[data-sonner-toast]");
  if (!card) return "gone";
  return card.dataset.removed === "true" ? "leaving" : "there";
}

async function leavesAfterThreeSeconds(words: string) {
  expect(stateOf(words)).toBe("there");
  await pass(2990);
  expect(stateOf(words)).toBe("there");
  // Sonner closes a toast in the second frame from now.
  await pass(40);
  expect(stateOf(words)).toBe("leaving");
  await pass(200);
  expect(stateOf(words)).toBe("gone");
}

test.each(["success", "error", "warning", "info"] as const)(
  "a toast of the type %s closes after three seconds",
  async (kind) => {
    await open();
    await show(() => toast[kind]({ title: "The lamp is on.", text: "It was off." }));
    expect(screen.getByText("It was off.")).toBeTruthy();
    // Only errors interrupt a screen reader.
    expect(screen.queryByRole("alert") !== null).toBe(kind === "error");
    await leavesAfterThreeSeconds("The lamp is on.");
  },
);

test("a toast stays while the pointer is on it, and for the rest of its time", async () => {
  await open();
  await show(() => toast.error("The lift is stuck."));
  await pass(2000);
  const card = screen.getByText("The lift is stuck.");
  act(() => void card.dispatchEvent(new PointerEvent("pointerover", { bubbles: true })));
  await pass(60_000);
  expect(stateOf("The lift is stuck.")).toBe("there");
  act(() => void document.body.dispatchEvent(new PointerEvent("pointerover", { bubbles: true })));
  await pass(900);
  expect(stateOf("The lift is stuck.")).toBe("there");
  await pass(150);
  expect(stateOf("The lift is stuck.")).toBe("leaving");
});

test("a toast stays while it has the focus", async () => {
  await open();
  await show(() => toast.error("The lift is stuck."));
  const button = screen.getByRole("button", { name: "Dismiss notice" });
  act(() => button.focus());
  await pass(60_000);
  expect(stateOf("The lift is stuck.")).toBe("there");
  act(() => button.blur());
  await pass(3050);
  expect(stateOf("The lift is stuck.")).toBe("leaving");
});

test("a toast about work in progress stays until the work is done, and three more seconds", async () => {
  await open();
  const work = begin<number>();
  const messages = { loading: "Counting …", error: "No." };
  await show(() => {
    void toast.promise(work.done, { ...messages, success: (count) => `${count} are there.` });
  });
  await pass(3_600_000);
  expect(stateOf("Counting …")).toBe("there");
  work.finish(19);
  await pass(1);
  expect(stateOf("Counting …")).toBe("gone");
  await leavesAfterThreeSeconds("19 are there.");
});

test("a failed task's toast shows the reason", async () => {
  await open();
  const work = begin<never>();
  await show(() => {
    const error = (cause: unknown) => ({ title: "Not counted.", text: String(cause) });
    void toast.promise(work.done, { loading: "Counting …", success: "Done.", error });
  });
  await pass(10_000);
  work.fail(new Error("The lift is stuck."));
  await pass(1);
  expect(screen.getByRole("alert").textContent).toContain("The lift is stuck.");
  expect(stateOf("Counting …")).toBe("gone");
  await leavesAfterThreeSeconds("Not counted.");
});

test("a toast is closed with its button", async () => {
  await open();
  await show(() => toast.warning("Mind the step."));
  await pass(500);
  act(() => screen.getByRole("button", { name: "Dismiss notice" }).click());
  // Toasts are rendered in the second frame from now.
  await pass(40);
  expect(stateOf("Mind the step.")).toBe("leaving");
  await pass(200);
  expect(stateOf("Mind the step.")).toBe("gone");
});

test("a toast replaces the one with the same id, even one that offers undo", async () => {
  await open();
  await show(() => toast.undo({ id: "draft", title: "It is in the draft.", onUndo: vi.fn() }));
  screen.getByRole("button", { name: /^Undo/ });
  await show(() => toast.success({ id: "draft", title: "It is published." }));
  await pass(1000);
  screen.getByText("It is published.");
  expect(screen.queryByText("It is in the draft.")).toBeNull();
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
  await pass(2040);
  await pass(200);
  expect(screen.queryByText("It is published.")).toBeNull();
});
