// The parts of account/people for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { mailJob } from './mails.ts';
import {
  createMyPasskey,
  createMyPasskeyOptions,
  deleteMyPasskey,
  listMyPasskeys,
  updateMyPasskey,
} from './passkeys/operations.ts';
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
    createMyPasskey,
    createMyPasskeyOptions,
    createMySecondFactor,
    deleteMyPasskey,
    deleteMySecondFactor,
    getMySecondFactor,
    listMyPasskeys,
    renewMyRecoveryCodes,
    updateMyPasskey,
  },
  jobs: [mailJob],
};
