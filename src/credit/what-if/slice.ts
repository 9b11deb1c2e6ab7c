// The parts of credit/what-if for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';

export const slice: Slice = {
  name: 'credit/what-if',
  handlers: {},
};
