// Work that runs once at a time for each key: who needs the same meanwhile waits for it, and gets its result or its error. Nothing is kept once it has ended.

export type InFlight<Result> = Map<string, Promise<Result>>;

export function joinOrBegin<Result>(inFlight: InFlight<Result>, key: string, work: () => Promise<Result>): Promise<Result> {
  const running = inFlight.get(key);
  if (running) return running;
  const begun = work().finally(() => inFlight.delete(key));
  inFlight.set(key, begun);
  return begun;
}
