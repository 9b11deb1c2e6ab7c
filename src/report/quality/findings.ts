// A finding, made from what a statement counted: the rules decide its status, its kind has the words and the remedies.
import { decimalText, trimmedDecimal, unitsOf } from '../../base/kit/decimals.ts';
import {
  comparedOf,
  FEWEST_CASES,
  type Finding,
  loweredByMoney,
  type Money,
  type Status,
  statusOfShare,
  type Threshold,
  thresholdOf,
  wilson,
  worstOf,
} from './rules.ts';

export type Evidence = Finding['evidence'][number];
export type Fix = NonNullable<Finding['fix']>;

const MAX_EVIDENCE = 20;

/** The texts of every finding of one kind. */
export interface FindingKind {
  name: string;
  title: string;
  family: Finding['family'];
  /** The meaning, with its numbers. */
  explain: (measured: Measured) => string;
  /** The first remedy. */
  next: string;
  /** The remedy where the first changed nothing. */
  second: string;
  fix: Fix | null;
  /** Personal data is a problem however little money it touches. */
  isLoudAnyway?: true;
}

export interface Measured {
  hits: number;
  cases: number;
  /** Where it is not hits divided by cases; null where there are too few for one. */
  share?: number | null;
  /** The interval of such a share, where it is known. */
  interval?: readonly [number, number] | null;
  /** Money of the rows with the fault. */
  money: Money | null;
  /** Share of the money of all cases that the hits have. */
  cashShare?: number | null;
  /** The same count over the period before. */
  before?: { hits: number; cases: number };
  evidence?: readonly Evidence[];
}

export interface Period {
  date_from: string;
  date_to: string;
  goal: string | null;
  /** All spend and cash of the period. */
  money: Money;
}

const amount = (units: bigint | null): string | null => (units === null ? null : decimalText(units, 6));
export const moneyAnswer = ({ spend, cash }: Money, currency: string) => ({ spend: amount(spend), cash: amount(cash), currency });

/** An amount of a row in millionths. */
export const millionths = (text: string | null): bigint | null => (text === null ? null : unitsOf(text, 6));

const rounded = (share: number): number => Math.round(share * 10_000) / 10_000;
const shareOrNull = (hits: number, cases: number): number | null => (cases === 0 ? null : rounded(hits / cases));

/** A line of evidence; a share of few cases is not printed. */
export function evidenceOf(label: string, more: Partial<Evidence> & { count: number; of: number | null }): Evidence {
  const { count, of } = more;
  const share = of === null || of < FEWEST_CASES ? null : rounded(count / of);
  const [spend, cash] = [more.spend, more.cash].map((amount) => (amount == null ? null : trimmedDecimal(amount)));
  return { note: null, ...more, spend: spend ?? null, cash: cash ?? null, label, share };
}

/** A fall or rise of ten points against the period before, with separate intervals, deserves attention below any threshold. */
export function hasJumped({ hits, cases, before }: Measured, { isWorseBelow }: Threshold): boolean {
  if (!before || before.cases < FEWEST_CASES || cases < FEWEST_CASES) return false;
  const [now, then] = [wilson(hits, cases), wilson(before.hits, before.cases)];
  const change = hits / cases - before.hits / before.cases;
  return isWorseBelow ? change <= -0.1 && now[1] < then[0] : change >= 0.1 && now[0] > then[1];
}

export interface Decided {
  /** Where the rules of shares do not decide. */
  status?: Status;
  asksTrend?: boolean;
}

/** The sentence on fewer cases than a share needs. */
const textOfFew = (kind: FindingKind, measured: Measured): string =>
  measured.cases === 0 ? 'There is nothing in these days to judge this by.' : `${kind.explain(measured)} Too few for a share.`;

function shareOfAll({ hits, cases, share }: Measured): number | null {
  if (share === undefined) return shareOrNull(hits, cases);
  return share === null ? null : rounded(share);
}

function intervalOf({ hits, cases, share, interval = null }: Measured, isOfFew: boolean): [number, number] | null {
  if (cases === 0 || isOfFew || share === null) return null;
  const bounds = share === undefined ? wilson(hits, cases) : interval;
  return bounds === null ? null : [rounded(bounds[0]), rounded(bounds[1])];
}

export function findingOf(
  kind: FindingKind,
  measured: Measured,
  { period, currency }: { period: Period; currency: string },
  { status, asksTrend = false }: Decided = {},
): Finding {
  const { hits, cases, money, before, evidence = [] } = measured;
  const threshold = thresholdOf(kind.name);
  const byShare = worstOf([
    status ?? statusOfShare(hits, cases, threshold),
    asksTrend && hasJumped(measured, threshold) ? 'attention' : 'ok',
  ]);
  const decided = kind.isLoudAnyway ? byShare : loweredByMoney(byShare, money, period.money);
  const isTooFew = status === undefined && cases < FEWEST_CASES;
  // A finding about few senders or accounts says how many; as a share it would look like a measurement.
  const isOfFew = status !== undefined && cases < FEWEST_CASES;
  const share = isOfFew && measured.share === undefined ? null : shareOfAll(measured);
  const shareBefore = before && before.cases >= FEWEST_CASES ? shareOrNull(before.hits, before.cases) : null;
  return {
    name: kind.name,
    title: kind.title,
    family: kind.family,
    status: decided,
    count: hits,
    of: cases,
    share,
    cash_share: measured.cashShare === undefined || measured.cashShare === null ? null : rounded(measured.cashShare),
    interval: intervalOf(measured, isOfFew),
    threshold: {
      worse: threshold.isWorseBelow ? 'below' : 'above',
      attention: threshold.attention,
      problem: threshold.problem,
      of: comparedOf(kind.name),
    },
    // Where nothing was judged, the money under it is unknown.
    money: money === null || cases === 0 ? null : moneyAnswer(money, currency),
    trend: {
      before: shareBefore,
      change: share === null || shareBefore === null ? null : rounded(share - shareBefore),
    },
    since: null,
    explanation: isTooFew ? textOfFew(kind, measured) : kind.explain(measured),
    next: decided === 'ok' ? '' : kind.next,
    if_unchanged: decided === 'ok' ? '' : kind.second,
    fix: decided === 'ok' ? null : kind.fix,
    evidence: evidence.slice(0, MAX_EVIDENCE),
    scope: { date_from: period.date_from, date_to: period.date_to, goal: period.goal },
    ...(isTooFew ? { too_few: true } : {}),
  };
}
