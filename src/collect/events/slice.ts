// The parts of collect/events for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { collectEvents } from './collect.ts';
import { erasableEvent } from './erase.ts';
import { createEvent, createEventBatch } from './events.ts';
import { countRefusedCall, unlinkRefused } from './refused-outcomes.ts';
import { eraseSignals, signalsUpkeep } from './signals.ts';

export const slice: Slice = {
  name: 'collect/events',
  handlers: { collectEvents, createEvent, createEventBatch },
  jobs: [signalsUpkeep],
  hooks: {
    refusedCall: countRefusedCall,
    erasure: { kinds: { event: erasableEvent }, person: unlinkRefused, facts: eraseSignals },
  },
};
