// In-process notices between slices that must not know one another. A lost notice costs time, never data: every
// listener also looks for work by itself.
import { EventEmitter } from 'node:events';

export type Signal = 'facts' | 'decisions' | 'jobs' | 'mails';

export interface Signals {
  emit(signal: Signal, profileId: string): void;
  /** Answers a function that stops listening. */
  on(signal: Signal, listener: (profileId: string) => void): () => void;
}

export function createSignals(): Signals {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  return {
    emit: (signal, profileId) => {
      emitter.emit(signal, profileId);
    },
    on: (signal, listener) => {
      emitter.on(signal, listener);
      return () => emitter.off(signal, listener);
    },
  };
}
