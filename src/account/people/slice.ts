// The parts of account/people for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { mailJob } from './mails.ts';
import {
  confirmMySecondFactor,
  createMySecondFactor,
  deleteMySecondFactor,
  getMySecondFactor,
  renewMyRecoveryCodes,
} from './second-factor/operations.ts';

export const slice: Slice = {
  name: 'account/people',
  handlers: {
    confirmMySecondFactor,
    createMySecondFactor,
    deleteMySecondFactor,
    getMySecondFactor,
    renewMyRecoveryCodes,
  },
  jobs: [mailJob],
};
