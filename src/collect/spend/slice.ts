// What app.ts composes of collect/spend: its operations, jobs and hooks. Nobody else imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { demo } from './demo.ts';
import { createSpend, listSpend } from './spend.ts';

export const slice: Slice = {
  name: 'collect/spend',
  handlers: { createSpend, listSpend },
  hooks: {
    demo,
  },
};
