// Geometry of line charts.

export type Point = { x: number; y: number };
export type Box = { left: number; right: number; top: number; bottom: number };

/** Returns a round maximum for the axis, divisible into four whole steps. */
export function niceMax(values: readonly number[]): number {
  const max = Math.max(4, ...values);
  const power = 10 ** Math.floor(Math.log10(max));
  const steps = [1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8, 10].map((step) => step * power);
  const fits = (step: number) => step >= max && Number.isInteger(step / 4);
  return steps.find(fits) ?? Math.ceil(max / 4) * 4;
}

/** Returns the points of values from the left edge to the right one. */
export function toPoints(values: readonly number[], max: number, box: Box): Point[] {
  const step = (box.right - box.left) / Math.max(values.length - 1, 1);
  const height = box.bottom - box.top;
  return values.map((value, place) => ({
    x: Math.round((box.left + place * step) * 10) / 10,
    y: Math.round((box.bottom - (value / max) * height) * 10) / 10,
  }));
}

export function toLine(points: readonly Point[]): string {
  return points.map(({ x, y }, place) => `${place === 0 ? "M" : "L"}${x} ${y}`).join(" ");
}

export function toArea(points: readonly Point[], box: Box): string {
  const [first, last] = [points[0], points.at(-1)];
  return first && last
    ? `${toLine(points)} L${last.x} ${box.bottom} L${first.x} ${box.bottom}Z`
    : "";
}
