// Photos that the visitor chooses: made smaller, so that a phone sends them quickly.
import { labels } from "./labels";

export const photoTypes: readonly string[] = ["image/png", "image/jpeg", "image/webp"];
const maxBytes = 8_000_000;
/** Maximum width and height in px, which the server keeps. */
const maxPixels = 2_000;
/** A photo of fewer bytes is sent as it is. Three of them and their encoding are within the limit of a request. */
const smallBytes = 1_500_000;

/** Returns the data: URL of a photo, or why it cannot be sent. */
export async function readPhoto(file: File): Promise<{ url: string } | { problem: string }> {
  if (!photoTypes.includes(file.type)) return { problem: labels.notAPhoto };
  if (file.size > maxBytes) return { problem: labels.photoTooLarge };
  try {
    return { url: file.size <= smallBytes ? await toDataUrl(file) : await shrink(file) };
  } catch {
    return { problem: labels.notAPhoto };
  }
}

function toDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

async function shrink(file: File): Promise<string> {
  const image = new Image();
  image.src = await toDataUrl(file);
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  const scale = Math.min(1, maxPixels / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("No canvas");
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/jpeg", 0.8);
}
