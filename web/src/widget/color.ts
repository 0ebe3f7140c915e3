// The color that a community chose, and the color of text on it.

/** The color of a chat whose color is not complete. */
export const defaultColor = "#1f5f4a";

export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

/** Relative luminance of WCAG 2, 0 to 1. */
function luminance(color: string): number {
  const channel = (start: number) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

/** Returns the contrast of two colors, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Returns white or black, whichever has a contrast of at least 4.5 with the color; white if both have. */
export function textOn(color: string): string {
  return contrast(color, "#ffffff") >= 4.5 ? "#ffffff" : "#000000";
}

/** Sets the color of an element and of the text on it, as the properties that the style sheets use. */
export function applyColor(element: HTMLElement, color: string): void {
  const chosen = isColor(color) ? color : defaultColor;
  element.style.setProperty("--site", chosen);
  element.style.setProperty("--on-site", textOn(chosen));
}
