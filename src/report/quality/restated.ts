// Restated figures: days whose spend or cash moved after a report may have used them. The watch stores both for each day when it is two
// days old, as platforms have reported it by then; a later move of more than 2 % is reported, with its cause.
import { profileDay } from '../../account/profiles/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { decimalText } from '../../base/kit/decimals.ts';
import { prepared, type WarehouseRow } from '../../base/warehouse/statements.ts';
import { ask } from '../../credit/pipeline/index.ts';
import { millionths, moneyAnswer } from './findings.ts';
import { daysBefore, scopeOf } from './period.ts';
import { percentText } from './rules.ts';

type Row = WarehouseRow<'warehouse/report/quality/restated_days_get'>;

const SETTLED_DAYS = 2;
const KEPT_DAYS = 400;
const MOVED = 0.02;

/** Reads the figures of the day that is two days old, where they are not stored; what is returned stores them. */
export async function dayMark(base: ReadBase, profileId: string): Promise<(tx: Base) => void> {
  const day = daysBefore(profileDay(base, profileId), SETTLED_DAYS);
  if (base.state.statement('report/quality/quality_day_mark_get').get({ profile_id: profileId, day })) return () => undefined;
  const { period, currency, frame } = await scopeOf(base, profileId, { days: 1, to: day });
  const { spend, cash } = moneyAnswer(period.money, currency);
  return (tx) => {
    tx.state.statement('report/quality/quality_day_mark_add').run({
      profile_id: profileId,
      day,
      taken_at: tx.clock.now(),
      goal: frame.goal,
      currency,
      spend,
      cash,
    });
    tx.state
      .statement('report/quality/quality_day_marks_forget')
      .run({ profile_id: profileId, before: daysBefore(day, KEPT_DAYS) });
  };
}

export interface Restated {
  sentence: string;
  applies_to: string[];
  money: ReturnType<typeof moneyAnswer>;
  since: string;
}

interface Asked {
  date_from: string;
  date_to: string;
  goal: string;
  currency: string;
}

/** The text of whole units. */
const whole = (units: bigint): string => (units / 1_000_000n).toLocaleString('en');

interface Moved {
  then: bigint;
  by: bigint;
}

/** Undefined where it moved by 2 % at most, or from nothing. */
function movedOf(then: bigint, now: bigint): Moved | undefined {
  const by = now - then;
  const size = Number(by < 0n ? -by : by);
  return then > 0n && size > MOVED * Number(then) ? { then, by } : undefined;
}

const movedText = (what: string, { then, by }: Moved, currency: string): string =>
  `${what} is ${percentText(Math.abs(Number(by) / Number(then)))} ${by < 0n ? 'lower' : 'higher'} (${whole(then + by)} instead of ${whole(then)} ${currency})`;

function causeOf({ late, refunded }: Row, by: bigint, currency: string): string {
  const [arrived, back] = [millionths(late) ?? 0n, millionths(refunded) ?? 0n];
  const rest = by - arrived + back;
  const parts = [
    ...(back === 0n ? [] : [`refunds of ${whole(back)} ${currency}`]),
    ...(arrived === 0n ? [] : [`purchases of ${whole(arrived)} ${currency} that arrived later`]),
    ...(Number(rest < 0n ? -rest : rest) > 0.1 * Number(by < 0n ? -by : by) ? ['changed goals, rules or rates'] : []),
  ];
  return parts.join(', ');
}

/** The change of a range since its days were two days old; undefined where nothing changed, or nothing was stored. */
export async function restatedOf(base: ReadBase, profileId: string, asked: Asked): Promise<Restated | undefined> {
  const { date_from, date_to, goal, currency } = asked;
  const marks = base.state.statement('report/quality/quality_day_marks_list').all({ ...asked, profile_id: profileId });
  const [first] = marks;
  if (!first) return undefined;
  const [days, taken] = [marks.map(({ day }) => day), marks.map(({ taken_at }) => new Date(taken_at).toISOString().slice(0, -1))];
  const params = { days, taken, goal, date_from, date_to, money_from: date_from, money_to: date_to };
  const [row] = await ask(base, profileId, prepared('warehouse/report/quality/restated_days_get', params, ['in_range']));
  if (!row) return undefined;
  const sumOf = (name: 'spend' | 'cash'): bigint => marks.reduce((sum, mark) => sum + (millionths(mark[name]) ?? 0n), 0n);
  const spend = movedOf(sumOf('spend'), millionths(row.spend) ?? 0n);
  const cash = movedOf(sumOf('cash'), millionths(row.cash) ?? 0n);
  const texts = [
    ...(cash ? [`${movedText('cash', cash, currency)}: ${causeOf(row, cash.by, currency)}`] : []),
    ...(spend ? [`${movedText('spend', spend, currency)}: platforms reported it again`] : []),
  ];
  if (texts.length === 0) return undefined;
  return {
    sentence: `Since the ${days.length === 1 ? 'day was' : 'days were'} two days old, ${texts.join('; ')}.`,
    applies_to: [...(cash ? ['revenue'] : []), ...(spend ? ['spend', 'cost_per_conversion'] : []), 'roas'],
    money: { spend: spend ? decimalText(spend.by, 6) : null, cash: cash ? decimalText(cash.by, 6) : null, currency },
    since: new Date(first.taken_at).toISOString(),
  };
}
