const placeholder = /^\(\d* ?(photo|attachment)s?\)$/;

/** Returns the resident's words: none for a text that stands for photos alone, such as "(2 photos)". */
export function withoutPlaceholder(body: string): string {
  return placeholder.test(body.trim()) ? "" : body;
}
