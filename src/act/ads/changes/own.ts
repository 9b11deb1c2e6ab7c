// Which changes at a platform are ours: of the target, field and value that this service wrote, at the time at which it did. Of what two readings
// show, our write is between them. A change that another app made, by the platform's log, is not ours.
import type { ReadBase } from '../../../base/base.ts';
import { trimmedDecimal } from '../../../base/kit/decimals.ts';
import type { RowOf } from '../../../base/state/state.ts';
import type { AdChange } from '../../connections/index.ts';
import { storedValue, type WriteValue } from '../stored.ts';

/** The clocks of the two sides differ, and a platform may log a change after it has answered. */
const EARLY_MS = 60_000;
const LATE_MS = 180_000;

interface OwnChange {
  platform: string;
  account: string;
  type: string;
  id: string;
  fields: readonly string[];
  /** Null for any. */
  value: string | null;
  from: number;
  to: number;
}

type Sent = RowOf<'act/ads/writes_sent'>;

/** Tells whether a change of the time is ours. */
export function ownChanges(base: ReadBase, profileId: string, time: { from: number; to: number }): (change: AdChange) => boolean {
  const now = base.clock.now();
  const rows = base.state
    .statement('act/ads/writes_sent')
    .all({ profile_id: profileId, from_at: time.from - LATE_MS, to_at: time.to + EARLY_MS, now });
  const own = Map.groupBy(
    rows.flatMap((row) => changesOf(row, now)),
    ({ type, id }) => `${type} ${id}`,
  );
  return (change) =>
    change.may_be_own !== 0 &&
    (own.get(`${change.object_type} ${change.object_id}`) ?? []).some((each) => isSame(each, change) && isThen(each, change));
}

function changesOf(row: Sent, now: number): OwnChange[] {
  const [before, after] = [storedValue.read(row.before), storedValue.read(row.after)];
  const sentAt = row.sent_at ?? now;
  const common = {
    platform: row.platform,
    account: row.account_id,
    type: row.target_type,
    id: row.target_id,
    from: sentAt,
    to: row.ended_at ?? row.plan_ended_at ?? now,
  };
  const untilEnd = { ...common, to: row.plan_ended_at ?? now };
  if (row.kind === 'duplicate_and_swap') {
    const copy = row.copy_id === null ? [] : [{ ...untilEnd, id: row.copy_id, fields: ['created', 'status'], value: null }];
    return [{ ...untilEnd, fields: ['status'], value: null }, ...copy];
  }
  const written = { ...common, ...wroteOf(after) };
  return row.status === 'undone' || row.status === 'undoing' ? [written, { ...untilEnd, ...wroteOf(before) }] : [written];
}

/** Tags are set by another creative at some platforms, so any change of the creative is theirs. */
function wroteOf(value: WriteValue): Pick<OwnChange, 'fields' | 'value'> {
  if ('status' in value) return { fields: ['status'], value: value.status };
  if ('daily_budget' in value) return { fields: ['budget'], value: value.daily_budget.amount };
  return { fields: ['creative'], value: null };
}

const isDecimal = (text: string): boolean => /^\d+(?:\.\d+)?$/.test(text);
const plain = (text: string): string => (isDecimal(text) ? trimmedDecimal(text) : text);

const isSame = ({ platform, account, fields, value }: OwnChange, change: AdChange): boolean =>
  platform === change.platform &&
  account === change.account_id &&
  fields.includes(change.field) &&
  (value === null || change.after === null || plain(value) === plain(change.after));

const isThen = ({ from, to }: OwnChange, { changed_at, changed_after }: AdChange): boolean =>
  changed_at >= from - EARLY_MS && (changed_after ?? changed_at) <= to + LATE_MS;
