// What app.ts composes of credit/definitions: its operations, jobs and hooks. Nobody else imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { isCounted, uncountedAmong } from './goal-proposals.ts';

export const slice: Slice = {
  name: 'credit/definitions',
  handlers: {},
  hooks: { goals: { isCounted, uncountedAmong } },
};
