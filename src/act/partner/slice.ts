// The parts of act/partner for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { getPartnerUsage } from './usage.ts';
import { getWhatsappWelcome, listWhatsappAds } from './whatsapp.ts';

export const slice: Slice = { name: 'act/partner', handlers: { getPartnerUsage, getWhatsappWelcome, listWhatsappAds } };
