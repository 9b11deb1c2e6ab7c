// What app.ts composes of act/partner: its operations, jobs and hooks. Nobody else imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { getPartnerUsage } from './usage.ts';
import { getWhatsappWelcome, listWhatsappAds } from './whatsapp.ts';

export const slice: Slice = { name: 'act/partner', handlers: { getPartnerUsage, getWhatsappWelcome, listWhatsappAds } };
