// A file of spend meets days that were reported before: whether its rows are more of the day, all of it, or the same again is for a person to say. A day
// that a connection reads is the platform's own word, which no file changes.

import type { Base, ReadBase } from '../../base/base.ts';
import { countWords } from '../../base/rows/count-words.ts';
import { statement, type WarehouseRow } from '../../base/warehouse/statements.ts';
import type { SpendBody, SpendRow } from '../events/index.ts';
import { AskedOfFile } from '../imports/index.ts';
import { contentHashOf } from './accept-spend.ts';
import { placeOf, reportAt } from './report-names.ts';
import { MEASURES, readSpendDay, sumOf } from './spend-day.ts';

export const ON_CONFLICT = ['add', 'replace', 'same'] as const;
export type OnConflict = (typeof ON_CONFLICT)[number];

/** What a person has to decide first; nothing was written. */
export class SpendConflict extends AskedOfFile {}

export interface SpendFile {
  profileId: string;
  /** Digest of the file and of how it is read. */
  content: string;
  onConflict?: OnConflict | undefined;
  /** The connection that reads a day of an account, in words; undefined where none does. */
  readerOf?: ((day: Pick<SpendBody, 'platform' | 'account_id' | 'day'>) => string | undefined) | undefined;
}

export interface PlannedDay {
  /** As it is to be written. */
  day: SpendBody;
  /** `same`: in force already, or kept as it is. */
  effect: 'new' | 'same' | 'added' | 'replaced';
  /** What was in force, where the file says otherwise. */
  before?: string;
  /** The day that was in force, where the file changes it. */
  was?: SpendBody;
  /** The names under which the day was written, where an earlier version knew its platform by another one. */
  writtenAs?: Pick<SpendBody, 'platform' | 'account_id'>;
}

const LISTED_DAYS = 5;

const sumOfDay = ({ rows }: Pick<SpendBody, 'rows'>): string => sumOf(rows.map(({ spend }) => spend));
const accountOf = ({ platform, account_id }: SpendBody): string => `${platform} account ${account_id}`;

type Row = WarehouseRow<'warehouse/collect/spend/spend_of_account'>;

function sentRow(row: Row): Record<string, unknown> {
  const names = ['campaign_id', 'campaign_name', 'adset_id', 'adset_name', 'ad_id', 'ad_name', 'spend', ...MEASURES] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = row[name];
      if (value === null) return [];
      return [[name, typeof value === 'bigint' ? Number(value) : value]];
    }),
  );
}

/** The days of one account in force, by day. */
async function daysInForce(
  base: ReadBase,
  profileId: string,
  days: readonly SpendBody[],
  now: number,
): Promise<Map<string, SpendBody>> {
  const [first] = days;
  if (!first || !(await base.warehouse.exists(profileId))) return new Map();
  const { platform, account_id } = first;
  const [date_from, date_to] = [
    days.map(({ day }) => day).sort()[0] as string,
    days
      .map(({ day }) => day)
      .sort()
      .at(-1) as string,
  ];
  const reads = statement('warehouse/collect/spend/spend_of_account', { platform, account_id, date_from, date_to });
  const byDay = new Map<string, Row[]>();
  for (const row of await base.warehouse.query({ profileId }, reads))
    byDay.set(row.spend_day, [...(byDay.get(row.spend_day) ?? []), row]);
  return new Map(
    [...byDay].map(([day, rows]) => [
      day,
      readSpendDay(
        {
          platform,
          account_id,
          day,
          currency: rows[0]?.currency ?? '',
          rows: rows.filter(({ spend }) => spend !== null).map(sentRow),
        },
        now,
      ),
    ]),
  );
}

const isReported = (base: ReadBase, profileId: string, day: SpendBody): Buffer | null | undefined =>
  base.state.statement('collect/spend/report_get').get(reportAt(base, profileId, day))?.content_hash;

function refuseRead(days: readonly SpendBody[], { readerOf }: SpendFile): void {
  const read = days.filter((day) => readerOf?.(day) !== undefined);
  const [first] = read;
  if (!first) return;
  const listed = read.slice(0, LISTED_DAYS).map(({ day }) => day);
  const more = read.length > listed.length ? ` and ${read.length - listed.length} more` : '';
  throw new SpendConflict(
    `${readerOf?.(first)} reads the spend of ${accountOf(first)} for ${listed.join(', ')}${more}: a file does not change these days. Leave them out of the file, or remove the connection. Nothing was written.`,
  );
}

function refuseConflicts(conflicts: readonly { day: SpendBody; before: SpendBody | undefined }[]): never {
  const listed = conflicts
    .slice(0, LISTED_DAYS)
    .map(
      ({ day, before }) =>
        `${day.day} (${accountOf(day)}): ${before ? `${sumOfDay(before)} ${before.currency}` : 'an amount that is being computed'} before, ${sumOfDay(day)} ${day.currency} in the file`,
    );
  const more = conflicts.length > listed.length ? `; and ${countWords(conflicts.length - listed.length, 'more day')}` : '';
  const words = `Spend of these days came before: ${listed.join('; ')}${more}.`;
  throw new SpendConflict(
    `${words} Say what the file is: --on-conflict add (more of these days), replace (all of them), or same (they stay as they are). Nothing was written.`,
    {
      ask: 'on_conflict',
      words: `${words} Is the file more of these days (add), all of them (replace), or do they stay as they are (same)?`,
      choices: [...ON_CONFLICT],
    },
  );
}

interface Met {
  day: SpendBody;
  before: SpendBody | undefined;
}

/** True of a day that is what this file made of it. An earlier version may have known its platform by another name, of which the sum's hash is then. */
function isAdded(base: ReadBase, { profileId, content }: SpendFile, day: SpendBody): boolean {
  const { platform, account_id } = placeOf(day);
  return base.state
    .statement('collect/spend/spend_additions_of_day')
    .all({ profile_id: profileId, content, spend_day: day.day })
    .some((earlier) => {
      const named = { platform: earlier.platform, account_id: earlier.account_id };
      const place = placeOf(named);
      const isOfDay = place.platform === platform && place.account_id === account_id;
      return isOfDay && contentHashOf({ ...day, ...named }).equals(earlier.content_hash);
    });
}

/** A day with what the file adds to it; what this file has added before is not added again. */
function added(base: ReadBase, file: SpendFile, { day, before }: Met, now: number): PlannedDay {
  if (!before)
    throw new SpendConflict(
      `${day.day} (${accountOf(day)}) is still being computed: import the file again in a minute. Nothing was written.`,
    );
  if (before.currency !== day.currency)
    throw new SpendConflict(
      `${day.day} (${accountOf(day)}) came before in ${before.currency} and is in ${day.currency} in the file: they cannot be added. Nothing was written.`,
    );
  if (isAdded(base, file, before)) return { day: before, effect: 'same' };
  const whole: SpendRow[] = [...before.rows, ...day.rows];
  return { day: readSpendDay({ ...day, rows: whole }, now), effect: 'added', before: sumOfDay(before), was: before };
}

function settled(base: ReadBase, file: SpendFile, met: Met, now: number): PlannedDay {
  const { day, before } = met;
  if (file.onConflict === 'same') return { day, effect: 'same', before: before ? sumOfDay(before) : '0' };
  if (file.onConflict === 'add') return added(base, file, met, now);
  return { day, effect: 'replaced', before: before ? sumOfDay(before) : '0', ...(before ? { was: before } : {}) };
}

/**
 * What becomes of the days of a file.
 * @throws SpendConflict where a person has to say it, with the days and both sums.
 */
export async function planDays(base: ReadBase, file: SpendFile, days: readonly SpendBody[]): Promise<PlannedDay[]> {
  refuseRead(days, file);
  const now = base.clock.now();
  const met: Met[] = [];
  const byAccount = Map.groupBy(days, accountOf);
  for (const ofAccount of byAccount.values()) {
    const reported = ofAccount.filter((day) => isReported(base, file.profileId, day) !== undefined);
    const inForce = await daysInForce(base, file.profileId, reported, now);
    for (const day of reported) met.push({ day, before: inForce.get(day.day) });
  }
  // What a kill kept from being written, and days without any spend, are no conflict.
  const isNew = ({ day, before }: Met): boolean =>
    before ? before.rows.length === 0 : isReported(base, file.profileId, day) === null;
  const isSame = ({ day, before }: Met): boolean =>
    (isReported(base, file.profileId, day)?.equals(contentHashOf(day)) ?? false) ||
    (before !== undefined && contentHashOf(before).equals(contentHashOf(day)));
  const conflicts = met.filter((each) => !isSame(each) && !isNew(each));
  if (conflicts.length > 0 && file.onConflict === undefined) refuseConflicts(conflicts);
  const planned = new Map(conflicts.map((each) => [each.day, settled(base, file, each, now)]));
  for (const each of met) if (isSame(each)) planned.set(each.day, { day: each.day, effect: 'same' });
  return days.map((day) => planned.get(day) ?? { day, effect: 'new' });
}

/** Stores the sums that added days will have, before the days are written: a repetition after a kill recognises them by these. */
export function noteAdditions(base: Base, { profileId, content }: SpendFile, days: readonly PlannedDay[]): void {
  const all = days.filter(({ effect }) => effect === 'added');
  base.state.tx(() => {
    for (const { day } of all)
      base.state.statement('collect/spend/spend_addition_put').run({
        profile_id: profileId,
        content,
        platform: day.platform,
        account_id: day.account_id,
        spend_day: day.day,
        content_hash: contentHashOf(day),
      });
  });
}
