// Counts of calls by credentials of servers (API keys and consumer apps), by day. They are counted in this process and written every few seconds, so
// that no request waits for it; a crash loses the count of those seconds and nothing else.
import { type Base, keeperOf, type ReadBase } from '../../base/base.ts';
import { checkDateRange } from '../../base/contract/formats.ts';
import { type Principal, reading } from '../../base/contract/operation.ts';
import { authorizationsOf } from '../apps/index.ts';
import { apiKeysIn } from '../keys/index.ts';

const SAVE_EVERY_MS = 10_000;
const DAY_MS = 86_400_000;
const KEPT_DAYS = 732;
const SHOWN_DAYS = 30;

interface Count {
  requests: number;
  refused: number;
}

/** Calls that are counted and not yet written, by day and credential. */
interface Counting {
  waiting: Map<string, Count>;
  timer: NodeJS.Timeout | undefined;
  /** The day on which old days were last forgotten. */
  cleaned: string;
}

function countingOf(base: Base): Counting {
  const counts = base.memo('account/access/usage countings', () => ({
    waiting: new Map<string, Count>(),
    timer: undefined,
    cleaned: '',
  }));
  return counts;
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Once a call is over, however it ended. */
export function countUse(base: Base, { kind, credentialId }: Principal, status: number): void {
  if (kind !== 'key' && kind !== 'app') return;
  const counting = countingOf(base);
  const name = `${dayOf(base.clock.now())} ${credentialId}`;
  const count = counting.waiting.get(name) ?? { requests: 0, refused: 0 };
  counting.waiting.set(name, count);
  count.requests += 1;
  if (status >= 400) count.refused += 1;
  counting.timer ??= setTimeout(() => saveUse(base), SAVE_EVERY_MS).unref();
}

/** Writes down what was counted; when the service stops, too. */
export function saveUse(base: Base): void {
  const counting = countingOf(base);
  clearTimeout(counting.timer);
  counting.timer = undefined;
  if (counting.waiting.size === 0 || !base.state.db.open) return;
  try {
    base.state.tx(() => writeDown(base, counting));
    counting.waiting.clear();
  } catch (error) {
    // A full disk, say: what was counted is kept for the next time.
    base.log.warn({ err: error }, 'the use of API keys could not be written down; it is tried again with the next requests');
  }
}

function writeDown(base: Base, counting: Counting): void {
  for (const [name, count] of counting.waiting) {
    const [usage_day = '', credential = ''] = name.split(' ');
    base.state.statement('account/access/credential_usage_add').run({ usage_day, credential, ...count });
  }
  const now = base.clock.now();
  if (counting.cleaned === dayOf(now)) return;
  base.state.statement('account/access/credential_usage_forget').run({ before: dayOf(now - KEPT_DAYS * DAY_MS) });
  counting.cleaned = dayOf(now);
}

export interface DayOfUse extends Count {
  credential: string;
  day: string;
}

/** Days on which these credentials called, newest first; the running day up to this moment. */
export function usageOf(base: ReadBase, credentials: string[], range: { from: string; to: string }): DayOfUse[] {
  saveUse(keeperOf(base));
  return base.state
    .statement('account/access/credential_usage_list')
    .all({ credentials: JSON.stringify(credentials), first_day: range.from, last_day: range.to })
    .map((row) => ({
      credential: row.credential,
      day: row.usage_day,
      requests: row.requests,
      refused: row.refused,
    }));
}

/** The last 30 days, today included, unless the call says otherwise. */
export function usageRange(base: ReadBase, params: { date_from?: string; date_to?: string }): { from: string; to: string } {
  const to = params.date_to ?? dayOf(base.clock.now());
  const from = params.date_from ?? dayOf(Date.parse(to) - (SHOWN_DAYS - 1) * DAY_MS);
  checkDateRange(from, to);
  return { from, to };
}

/** Ids of all keys that an app answers for, also on what is archived. */
export const keysOfApp = (base: ReadBase, appId: string): string[] =>
  base.state
    .statement('account/keys/api_keys_of_app')
    .all({ app_id: appId })
    .map((row) => row.api_key_id);

export const getApiUsage = reading('getApiUsage', ({ principal, workspaceId, params }, base) => {
  const range = usageRange(base, params);
  const authorizations = principal.kind === 'app' ? authorizationsOf(base, principal.appId ?? '', workspaceId) : undefined;
  const keys = apiKeysIn(base, workspaceId, authorizations ? { appId: principal.appId ?? '' } : {}).filter(
    ({ profileId }) => authorizations?.some((each) => each.profileId === profileId) ?? true,
  );
  const byCredential = new Map(keys.map((key) => [`key:${key.apiKeyId}`, key]));
  const days = usageOf(base, [...byCredential.keys()], range);
  return {
    data: days.flatMap(({ credential, day, requests, refused }) => {
      const key = byCredential.get(credential);
      return key ? [{ api_key_id: key.apiKeyId, name: key.name, profile_id: key.profileId, day, requests, refused }] : [];
    }),
    meta: { workspace_id: workspaceId, date_from: range.from, date_to: range.to },
  };
});
