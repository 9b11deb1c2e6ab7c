// The log of an ad account in the fake of Meta: what its API, people and rules change, in Meta's old words, amounts in its smallest unit.
import type { MetaRow } from '../meta-objects.ts';

export type MetaActivity = Record<string, unknown> & { event_time: string };
export interface MetaAccountLog {
  account: MetaRow;
  campaigns: MetaRow[];
  adsets: MetaRow[];
  ads: MetaRow[];
  /** The latest first. */
  activities?: MetaActivity[];
}

export interface MetaActor {
  actor_id: string;
  actor_name: string;
  application_id: string;
  application_name: string;
  /** Of an automated rule. */
  rule?: string;
}

export const OUR_APP: MetaActor = {
  actor_id: '7',
  actor_name: 'Shop owner',
  application_id: 'meta-app',
  application_name: 'Tributary',
};
export const DANA: MetaActor = {
  actor_id: '8',
  actor_name: 'Dana Díaz',
  application_id: '119211728144504',
  application_name: 'Ads Manager',
};

type Kind = 'ads' | 'adsets' | 'campaigns';
const WORDS = {
  ads: { object_type: 'ADGROUP', event: 'ad', said: 'Ad' },
  adsets: { object_type: 'CAMPAIGN', event: 'ad_set', said: 'Ad set' },
  campaigns: { object_type: 'CAMPAIGN_GROUP', event: 'campaign', said: 'Campaign' },
} as const;

const textOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}+0000`;

interface Entry {
  kind: Kind;
  row: MetaRow;
  /** Below `update_<object>_`, or all of it. */
  event: string;
  data: Record<string, unknown>;
  at: number;
  by: MetaActor;
}

export function logActivity(log: MetaAccountLog, { kind, row, event, data, at, by }: Entry): void {
  const { rule, ...actor } = by;
  const { object_type, event: object, said } = WORDS[kind];
  log.activities ??= [];
  log.activities.unshift({
    event_time: textOf(at),
    event_type: event.includes('ad_creative') ? event : `update_${object}_${event}`,
    translated_event_type: `${said} ${event.replaceAll('_', ' ')} updated`,
    object_type,
    object_id: row.id,
    object_name: row['name'],
    ...actor,
    extra_data: JSON.stringify({ ...data, ...(rule ? { rule_info: { rule_name: rule, rule_latest_name: rule } } : {}) }),
  });
}

const STATUS = { ACTIVE: ['Active', 1], PAUSED: ['Inactive', 2] } as const;

/** Two entries, to a state in between and from it, and one for when a review ends, as Meta has them. */
export function logStatus(
  log: MetaAccountLog,
  entry: Omit<Entry, 'event' | 'data'>,
  [from, to]: readonly [string, string],
): void {
  const [before, after] = [STATUS[from === 'PAUSED' ? 'PAUSED' : 'ACTIVE'], STATUS[to === 'PAUSED' ? 'PAUSED' : 'ACTIVE']];
  const pair = (old_value: string, new_value: string) => ({ old_value, new_value, type: 'run_status' });
  logActivity(log, { ...entry, event: 'run_status', data: pair(before[0], 'Pending process') });
  if (entry.kind === 'ads')
    logActivity(log, {
      ...entry,
      event: 'run_status_to_be_set_after_review',
      data: { old_value: before[0], new_value: after[0] },
    });
  logActivity(log, { ...entry, event: 'run_status', data: pair('Pending process', after[0]), at: entry.at + 1000 });
}

export function logBudget(
  log: MetaAccountLog,
  entry: Omit<Entry, 'event' | 'data'>,
  [from, to]: readonly [number, number],
): void {
  const amount = { type: 'payment_amount', currency: log.account['currency'], additional_value: 'Per day' };
  const data = { old_value: { ...amount, old_value: from }, new_value: { ...amount, new_value: to }, type: 'composite_data' };
  logActivity(log, { ...entry, event: 'budget', data });
}

export const logTargeting = (log: MetaAccountLog, entry: Omit<Entry, 'event' | 'data'>, countries: readonly string[]): void =>
  logActivity(log, {
    ...entry,
    event: 'target_spec',
    data: { old_value: [], new_value: [{ content: 'Location:', children: countries }], type: 'targets_spec' },
  });

/** Entries that are no change by somebody. */
export function logNoise(log: MetaAccountLog, at: number): void {
  log.activities ??= [];
  const meta = { actor_id: '0', actor_name: 'Meta', application_id: '0', event_time: textOf(at) };
  const [ad] = log.ads;
  log.activities.unshift(
    {
      ...meta,
      event_type: 'ad_account_billing_charge',
      object_type: 'ACCOUNT',
      object_id: '102',
      extra_data: '{"currency":"EUR","new_value":1503806}',
    },
    {
      ...meta,
      event_type: 'update_ad_run_status',
      object_type: 'ADGROUP',
      object_id: ad?.id,
      object_name: ad?.['name'],
      extra_data: '{"old_value":"Pending Review","new_value":"Active","type":"run_status"}',
    },
    { ...meta, event_type: 'first_delivery_event', object_type: 'ADGROUP', object_id: ad?.id, extra_data: '{' },
  );
}

/** Those of a time, as the edge lists them. */
export function activitiesOf({ activities = [] }: MetaAccountLog, query: URLSearchParams): MetaActivity[] {
  const [since, until] = [Number(query.get('since')), Number(query.get('until'))];
  return activities.filter(({ event_time }) => {
    const at = Date.parse(event_time) / 1000;
    return at >= since && at <= until;
  });
}
