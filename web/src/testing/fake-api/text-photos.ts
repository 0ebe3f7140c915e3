// Photos of texts in the fake API.

import type { Db } from "./db";

/** Returns how many photos staff can send with a text. */
export function maxTextPhotos({ canTextPhotos }: Db): number {
  return canTextPhotos ? 3 : 0;
}

/** Returns a text, or a placeholder for photos without words. */
export function textOrPlaceholder(text: string, photos: readonly string[]): string {
  if (text.trim() || photos.length === 0) return text.trim();
  return photos.length === 1 ? "(photo)" : `(${photos.length} photos)`;
}
