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

test("the first of several dropped files is taken", () => {
  const { label, received } = open();
  fireEvent.drop(label, { dataTransfer: { files } });
  expect(received).toEqual([["one.txt"]]);
});

test("several dropped files are taken if there can be several", () => {
  const { label, received } = open({ multiple: true });
  fireEvent.drop(label, { dataTransfer: { files } });
  fireEvent.drop(label, { dataTransfer: { files: [] } });
  expect(received).toEqual([["one.txt", "two.txt"]]);
});

test("a disabled target takes nothing, and the page is not left for the file", () => {
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

test("the target shows files over it until they leave, also over what is inside of it", () => {
  const { label } = open();
  fireEvent.dragOver(label);
  leave(label, screen.getByText("Photos"));
  expect(label.className).toBe("target is-over");
  leave(label, document.body);
  expect(label.className).toBe("target");
});
