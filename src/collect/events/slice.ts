// The parts of collect/events for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { collectEvents } from './collect.ts';
import { erasableEvent } from './erase.ts';
import { createEvent, createEventBatch } from './events.ts';
import { countRefusedCall, unlinkRefused } from './refused-outcomes.ts';
import { countRefusedPosts } from './sender-counts.ts';
import { listSenders } from './senders.ts';
import { eraseSignals, signalsUpkeep } from './signals.ts';

export const slice: Slice = {
  name: 'collect/events',
  handlers: { collectEvents, createEvent, createEventBatch, listSenders },
  jobs: [signalsUpkeep],
  hooks: {
    refusedCall: (base, call) => {
      countRefusedCall(base, call);
      countRefusedPosts(base, call);
    },
    erasure: { kinds: { event: erasableEvent }, person: unlinkRefused, facts: eraseSignals },
  },
};
