// What others may use of partner: nothing; it answers consumer apps about themselves.
import type { Slice } from '../../base/contract/operation.ts';
import { getPartnerUsage } from './usage.ts';

export const slice: Slice = { name: 'act/partner', handlers: { getPartnerUsage } };
