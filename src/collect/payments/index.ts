// What others may use of payments: so far its operations alone.
import type { Slice } from '../../base/contract/operation.ts';
import { listPayments } from './payments.ts';

export const slice: Slice = { name: 'collect/payments', handlers: { listPayments } };
