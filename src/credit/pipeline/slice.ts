// What app.ts composes of credit/pipeline: its operations, jobs and hooks. Nobody else imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { whileFactsChange } from './change-facts.ts';
import { purgeAttribution } from './purge.ts';
import { replayJob } from './replays.ts';

export const slice: Slice = {
  name: 'credit/pipeline',
  handlers: {},
  jobs: [replayJob],
  hooks: { purge: purgeAttribution, erasure: { whileFactsChange } },
};
