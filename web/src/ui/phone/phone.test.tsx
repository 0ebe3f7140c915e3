import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { Composer, WhyCard } from "./index";

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

it("sends with Enter and begins a line with Shift and Enter", async () => {
  const onSend = vi.fn();
  render(<Writing onSend={onSend} />);
  await userEvent.type(screen.getByLabelText("Ask"), "one{Shift>}{Enter}{/Shift}two{Enter}");
  expect(onSend).toHaveBeenCalledExactlyOnceWith("one\ntwo");
});

it("does not send nothing", async () => {
  const onSend = vi.fn();
  render(<Writing onSend={onSend} />);
  await userEvent.type(screen.getByLabelText("Ask"), "   {Enter}");
  expect(onSend).not.toHaveBeenCalled();
  expect(screen.getByRole("button", { name: "Send" }).hasAttribute("disabled")).toBe(true);
});

it("lists what an answer rests on", () => {
  render(
    <WhyCard
      title="Why this answer"
      sure="91% sure"
      facts={[{ name: "Source", value: "House rules, p. 12" }]}
    />,
  );
  expect(screen.getByRole("region", { name: "Why this answer" })).toBeTruthy();
  expect(screen.getByRole("term").textContent).toBe("Source");
  expect(screen.getByRole("definition").textContent).toBe("House rules, p. 12");
});
