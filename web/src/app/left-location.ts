let leftLocation: string | undefined;

/** Key of the history entry at which the user logged out. The login does not return to it. */
export function leftLocationKey(): string | undefined {
  return leftLocation;
}

export function rememberLeftLocation(locationKey: string): void {
  leftLocation = locationKey;
}
