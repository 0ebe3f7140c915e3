const blank = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]*$/u;

/** Whether a text is empty or consists only of blanks and invisible characters. */
export function isBlank(text: string): boolean {
  return blank.test(text);
}
