// What app.ts composes of account/places: its operations, jobs and hooks. Nobody else imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';

export const slice: Slice = {
  name: 'account/places',
  handlers: {},
};
