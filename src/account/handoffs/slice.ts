// The parts of account/handoffs for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { expiryJob } from './handoffs.ts';
import { getHandoff } from './state.ts';

export const slice: Slice = {
  name: 'account/handoffs',
  handlers: { getHandoff },
  jobs: [expiryJob],
  hooks: {},
};
