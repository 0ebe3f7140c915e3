import type { Db } from "./fake-api/db";

/** Holds back the calls of a method of the fake API until `release` or `fail` is called. */
export function holdMethod(db: Db, method: string) {
  let release: () => void = () => {};
  let fail: (error: Error) => void = () => {};
  const held = new Promise<void>((resolve, reject) => {
    release = resolve;
    fail = reject;
  });
  db.heldMethods.set(method, held);
  return { release, fail };
}
