// Purchases that senders reported against those of two books: connected shops and payment accounts, and imported statements. Under one key both
// are one purchase, so a payment that a book found reported already counts on both sides. The worse of the two books is the finding.
import type { ReadBase } from '../../../base/base.ts';
import { hooksOf } from '../../../base/contract/hooks.ts';
import { publicId } from '../../../base/kit/ids.ts';
import type { WarehouseRow } from '../../../base/warehouse/statements.ts';
import { statementRanges } from '../../../collect/payments/index.ts';
import { type Evidence, evidenceOf, findingOf } from '../findings.ts';
import { instrumentationKind } from '../kinds/instrumentation-kinds.ts';
import type { Scope } from '../period.ts';
import {
  FEWEST_CASES,
  type Finding,
  type Status,
  statusOfShare,
  statusOfValue,
  thresholdOf,
  WORST_FIRST,
  wilson,
  worstOf,
} from '../rules.ts';

type Day = WarehouseRow<'warehouse/report/quality/shop_days_list'>;

const DAY_MS = 86_400_000;
const BOOKS = {
  shop: { where: 'in the shop', has: 'connected shops have' },
  statement: { where: 'in the statement', has: 'imported statements of their days have' },
} as const satisfies Record<Day['book'], object>;

/** Orders by the shop's reference, purchases and payments of statements by their conversion. */
function noteOf(base: ReadBase, profileId: string, { book, missing, missing_conversions, surplus }: Day): string | null {
  const conversion = (number: bigint): string => publicId('conversion', profileId, number);
  const references = hooksOf(base).flatMap(({ shopOrders }) => shopOrders?.references(base, profileId, missing) ?? []);
  const names = book === 'shop' ? references.flatMap((name) => name ?? []) : missing_conversions.map(conversion);
  const notes = [
    ...(names.length > 0 ? [`not sent: ${names.join(', ')}`] : []),
    ...(surplus.length > 0 ? [`not ${BOOKS[book].where}: ${surplus.map(conversion).join(', ')}`] : []),
  ];
  return notes.length === 0 ? null : notes.join('; ');
}

/** Counts of a book: what it has and what senders reported, and what one side lacks of the other. */
interface Counts {
  orders: number;
  outcomes: number;
  missing: number;
  surplus: number;
}

/** Any number of one price in a day is a pair, so the totals may show more that is missing, or surplus. */
function countsOf(days: readonly Day[]): Counts {
  const sum = (name: 'orders' | 'outcomes' | 'missing_count' | 'surplus_count'): number =>
    days.reduce((total, day) => total + day[name], 0);
  const [orders, outcomes] = [sum('orders'), sum('outcomes')];
  return {
    orders,
    outcomes,
    missing: Math.max(sum('missing_count'), orders - outcomes),
    surplus: Math.max(sum('surplus_count'), outcomes - orders),
  };
}

const missingStatus = ({ orders, missing }: Counts): Status =>
  statusOfShare(orders - missing, orders, thresholdOf('shop_reconciliation'));

/** What a statement lacks may have been paid in another way, so only a shop is held to it. */
function surplusStatus(book: Day['book'], { orders, surplus }: Counts): Status {
  if (book === 'statement' || orders < FEWEST_CASES) return 'ok';
  if (surplus > orders) return 'problem';
  const { attention, problem } = thresholdOf('shop_surplus');
  const [low] = wilson(surplus, orders);
  return statusOfValue(low, { isWorseBelow: false, attention: attention - 1, problem: problem - 1 });
}

interface Compared extends Counts {
  book: Day['book'];
  days: Day[];
  status: Status;
  /** More are surplus than missing, where both are judged alike. */
  isSurplus: boolean;
}

function comparedOf(book: Day['book'], days: Day[]): Compared {
  const counts = countsOf(days);
  const [missing, surplus] = [missingStatus(counts), surplusStatus(book, counts)];
  const status = worstOf([missing, surplus]);
  const isSurplus = missing === surplus ? book === 'shop' && counts.surplus > counts.missing : status === surplus;
  return { ...counts, book, days, status, isSurplus };
}

/** Of what the book has, what was sent; or that with what is surplus. */
const hitsOf = (isSurplus: boolean, { orders, missing, surplus }: Omit<Counts, 'outcomes'>): number =>
  isSurplus ? orders + surplus : orders - missing;

const isOfFew = ({ orders }: Counts): boolean => orders < FEWEST_CASES;
const gapOf = (compared: Compared): number => Math.abs(hitsOf(compared.isSurplus, compared) / compared.orders - 1);

/** In healthcare each reference is of one patient, so there are counts alone. */
const evidenceOfDays = (base: ReadBase, { profileId, isHealthcare }: Scope, { days, isSurplus }: Compared): Evidence[] =>
  days
    .filter((day) => day.missing_count + day.surplus_count > 0)
    .toSorted((a, b) => b.missing_count + b.surplus_count - a.missing_count - a.surplus_count)
    .slice(0, 20)
    .map((day) =>
      evidenceOf(day.day, {
        count: hitsOf(isSurplus, { orders: day.orders, missing: day.missing_count, surplus: day.surplus_count }),
        of: day.orders,
        note: isHealthcare ? null : noteOf(base, profileId, day),
      }),
    );

function sentenceOf({ book, orders, outcomes, missing, surplus }: Compared): string {
  const lacks = [
    ...(missing > 0 ? [`${missing.toLocaleString('en')} ${missing === 1 ? 'was' : 'were'} not sent`] : []),
    ...(surplus > 0 ? [`${surplus.toLocaleString('en')} ${surplus === 1 ? 'is' : 'are'} not ${BOOKS[book].where}`] : []),
  ];
  const few = orders < FEWEST_CASES ? ' Too few for a share.' : '';
  const totals = `Senders reported ${outcomes.toLocaleString('en')} purchases, and ${BOOKS[book].has} ${orders.toLocaleString('en')}`;
  return `${totals}${lacks.length > 0 ? `: ${lacks.join(', and ')}` : ''}.${few}`;
}

/** Facts of imports that are through, as lists for a statement. */
function rangesOf(base: ReadBase, profileId: string) {
  const ranges = statementRanges(base, profileId).filter(({ isUndone }) => !isUndone);
  return {
    imports: ranges.map(({ importId }) => importId),
    first_seqs: ranges.map(({ range: [first] }) => BigInt(first)),
    last_seqs: ranges.map(({ range: [, last] }) => BigInt(last)),
    is_own: ranges.map(({ isOwn }) => (isOwn ? 1n : 0n)),
  };
}

/** Numbers of the facts of the scope that connected shops have as well, and the facts of imported statements. */
export function bookedFacts(base: ReadBase, { profileId, period }: Scope) {
  const between = { from: Date.parse(period.date_from) - DAY_MS, to: Date.parse(period.date_to) + 2 * DAY_MS };
  const shared = hooksOf(base).flatMap(({ shopOrders }) => shopOrders?.shared(base, profileId, between) ?? []);
  return { shared, ...rangesOf(base, profileId) };
}

export function shopFinding(base: ReadBase, days: readonly Day[], scope: Scope): Finding {
  // Where nobody but the book reports purchases, there is nothing to compare.
  const [worst] = [...Map.groupBy(days, ({ book }) => book)]
    .map(([book, mine]) => comparedOf(book, mine))
    .filter(({ orders, outcomes }) => orders > 0 && outcomes > 0)
    .sort(
      (a, b) =>
        WORST_FIRST.indexOf(a.status) - WORST_FIRST.indexOf(b.status) ||
        Number(isOfFew(a)) - Number(isOfFew(b)) ||
        gapOf(b) - gapOf(a),
    );
  const kind = instrumentationKind('shop_reconciliation');
  if (!worst) return findingOf(kind, { hits: 0, cases: 0, money: null }, scope, { status: 'ok' });
  const { orders, status, isSurplus } = worst;
  const hits = hitsOf(isSurplus, worst);
  const measured = {
    hits,
    cases: orders,
    money: null,
    share: orders < FEWEST_CASES ? null : hits / orders,
    evidence: evidenceOfDays(base, scope, worst),
  };
  return findingOf({ ...kind, explain: () => sentenceOf(worst) }, measured, scope, { status });
}
