let leftLocation: string | undefined;

/** The place in the history at which somebody logged out: nobody asked to go back to it. */
export function leftLocationKey(): string | undefined {
  return leftLocation;
}

export function rememberLeftLocation(locationKey: string): void {
  leftLocation = locationKey;
}
