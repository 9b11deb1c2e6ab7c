// Every ad platform that this installation can keep lists of customers at.
import type { Logger } from 'pino';
import type { Config } from '../../base/config/config.ts';
import type { Clock } from '../../base/kit/clock.ts';
import { DATA_MANAGER, dataManagerClient } from '../conversions/google.ts';
import { RequestBudget } from '../http/budget.ts';
import { MetaApi } from '../meta/api.ts';
import { Secret } from '../secret.ts';
import type { AudienceKind } from './audience.ts';
import { googleAudiences } from './google.ts';
import { metaAudiences } from './meta.ts';

export interface AudienceOptions {
  clock: Clock;
  log?: Logger;
  timeoutMs?: number;
}

const META_API = 'https://graph.facebook.com';
const TIMEOUT_MS = 60_000;
const REQUESTS_PER_MINUTE = 120;

/** Platforms whose app is not registered are absent. */
export function createAudiences(
  { meta, google_ads: google }: Config['providers'],
  { clock, log, timeoutMs = TIMEOUT_MS }: AudienceOptions,
): ReadonlyMap<AudienceKind['id'], AudienceKind> {
  const common = () => ({
    timeoutMs,
    budget: new RequestBudget({ clock, perMinute: REQUESTS_PER_MINUTE }),
    ...(log ? { log } : {}),
  });
  const kinds: AudienceKind[] = [];
  if (meta.clientSecret !== undefined) {
    const baseUrl = `${meta.url ?? META_API}/${meta.apiVersion}`;
    kinds.push(metaAudiences(new MetaApi(new Secret(meta.clientSecret), { ...common(), baseUrl })));
  }
  if (google.clientSecret !== undefined)
    kinds.push(googleAudiences(dataManagerClient({ ...common(), baseUrl: google.url ?? DATA_MANAGER })));
  return new Map(kinds.map((kind) => [kind.id, kind]));
}
