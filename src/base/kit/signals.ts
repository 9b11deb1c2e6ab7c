// In-process notices between slices that must not know one another. A lost notice costs time, never data: every
// listener also searches for work on its own.
import { EventEmitter } from 'node:events';

export type Signal = 'facts' | 'decisions' | 'work';

export interface Signals {
  emit(signal: Signal, profileId: string): void;
  /** Runs work that does not wait; what it emits is heard when it has ended, and never if it throws. */
  hold<T>(work: () => T): T;
  /** Answers a function that stops listening. */
  on(signal: Signal, listener: (profileId: string) => void): () => void;
}

export function createSignals(): Signals {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  let queue: [Signal, string][] | undefined;
  const emit = (signal: Signal, profileId: string): void => {
    if (queue) queue.push([signal, profileId]);
    else emitter.emit(signal, profileId);
  };
  return {
    emit,
    hold: (work) => {
      if (queue) return work();
      const own: [Signal, string][] = [];
      queue = own;
      let result: ReturnType<typeof work>;
      try {
        result = work();
      } finally {
        queue = undefined;
      }
      for (const [signal, profileId] of own) emitter.emit(signal, profileId);
      return result;
    },
    on: (signal, listener) => {
      emitter.on(signal, listener);
      return () => emitter.off(signal, listener);
    },
  };
}
