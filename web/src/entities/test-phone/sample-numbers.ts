// Sample phone numbers. 202-555-0100 to 202-555-0199 are reserved for fictional use.

/** Returns the 100 sample numbers in E.164 format, shuffled. */
export function createSampleNumbers(chance: () => number): string[] {
  const phones = Array.from(
    { length: 100 },
    (_, index) => `+120255501${String(index).padStart(2, "0")}`,
  );
  for (let index = phones.length - 1; index > 0; index--) {
    const other = Math.floor(chance() * (index + 1));
    const here = phones[index] as string;
    phones[index] = phones[other] as string;
    phones[other] = here;
  }
  return phones;
}
