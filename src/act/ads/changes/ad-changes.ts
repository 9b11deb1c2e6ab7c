// The list of changes of ads at their platforms: by somebody else, or with our own, and how far each account's changes are known.
import { z } from 'zod';
import { profileDayStart } from '../../../account/profiles/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { type Answer, type Call, reading } from '../../../base/contract/operation.ts';
import { readJson } from '../../../base/kit/stored-json.ts';
import { accountForm, resolvePlatform } from '../../../collect/events/index.ts';
import { type AdChange, changeLogs, storedChanges } from '../../connections/index.ts';
import { placesOf } from './others.ts';
import { ownChanges } from './own.ts';

type Shown = Answer<'listAdChanges'>['data'][number];
type Place = { at: number; id: string };

const DAY_MS = 86_400_000;
const ROWS_AT_ONCE = 500;
/** Of a page: with more that are not shown it ends early, with a cursor. */
const MOST_ROWS = 10_000;

const instant = (ms: number): string => new Date(ms).toISOString();

const cursorAt = ({ at, id }: Place): string => Buffer.from(JSON.stringify([at, id])).toString('base64url');

function readCursor(cursor: string): Place {
  try {
    const [at, id] = readJson('cursor', z.tuple([z.int(), z.string()]), Buffer.from(cursor, 'base64url').toString('utf8'));
    return { at, id };
  } catch {
    throw new ApiError('invalid_parameter', 'cursor: is not one that this list gave.');
  }
}

/** The first moment of the first day, and of the day after the last. */
function timeOf(base: ReadBase, profileId: string, { date_from, date_to }: { date_from: string; date_to: string }) {
  const next = new Date(Date.parse(date_to) + DAY_MS).toISOString().slice(0, 10);
  return { from: profileDayStart(base, profileId, date_from), to: profileDayStart(base, profileId, next) };
}

interface Found {
  changes: { change: AdChange; isOwn: boolean }[];
  next: Place | null;
}

function find(base: ReadBase, profileId: string, params: Call<'listAdChanges'>['params']): Found {
  const time = timeOf(base, profileId, params);
  const isOwn = ownChanges(base, profileId, time);
  const platform = params.platform === undefined ? undefined : resolvePlatform(params.platform).platform;
  const objects = params.ad_id === undefined ? undefined : placesOf(base, profileId, { ad_id: params.ad_id });
  const isWanted = (change: AdChange): boolean =>
    platform === undefined || resolvePlatform(change.platform).platform === platform;
  const changes: Found['changes'] = [];
  let before = params.cursor === undefined ? undefined : readCursor(params.cursor);
  for (let read = 0; read < MOST_ROWS; read += ROWS_AT_ONCE) {
    const rows = storedChanges(base, profileId, { ...time, objects, field: params.field, before, limit: ROWS_AT_ONCE });
    for (const change of rows) {
      const found = { change, isOwn: isOwn(change) };
      if (isWanted(change) && (params.by === 'all' || !found.isOwn)) {
        if (changes.length === params.limit) return { changes, next: before ?? null };
        changes.push(found);
      }
      before = { at: change.changed_at, id: change.change_id };
    }
    if (rows.length < ROWS_AT_ONCE) return { changes, next: null };
  }
  return { changes, next: before ?? null };
}

function shown({ change, isOwn }: Found['changes'][number], currencies: ReadonlyMap<string, string>): Shown {
  const { platform } = resolvePlatform(change.platform);
  const { change_id, object_type, object_id, object_name, field, before, after, word, actor, via, source } = change;
  return {
    id: change_id,
    at: instant(change.changed_at),
    earliest_at: change.changed_after === null ? null : instant(change.changed_after),
    platform,
    account_id: accountForm(platform, change.account_id),
    object: { type: object_type, id: object_id, name: object_name },
    field,
    before,
    after,
    currency: field === 'budget' ? (currencies.get(`${change.platform} ${change.account_id}`) ?? null) : null,
    platform_word: word === '' ? null : word,
    by: actor,
    via,
    source,
    is_own: isOwn,
  };
}

export const listAdChanges = reading('listAdChanges', ({ params, profile: { profileId } }, base) => {
  const logs = changeLogs(base, profileId);
  const currencies = new Map(logs.map(({ platform, accountId, currency }) => [`${platform} ${accountId}`, currency]));
  const { changes, next } = find(base, profileId, params);
  return {
    data: changes.map((each) => shown(each, currencies)),
    meta: {
      profile_id: profileId,
      date_from: params.date_from,
      date_to: params.date_to,
      accounts: logs.map(({ platform: id, accountId, name, source, logSince, readAt, error }) => {
        const { platform } = resolvePlatform(id);
        return {
          platform,
          account_id: accountForm(platform, accountId),
          name,
          source,
          known_since: logSince === null ? null : instant(logSince),
          read_at: readAt === null ? null : instant(readAt),
          error,
        };
      }),
    },
    pagination: { has_next: next !== null, cursor: next === null ? null : cursorAt(next) },
  };
});
