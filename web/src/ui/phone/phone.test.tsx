import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { Composer, ExplanationCard } from "./index";

function Writing({ onSend }: { onSend: (text: string) => void }) {
  const [text, setText] = useState("");
  return (
    <Composer
      label="Ask"
      sendLabel="Send"
      value={text}
      maxLength={1600}
      onChange={setText}
      onSend={onSend}
    />
  );
}

it("Enter sends, and Shift and Enter start a new line", async () => {
  const onSend = vi.fn();
  render(<Writing onSend={onSend} />);
  await userEvent.type(screen.getByLabelText("Ask"), "one{Shift>}{Enter}{/Shift}two{Enter}");
  expect(onSend).toHaveBeenCalledExactlyOnceWith("one\ntwo");
});

it("an empty text is not sent", async () => {
  const onSend = vi.fn();
  render(<Writing onSend={onSend} />);
  await userEvent.type(screen.getByLabelText("Ask"), "   {Enter}");
  expect(onSend).not.toHaveBeenCalled();
  expect(screen.getByRole("button", { name: "Send" }).hasAttribute("disabled")).toBe(true);
});

it("the source of an answer comes before its actions", () => {
  render(
    <ExplanationCard
      title="Why this answer"
      sure="91% sure"
      actions={<button type="button">Edit</button>}
    >
      <p>House rules, p. 12</p>
    </ExplanationCard>,
  );
  const card = screen.getByRole("region", { name: "Why this answer" });
  expect(card.textContent).toBe("Why this answer91% sureHouse rules, p. 12Edit");
});
