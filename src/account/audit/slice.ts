// The parts of account/audit for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { getPiiAccessLog } from './pii-reads.ts';

export const slice: Slice = {
  name: 'account/audit',
  handlers: { getPiiAccessLog },
};
