// Sales that may be counted twice: the one place that says how much money they have. They are contained in what is counted.
import type { ReadBase } from '../../../base/base.ts';
import { prepared } from '../../../base/warehouse/statements.ts';
import { ask } from '../../../credit/pipeline/index.ts';
import { cachedByVersion, type ReportFrame } from '../../analytics/index.ts';
import { millionths } from '../findings.ts';
import type { Days, MoneyPart } from './parts.ts';

/** From how many facts on nobody waits for these sales at each new one, and how old they may be. */
const [LARGE, LASTS_MS] = [300_000, 300_000];
/** Profiles with a range; more start again. */
const MAX_KEPT = 100;

interface Kept {
  at: number;
  parts: Promise<MoneyPart[]>;
}

async function findTwice(base: ReadBase, profileId: string, days: Days, currency: string): Promise<MoneyPart[]> {
  const range = { ...days, money_from: days.date_from, money_to: days.date_to };
  const plan = prepared('warehouse/report/quality/completeness/maybe_twice_list', range, ['in_range']);
  const rows = await ask(base, profileId, plan);
  return rows.map(
    (row): MoneyPart => ({
      kind: 'cash',
      reason: 'maybe_twice',
      subject: '',
      refunds: 0,
      currency: row.currency ?? currency,
      entries: Number(row.entries),
      own: millionths(row.own_amount) ?? 0n,
      amount: millionths(row.amount),
    }),
  );
}

/** One part per currency; of a large profile as it was in the last five minutes, unless a decision was made. */
export async function readMaybeTwice(base: ReadBase, profileId: string, days: Days, frame: ReportFrame): Promise<MoneyPart[]> {
  const { through_seq, through_decision, code } = frame.version;
  const find = () => findTwice(base, profileId, days, frame.currency);
  const findAt = async () => ({ parts: await find(), meta: { version: frame.version } });
  if (Number(through_seq) < LARGE) return (await cachedByVersion(base, profileId, ['maybe twice', days], findAt)).parts;
  const all = base.memo('report/quality maybe twice', () => new Map<string, Kept>());
  const key = JSON.stringify([profileId, days, String(through_decision), code]);
  const kept = all.get(key);
  if (kept && base.clock.now() - kept.at < LASTS_MS) return kept.parts;
  if (all.size >= MAX_KEPT) all.clear();
  const parts = find();
  all.set(key, { at: base.clock.now(), parts });
  parts.catch(() => all.delete(key));
  return parts;
}
