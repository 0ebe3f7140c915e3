const placeholder = /^\(\d* ?(photo|attachment)s?\)$/;

/** Returns the resident's text; empty if it only stands for photos, such as "(2 photos)". */
export function withoutPlaceholder(body: string): string {
  return placeholder.test(body.trim()) ? "" : body;
}
