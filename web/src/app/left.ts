let left: string | undefined;

/** The place in the history at which somebody logged out: nobody asked to go back to it. */
export function leftFrom(): string | undefined {
  return left;
}

export function leaveFrom(locationKey: string): void {
  left = locationKey;
}
