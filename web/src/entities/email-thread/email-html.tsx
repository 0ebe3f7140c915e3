// Shows the HTML of an email as React elements of an allowlist. The server sanitizes HTML before it is
// stored; here only known elements and safe addresses are created, so that nothing else can appear.

import { createElement, Fragment, type ReactNode, useMemo } from "react";
import { showDirectionMarks } from "../../lib/direction-marks";
import { threadLabels } from "./thread-labels";

const shown = new Set([
  "a",
  "abbr",
  "b",
  "br",
  "caption",
  "code",
  "dd",
  "del",
  "div",
  "dl",
  "dt",
  "em",
  "hr",
  "i",
  "ins",
  "kbd",
  "li",
  "mark",
  "ol",
  "p",
  "pre",
  "q",
  "s",
  "small",
  "span",
  "strong",
  "sub",
  "sup",
  "table",
  "tbody",
  "td",
  "th",
  "thead",
  "tr",
  "ul",
]);
const headings = new Set(["h1", "h2", "h3", "h4", "h5", "h6"]);
const empty = new Set(["br", "hr"]);

/** Links to loaded images by position. */
export type LoadedImages = ReadonlyMap<number, string>;

/** Elements that may contain no text of their own. */
const structural = new Set(["table", "tbody", "thead", "tr", "ol", "ul", "dl"]);
const hidden = new Set([
  "script",
  "style",
  "template",
  "noscript",
  "iframe",
  "object",
  "svg",
  "math",
]);
const schemes = new Set(["http:", "https:", "mailto:", "tel:"]);
const maxDepth = 80;

function safeAddress(href: string | null): string | undefined {
  try {
    const url = new URL(href ?? "");
    return schemes.has(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}

function toChildren(node: Node, depth: number, images: LoadedImages): ReactNode[] {
  return [...node.childNodes].map((child, place) => toReact(child, depth + 1, place, images));
}

function toReact(node: Node, depth: number, key: number, images: LoadedImages): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) {
    const isLost = structural.has(node.parentNode?.nodeName.toLowerCase() ?? "");
    const text = node.textContent ?? "";
    return isLost && !text.trim() ? null : showDirectionMarks(text);
  }
  if (!(node instanceof Element) || depth > maxDepth)
    return showDirectionMarks(node.textContent ?? "");
  const tag = node.tagName.toLowerCase();
  if (hidden.has(tag)) return null;
  if (empty.has(tag)) return createElement(tag, { key });
  if (tag === "img") {
    const src = images.get(Number(node.getAttribute("src") ?? Number.NaN));
    return src ? <img key={key} src={src} alt={node.getAttribute("alt") ?? ""} /> : null;
  }
  const children = toChildren(node, depth, images);
  if (tag === "blockquote") return <QuotedText key={key}>{children}</QuotedText>;
  if (headings.has(tag)) return createElement("p", { key, className: "letter__heading" }, children);
  if (tag === "a") {
    const href = safeAddress(node.getAttribute("href"));
    if (!href) return <Fragment key={key}>{children}</Fragment>;
    return (
      <a key={key} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    );
  }
  return shown.has(tag) ? (
    createElement(tag, { key }, children)
  ) : (
    <Fragment key={key}>{children}</Fragment>
  );
}

/** Earlier emails, collapsed. */
export function QuotedText({ children }: { children: ReactNode }) {
  return (
    <details className="letter__quoted">
      <summary className="mail-fold">{threadLabels.quoted}</summary>
      <div className="letter__quote">{children}</div>
    </details>
  );
}

type Props = {
  html: string;
  /** Remote images that were loaded; no others are shown. */
  images?: LoadedImages;
};

const noImages: LoadedImages = new Map();

export function EmailHtml({ html, images = noImages }: Props) {
  // A parsed document runs no scripts and loads nothing.
  const body = useMemo(() => new DOMParser().parseFromString(html, "text/html").body, [html]);
  return <div className="letter__html">{toChildren(body, 0, images)}</div>;
}
