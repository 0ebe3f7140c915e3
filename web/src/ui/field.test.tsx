import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { SearchField } from "./field";

/** Opens a field whose page applies typed changes only on request, one at a time. */
function open() {
  const waiting: string[] = [];
  let take: (text: string) => void = () => undefined;
  function Page() {
    const [words, setWords] = useState("");
    take = setWords;
    return <SearchField label="Find" value={words} onChange={(text) => waiting.push(text)} />;
  }
  render(<Page />);
  const next = () => act(() => take(waiting.shift() ?? ""));
  return { field: screen.getByLabelText<HTMLInputElement>("Find"), waiting, next, take };
}

test("no letter is lost while the page renders late", async () => {
  const { field, waiting, next } = open();
  await userEvent.type(field, "su");
  next();
  await userEvent.type(field, "n");
  expect(field.value).toBe("sun");
  while (waiting.length > 0) next();
  expect(field.value).toBe("sun");
});

test("clearing the value clears the field", async () => {
  const { field, waiting, next, take } = open();
  await userEvent.type(field, "sun");
  while (waiting.length > 0) next();
  act(() => take(""));
  expect(field.value).toBe("");
});
