// Whether the service answers at all. One bar says so for the whole page, and blocks keep what they show.

type Listener = (isAway: boolean) => void;

const listeners = new Set<Listener>();
let isAway = false;

export function setAway(value: boolean): void {
  if (value === isAway) return;
  isAway = value;
  for (const listener of listeners) listener(value);
}

/** @returns what ends it */
export function followAway(listener: Listener): () => void {
  listeners.add(listener);
  listener(isAway);
  return () => void listeners.delete(listener);
}
