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

/** In healthcare each reference is of one patient, so there are counts alone. */
const evidenceOfDays = (base: ReadBase, { profileId, isHealthcare }: Scope, days: readonly Day[]): Evidence[] =>
  days
    .filter(({ missing, surplus }) => missing.length + surplus.length > 0)
    .toSorted((a, b) => Math.abs(b.orders - b.outcomes) - Math.abs(a.orders - a.outcomes))
    .slice(0, 20)
    .map((day) =>
      evidenceOf(day.day, { count: day.outcomes, of: day.orders, note: isHealthcare ? null : noteOf(base, profileId, day) }),
    );

/** Too few are held to their threshold as a share; too many as the share that is surplus. */
function statusOf(outcomes: number, orders: number): Status {
  if (orders < FEWEST_CASES) return 'ok';
  const { attention, problem } = thresholdOf('shop_surplus');
  const surplus = { isWorseBelow: false, attention: attention - 1, problem: problem - 1 };
  const [low] = wilson(Math.min(orders, Math.max(0, outcomes - orders)), orders);
  return worstOf([
    statusOfShare(Math.min(outcomes, orders), orders, thresholdOf('shop_reconciliation')),
    outcomes > 2 * orders ? 'problem' : statusOfValue(low, surplus),
  ]);
}

interface Compared {
  book: Day['book'];
  days: Day[];
  orders: number;
  outcomes: number;
  status: Status;
}

function comparedOf(book: Day['book'], days: Day[]): Compared {
  const orders = days.reduce((sum, day) => sum + day.orders, 0);
  const outcomes = days.reduce((sum, day) => sum + day.outcomes, 0);
  return { book, days, orders, outcomes, status: statusOf(outcomes, orders) };
}

const gapOf = ({ orders, outcomes }: Compared): number => Math.abs(outcomes / orders - 1);

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
    .sort((a, b) => WORST_FIRST.indexOf(a.status) - WORST_FIRST.indexOf(b.status) || gapOf(b) - gapOf(a));
  const kind = instrumentationKind('shop_reconciliation');
  if (!worst) return findingOf(kind, { hits: 0, cases: 0, money: null }, scope, { status: 'ok' });
  const { book, orders, outcomes, status } = worst;
  const few = orders < FEWEST_CASES ? ' Too few for a share.' : '';
  const explain = (): string =>
    `Senders reported ${outcomes.toLocaleString('en')} purchases, and ${BOOKS[book].has} ${orders.toLocaleString('en')}.${few}`;
  const measured = {
    ...{ hits: outcomes, cases: orders, money: null },
    ...{ share: orders < FEWEST_CASES ? null : outcomes / orders, evidence: evidenceOfDays(base, scope, worst.days) },
  };
  return findingOf({ ...kind, explain }, measured, scope, { status });
}
