// The parts of collect/commerce for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { erasePaidOrders, erasePersonsOrders, forgetJob } from './forget.ts';
import { listCommerceOrders } from './orders.ts';
import { listCommerceProducts } from './products.ts';

export const slice: Slice = {
  name: 'collect/commerce',
  handlers: { listCommerceOrders, listCommerceProducts },
  jobs: [forgetJob],
  hooks: { erasure: { person: erasePersonsOrders, facts: erasePaidOrders } },
};
