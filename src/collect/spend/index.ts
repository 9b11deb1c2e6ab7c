// What others may use of spend: taking days in, for those who read files or fetch reports.
import type { Slice } from '../../base/contract/operation.ts';
import { demo } from './demo.ts';
import { createSpend, listSpend } from './spend.ts';

export { acceptSpend } from './accept-spend.ts';
export { backfillSpend } from './backfill.ts';

export const slice: Slice = {
  name: 'collect/spend',
  handlers: { createSpend, listSpend },
  hooks: {
    demo,
  },
};
