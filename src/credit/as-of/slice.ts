// The parts of credit/as-of for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { whenNotRecalling } from './as-of.ts';

export const slice: Slice = {
  name: 'credit/as-of',
  handlers: {},
  hooks: { purge: (base) => whenNotRecalling(base) },
};
