const blank = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]*$/u;

/** Whether a text shows nothing: it is empty, or has only blanks and invisible characters. */
export function isBlank(text: string): boolean {
  return blank.test(text);
}
