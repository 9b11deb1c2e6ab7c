// The parts of account/places for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { memberReaches } from './members.ts';

export const slice: Slice = {
  name: 'account/places',
  handlers: {},
  hooks: { reaches: memberReaches },
};
