// Crop of a picture; the width is four times the height.

export const shape = 4;

/** Zoom is from 1 (largest crop) to 4. `x` and `y` are from 0 to 1 within the remaining space. */
export type Crop = { zoom: number; x: number; y: number };

export const fullCrop: Crop = { zoom: 1, x: 0.5, y: 0.5 };

type Size = { width: number; height: number };

/** Converts a crop to pixels of the picture. */
export function toPixels({ width, height }: Size, { zoom, x, y }: Crop) {
  const wide = Math.min(width, height * shape) / zoom;
  const high = wide / shape;
  return { left: (width - wide) * x, top: (height - high) * y, wide, high };
}

const clamp = (share: number) => Math.min(1, Math.max(0, share));

/** Moves the crop after a drag, given as shares of the frame. */
export function dragCrop(size: Size, crop: Crop, byX: number, byY: number): Crop {
  const { wide, high } = toPixels(size, crop);
  const room = { x: size.width - wide, y: size.height - high };
  return {
    ...crop,
    x: room.x > 0 ? clamp(crop.x - (byX * wide) / room.x) : crop.x,
    y: room.y > 0 ? clamp(crop.y - (byY * high) / room.y) : crop.y,
  };
}
