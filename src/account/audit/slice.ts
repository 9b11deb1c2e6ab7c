// What app.ts composes of account/audit: its operations, jobs and hooks. Nobody else imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { getPiiAccessLog } from './pii-reads.ts';

export const slice: Slice = {
  name: 'account/audit',
  handlers: { getPiiAccessLog },
};
