// Photos that are not sent yet, by the key of their draft. They are too large for the storage of the
// browser, so they are lost with the tab, and when the session ends.

import { useSyncExternalStore } from "react";
import { onSession } from "../../api/session-token";

/** A photo to send, as a data: URL. */
export type PickedPhoto = { id: number; name: string; url: string };

type Photos = readonly PickedPhoto[];

/** Maximum number of messages whose photos are kept in case they are undone. */
const maxSent = 5;
const none: Photos = [];
const kept = new Map<string, Photos>();
const sent = new Map<string, Photos>();
const listeners = new Set<() => void>();

function notify() {
  for (const listener of [...listeners]) listener();
}

onSession(() => {
  kept.clear();
  sent.clear();
  notify();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function readPhotos(key: string): Photos {
  return kept.get(key) ?? none;
}

export function keepPhotos(key: string, photos: Photos): void {
  if (photos.length > 0) kept.set(key, photos);
  else kept.delete(key);
  notify();
}

export function useKeptPhotos(key: string): Photos {
  return useSyncExternalStore(subscribe, () => readPhotos(key));
}

/** Keeps the photos of a sent message in case it is undone. */
export function keepSentPhotos(messageId: string, photos: Photos): void {
  if (photos.length === 0) return;
  sent.set(messageId, photos);
  const [oldest] = sent.keys();
  if (sent.size > maxSent && oldest !== undefined) sent.delete(oldest);
}

/** Attaches the photos of an undone message again, before those that were attached since. */
export function restoreSentPhotos(messageId: string, key: string): void {
  keepPhotos(key, [...(sent.get(messageId) ?? none), ...readPhotos(key)]);
  sent.delete(messageId);
}
