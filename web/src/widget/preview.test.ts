import { expect, test } from "vitest";
import { mountPreview } from "./preview";

const settings = {
  title: "Chat with Harbor Row",
  greeting: "How can we help?",
  color: "#1f5f4a",
  isOnLeft: false,
  isOpen: true,
  theme: "light",
} as const;

test("the preview shows unsaved settings and goes away", () => {
  const host = document.createElement("div");
  const root = host.attachShadow({ mode: "open" });
  document.body.append(host);
  const preview = mountPreview(root, settings);
  const picture = root.querySelector(".preview");
  const chat = root.querySelector<HTMLElement>(".chat");
  expect(picture?.hasAttribute("inert")).toBe(true);
  expect(picture?.textContent).toContain("How can we help?");
  expect(picture?.textContent).toContain("second parking permit");

  preview.update({
    ...settings,
    title: "",
    color: "#f3d38",
    isOnLeft: true,
    isOpen: false,
    theme: "dark",
  });
  expect(root.querySelector("h1")?.textContent).toBe("Chat with us");
  expect(chat?.style.getPropertyValue("--site"), "the last valid color").toBe("#1f5f4a");
  expect(chat?.getAttribute("data-theme")).toBe("dark");
  expect(picture?.classList.contains("preview--left")).toBe(true);
  expect(picture?.textContent).toContain("The office is closed.");
  expect(root.querySelector(".composer input[type=email]")?.closest("[hidden]")).toBeNull();

  preview.unmount();
  expect(root.childElementCount).toBe(0);
  host.remove();
});

test("the preview begins with the greeting, also after a change", () => {
  const root = document.createElement("div").attachShadow({ mode: "open" });
  const preview = mountPreview(root, settings);
  const scroller = root.querySelector(".scroller") as HTMLElement;
  Object.defineProperty(scroller, "scrollHeight", { value: 900 });
  scroller.scrollTop = 300;
  preview.update({ ...settings, greeting: "Ask away." });
  expect(scroller.scrollTop).toBe(0);
});
