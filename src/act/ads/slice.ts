// What app.ts composes of act/ads: its operations, jobs and hooks. Nobody else imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { listAds } from './ads.ts';

export const slice: Slice = { name: 'act/ads', handlers: { listAds } };
