// Crop of a picture; the width is four times the height.

export const aspectRatio = 4;

/** Zoom is from 1 (largest crop) to 4. `x` and `y` are from 0 to 1 within the remaining space. */
export type Crop = { zoom: number; x: number; y: number };

export const fullCrop: Crop = { zoom: 1, x: 0.5, y: 0.5 };

type Size = { width: number; height: number };

/** Converts a crop to pixels of the picture. */
export function toPixels(picture: Size, { zoom, x, y }: Crop) {
  const width = Math.min(picture.width, picture.height * aspectRatio) / zoom;
  const height = width / aspectRatio;
  return { left: (picture.width - width) * x, top: (picture.height - height) * y, width, height };
}

const clamp = (share: number) => Math.min(1, Math.max(0, share));

/** Moves the crop after a drag, given as shares of the frame. */
export function dragCrop(picture: Size, crop: Crop, byX: number, byY: number): Crop {
  const { width, height } = toPixels(picture, crop);
  const free = { x: picture.width - width, y: picture.height - height };
  return {
    ...crop,
    x: free.x > 0 ? clamp(crop.x - (byX * width) / free.x) : crop.x,
    y: free.y > 0 ? clamp(crop.y - (byY * height) / free.y) : crop.y,
  };
}
