// A consumer app's calls by day: its own, and those of the keys that it minted.
import { keysOfApp, usageOf, usageRange } from '../../account/access/index.ts';
import { reading } from '../../base/contract/operation.ts';

interface Day {
  requests: number;
  refused: number;
  key_requests: number;
  key_refused: number;
}

export const getPartnerUsage = reading('getPartnerUsage', ({ principal, params }, base) => {
  const range = usageRange(base, params);
  const keys = keysOfApp(base, principal.appId as string).map((apiKeyId) => `key:${apiKeyId}`);
  const days = new Map<string, Day>();
  for (const { credential, day, requests, refused } of usageOf(base, [principal.credentialId, ...keys], range)) {
    const sum = days.get(day) ?? { requests: 0, refused: 0, key_requests: 0, key_refused: 0 };
    days.set(day, sum);
    const isOwn = credential === principal.credentialId;
    sum[isOwn ? 'requests' : 'key_requests'] += requests;
    sum[isOwn ? 'refused' : 'key_refused'] += refused;
  }
  return {
    data: [...days].map(([day, sum]) => ({ day, ...sum })),
    meta: {
      app_id: principal.appId as string,
      rate_limit_per_minute: principal.ratePerMinute,
      date_from: range.from,
      date_to: range.to,
    },
  };
});
