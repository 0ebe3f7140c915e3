import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { FileTarget } from "./file-target";

const [one, two] = ["one", "two"].map((name) => new File([name], `${name}.txt`));
const files = [one, two];

function open(props: { multiple?: boolean; disabled?: boolean } = {}) {
  const received: string[][] = [];
  const onFiles = (list: File[]) => received.push(list.map(({ name }) => name));
  render(
    <FileTarget className="target" onFiles={onFiles} {...props}>
      <b>Photos</b>
    </FileTarget>,
  );
  const label = screen.getByText("Photos").closest("label");
  if (!label) throw new Error("There is no label");
  return { received, label };
}

test("only the first of several dropped files is accepted", () => {
  const { label, received } = open();
  fireEvent.drop(label, { dataTransfer: { files } });
  expect(received).toEqual([["one.txt"]]);
});

test("several dropped files are accepted if the target is multiple", () => {
  const { label, received } = open({ multiple: true });
  fireEvent.drop(label, { dataTransfer: { files } });
  fireEvent.drop(label, { dataTransfer: { files: [] } });
  expect(received).toEqual([["one.txt", "two.txt"]]);
});

test("a disabled target accepts no file, and the browser does not open it", () => {
  const { label, received } = open({ disabled: true });
  fireEvent.dragOver(label);
  expect(label.className).toBe("target");
  expect(fireEvent.drop(label, { dataTransfer: { files } })).toBe(false);
  expect(received).toEqual([]);
});

function leave(label: HTMLElement, to: Element) {
  const event = createEvent.dragLeave(label);
  Object.defineProperty(event, "relatedTarget", { value: to });
  fireEvent(label, event);
}

test("the target is highlighted until the files leave, even over its children", () => {
  const { label } = open();
  fireEvent.dragOver(label);
  leave(label, screen.getByText("Photos"));
  expect(label.className).toBe("target is-over");
  leave(label, document.body);
  expect(label.className).toBe("target");
});
