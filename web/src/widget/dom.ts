// Creates elements. Styles are set by classes only: the page's policy allows no others.

type Attributes = Readonly<Record<string, string>>;

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  created.append(...children);
  return created;
}

const svg = "http://www.w3.org/2000/svg";

const paths = {
  chat: "M4 5.5h16v11H11l-4.5 3.5v-3.5H4z",
  close: "M6 6l12 12M18 6L6 18",
  send: "M12 19V5M6 11l6-6 6 6",
  camera: "M4 8h3.5L9 5.5h6L16.5 8H20v11H4zM12 10a3.2 3.2 0 1 0 .01 0",
};

export function icon(name: keyof typeof paths): SVGElement {
  const image = document.createElementNS(svg, "svg");
  image.setAttribute("viewBox", "0 0 24 24");
  image.setAttribute("aria-hidden", "true");
  image.setAttribute("class", "icon");
  const path = document.createElementNS(svg, "path");
  path.setAttribute("d", paths[name]);
  image.append(path);
  return image;
}

/** Sets the text only if it differs, so that it is not announced again. */
export function setText(target: Node, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** Sets the children of an element in this order, and moves only those that are out of place. */
export function setChildren(parent: Element, children: readonly Element[]): void {
  for (const child of [...parent.children]) if (!children.includes(child)) child.remove();
  children.forEach((child, at) => {
    if (parent.children[at] !== child) parent.insertBefore(child, parent.children[at] ?? null);
  });
}
