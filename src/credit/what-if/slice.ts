// What app.ts composes of credit/what-if: its operations, jobs and hooks. Nobody else imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';

export const slice: Slice = {
  name: 'credit/what-if',
  handlers: {},
};
