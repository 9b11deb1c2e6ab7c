// The parts of collect/spend for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { demo } from './demo.ts';
import { createSpend, listSpend } from './spend.ts';

export const slice: Slice = {
  name: 'collect/spend',
  handlers: { createSpend, listSpend },
  hooks: {
    demo,
  },
};
