// Segments of texts, as far as a page needs them to be right.

const gsm =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà^{}\\[~]|€";

export function costlyCharacters(text: string): string[] {
  return [...new Set(text)].filter((character) => !gsm.includes(character));
}

export function segmentsOf(text: string): number {
  const costly = costlyCharacters(text).length > 0;
  const [one, many] = costly ? [70, 67] : [160, 153];
  return text.length <= one ? 1 : Math.ceil(text.length / many);
}
