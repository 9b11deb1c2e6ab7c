// The parts of account/sso for slices.ts: its operations. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { deleteSingleSignOnEnforcement, putSingleSignOnEnforcement } from './enforcement.ts';
import { deleteSingleSignOn, getSingleSignOn, putSingleSignOn } from './settings.ts';

export const slice: Slice = {
  name: 'account/sso',
  handlers: {
    deleteSingleSignOn,
    deleteSingleSignOnEnforcement,
    getSingleSignOn,
    putSingleSignOn,
    putSingleSignOnEnforcement,
  },
};
