// Who sends how much: one entry per key, person, connection or file and per host of pages, with its days.

import { apiKeysOf } from '../../account/keys/index.ts';
import { profileDay, profileSettings } from '../../account/profiles/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { reading } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { trackingKeyName } from '../tracking/index.ts';
import { SEVERAL, type SenderDay, senderDays } from './sender-counts.ts';

type EventSender = components['schemas']['EventSender'];

const DAY_MS = 86_400_000;
/** The senders of most events. */
const MOST_SENDERS = 200;

const daysBefore = (day: string, days: number): string => new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

const PEOPLE: Readonly<Record<string, string>> = { session: 'People in the console', user: 'Agents and tokens of people' };

/** Files that are not counted by their own name: those read by columns that a person assigned, and own files of earlier versions. */
const FILES: Readonly<Record<string, string>> = {
  mapping: 'Files whose columns you assigned',
  own_csv: 'CSV files in the form of this service',
  own_ndjson: 'NDJSON files in the form of this service',
};

/** The name that its owner knows the sender by; null of a key that is gone. */
function namesOf(base: ReadBase, profileId: string): (of: Pick<SenderDay, 'kind' | 'credential'>) => string | null {
  const keys = new Map(apiKeysOf(base, profileId).map((key) => [key.apiKeyId, key.name]));
  return ({ kind, credential }) => {
    if (kind === 'api_key') return keys.get(credential) ?? null;
    if (kind === 'tracking_key') return trackingKeyName(base, profileId, credential) ?? null;
    if (kind === 'file') return FILES[credential] ?? credential;
    return kind === 'person' ? (PEOPLE[credential] ?? credential) : credential;
  };
}

function emptySender(row: SenderDay, name: string | null): EventSender {
  const { kind, credential } = row;
  return {
    kind,
    credential,
    name,
    origin: row.origin === '' || row.origin === SEVERAL ? null : row.origin,
    has_several_origins: row.origin === SEVERAL,
    accepted: 0,
    repeated: 0,
    refused: 0,
    flagged: 0,
    last_at: new Date(0).toISOString(),
    refusals: [],
    flags: [],
    days: [],
  };
}

function addRow(sender: EventSender, { day, result, why, events, last_at }: SenderDay): void {
  const last = new Date(last_at).toISOString();
  if (last > sender.last_at) sender.last_at = last;
  if (result === 'flagged' && why !== '') {
    addTo(sender.flags, (each) => each.flag === why, { flag: why, events });
    return;
  }
  sender[result] += events;
  const onDay = sender.days.at(-1)?.day === day ? sender.days.at(-1) : undefined;
  const shown = onDay ?? { day, accepted: 0, repeated: 0, refused: 0, flagged: 0 };
  if (!onDay) sender.days.push(shown);
  shown[result] += events;
  if (result !== 'refused' || why === '') return;
  const [code = why, field = null] = why.split(' ');
  addTo(sender.refusals, (each) => each.code === code && each.field === field, { code, field, events });
}

function addTo<Sum extends { events: number }>(sums: Sum[], isSame: (sum: Sum) => boolean, more: Sum): void {
  const sum = sums.find(isSame);
  if (sum) sum.events += more.events;
  else sums.push(more);
}

const totalOf = ({ accepted, repeated, refused }: EventSender): number => accepted + repeated + refused;

export const listSenders = reading('listSenders', ({ profile: { profileId }, params }, base) => {
  const to = profileDay(base, profileId);
  const from = daysBefore(to, params.days - 1);
  const nameOf = namesOf(base, profileId);
  const senders = new Map<string, EventSender>();
  for (const row of senderDays(base, profileId, { from, to })) {
    const key = JSON.stringify([row.kind, row.credential, row.origin]);
    const sender = senders.get(key) ?? emptySender(row, nameOf(row));
    senders.set(key, sender);
    addRow(sender, row);
  }
  const data = [...senders.values()].sort((a, b) => totalOf(b) - totalOf(a));
  for (const { refusals, flags } of data) for (const sums of [refusals, flags]) sums.sort((a, b) => b.events - a.events);
  return {
    data: data.slice(0, MOST_SENDERS),
    meta: {
      profile_id: profileId,
      date_from: from,
      date_to: to,
      timezone: profileSettings(base, profileId).timezone,
      senders: data.length,
    },
  };
});
