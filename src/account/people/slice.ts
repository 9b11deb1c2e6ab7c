// What app.ts composes of account/people: its operations, jobs and hooks. Nobody else imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { mailJob } from './mails.ts';

export const slice: Slice = {
  name: 'account/people',
  handlers: {},
  jobs: [mailJob],
};
