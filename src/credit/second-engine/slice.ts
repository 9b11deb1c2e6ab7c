// What app.ts composes of credit/second-engine: its operations, jobs and hooks. Nobody else imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { dropJob, erasePersonFromBuilds, purgeBuilds } from './forget.ts';

export const slice: Slice = {
  name: 'credit/second-engine',
  handlers: {},
  jobs: [dropJob],
  hooks: { purge: purgeBuilds, erasure: { person: erasePersonFromBuilds } },
};
