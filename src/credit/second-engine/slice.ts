// The parts of credit/second-engine for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { buildSchedule } from './engines.ts';
import { dropJob, erasePersonFromBuilds, purgeBuilds } from './forget.ts';

export const slice: Slice = {
  name: 'credit/second-engine',
  handlers: {},
  jobs: [dropJob, buildSchedule],
  hooks: { purge: purgeBuilds, erasure: { person: erasePersonFromBuilds } },
};
