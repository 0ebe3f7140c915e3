/** MIME types of photos. */
export const photoTypes: readonly string[] = ["image/png", "image/jpeg", "image/webp"];
/** Maximum size of a photo in a request, in bytes. */
export const maxPhotoBytes = 6_000_000;

export function isPhotoType({ type }: File): boolean {
  return photoTypes.includes(type);
}
