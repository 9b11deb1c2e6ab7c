// The four rules of data quality. A finding is certain before it is loud: its share is compared with its threshold on the innocent side of a
// 95 % interval. It is loud by money: a problem that touches less than 1 % of spend and of cash is lowered. Money in doubt is a union over
// rows (money-in-doubt.ts). After a fix a finding is measured again (fixes.ts).
import type { components } from '../../base/contract/types.ts';
import { readSeed } from '../../base/kit/seeds.ts';

export type Finding = components['schemas']['QualityFinding'];
export type Status = Finding['status'];

const Z_95 = 1.96;
/** Below, no share says anything. */
export const FEWEST_CASES = 30;
const SMALL_MONEY = 0.01;
export const WORST_FIRST: readonly Status[] = ['problem', 'attention', 'ok'];

/** Wilson's 95 % interval of a share; exactly 0 and 1 at its ends, where rounding would leave a remainder above a threshold of 0. */
export function wilson(hits: number, cases: number): [number, number] {
  if (cases === 0) return [0, 1];
  const share = hits / cases;
  const squared = (Z_95 * Z_95) / cases;
  const middle = (share + squared / 2) / (1 + squared);
  const half = (Z_95 / (1 + squared)) * Math.sqrt((share * (1 - share)) / cases + squared / (4 * cases));
  return [hits === 0 ? 0 : Math.max(0, middle - half), hits === cases ? 1 : Math.min(1, middle + half)];
}

export type ThresholdOf = Finding['threshold']['of'];

export interface Threshold {
  isWorseBelow: boolean;
  attention: number;
  problem: number;
}

const lineOf = (finding: string) => readSeed('quality_thresholds').find((row) => row.finding === finding);

/** The thresholds of a finding, in seeds/quality_thresholds.csv. */
export function thresholdOf(finding: string): Threshold {
  const line = lineOf(finding);
  if (!line) throw new Error(`seeds/quality_thresholds.csv has no line ${finding}.`);
  return { isWorseBelow: line.worse === 'below', attention: Number(line.attention), problem: Number(line.problem) };
}

const OF: readonly ThresholdOf[] = ['cases', 'spend', 'cash', 'deviations', 'days', 'chance', 'fall', 'any'];

/** The value that is compared with the thresholds of a finding. */
export const comparedOf = (finding: string): ThresholdOf => OF.find((each) => each === lineOf(finding)?.of) ?? 'cases';

/** The status of a value that has no interval of its own. */
export function statusOfValue(value: number, { isWorseBelow, attention, problem }: Threshold): Status {
  const isBeyond = (limit: number): boolean => (isWorseBelow ? value < limit : value > limit);
  return isBeyond(problem) ? 'problem' : isBeyond(attention) ? 'attention' : 'ok';
}

/** Rule 1: the status of a share. The bound that speaks for innocence has to be beyond the threshold. */
export function statusOfShare(hits: number, cases: number, threshold: Threshold): Status {
  if (cases < FEWEST_CASES) return 'ok';
  const [low, high] = wilson(hits, cases);
  return statusOfValue(threshold.isWorseBelow ? high : low, threshold);
}

/** Amounts in millionths of the profile's currency; null where nothing is known. */
export interface Money {
  spend: bigint | null;
  cash: bigint | null;
}

const shareOf = (part: bigint | null, whole: bigint | null): number | undefined =>
  part === null || whole === null || whole <= 0n ? undefined : Number(part) / Number(whole);

/** Rule 2: a problem that is known to touch little money needs attention only. */
export function loweredByMoney(status: Status, touched: Money | null, period: Money): Status {
  if (status !== 'problem' || touched === null) return status;
  const known = [shareOf(touched.spend, period.spend), shareOf(touched.cash, period.cash)].filter((share) => share !== undefined);
  return known.length > 0 && known.every((share) => share < SMALL_MONEY) ? 'attention' : status;
}

export const worstOf = (statuses: readonly Status[]): Status => WORST_FIRST.find((status) => statuses.includes(status)) ?? 'ok';

const moneyOf = ({ money }: Finding): number => Number(money?.spend ?? 0) + Math.max(0, Number(money?.cash ?? 0));

/** The order of a list: what is not ok first, by money, then by status. */
export const byMoney = (a: Finding, b: Finding): number =>
  Number(a.status === 'ok') - Number(b.status === 'ok') ||
  moneyOf(b) - moneyOf(a) ||
  WORST_FIRST.indexOf(a.status) - WORST_FIRST.indexOf(b.status);

/** "12 % of visits (24 of 200)", as the subject of a sentence; of fewer cases than a share needs "3 of 12 visits". Without a name "12 % (24 of 200)". */
export function shareText(hits: number, cases: number, name?: string): string {
  const [part, whole] = [hits.toLocaleString('en'), cases.toLocaleString('en')];
  const counts = `${part} of ${whole}`;
  if (cases < FEWEST_CASES) return name === undefined ? counts : `${counts} ${name}`;
  if (name === undefined) return `${percentText(hits / cases)} (${counts})`;
  if (hits === 0) return `None of the ${whole} ${name}`;
  return hits === cases ? `All ${whole} ${name}` : `${percentText(hits / cases)} of ${name} (${counts})`;
}

/** A share that rounds to 0 or 100 % says that it is not quite. */
export function percentText(share: number): string {
  const percent = Math.abs(share * 100);
  const sign = share < 0 ? '-' : '';
  if (percent > 0 && percent < 0.05) return `less than ${sign}0.1 %`;
  if (percent >= 99.5 && percent < 100) return percent < 99.95 ? `${sign}${percent.toFixed(1)} %` : `more than ${sign}99.9 %`;
  return `${sign}${percent !== 0 && percent < 10 ? percent.toFixed(1) : percent.toFixed(0)} %`;
}
