// The parts of credit/definitions for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { isCounted, uncountedAmong } from './goal-proposals.ts';

export const slice: Slice = {
  name: 'credit/definitions',
  handlers: {},
  hooks: { goals: { isCounted, uncountedAmong } },
};
