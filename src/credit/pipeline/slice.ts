// The parts of credit/pipeline for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { whileFactsChange } from './change-facts.ts';
import { scheduledExports } from './exports/keep-exports.ts';
import { purgeAttribution } from './purge.ts';
import { replayJob } from './replays.ts';

export const slice: Slice = {
  name: 'credit/pipeline',
  handlers: {},
  jobs: [replayJob, scheduledExports],
  hooks: { purge: purgeAttribution, erasure: { whileFactsChange } },
};
