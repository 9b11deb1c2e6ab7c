// The parts of account/keys for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { keyReaches, refuseKeys } from './arriving-keys.ts';

export const slice: Slice = {
  name: 'account/keys',
  handlers: {},
  hooks: { reaches: keyReaches, refuseArrival: refuseKeys },
};
