// The value of each term of a receipt in the rows of its statement: read by hand, as an analyst would who runs the statement on the profile's
// file. A term that is not listed here fails the crawler.
import { unitsOf } from '../../../src/base/kit/decimals.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows of any statement, and answers that the contract has been checked against
export type Json = any;

/** Units of 10^-12, within so many of them; null where nothing is known. */
export type Expected = { units: bigint; within: bigint } | null;

export interface Place {
  /** Of the figure. */
  path: string;
  term: string;
  rows: Json[];
  answer: Json;
}

/** What rounding may add to each of the parts that a figure is a sum of. */
const ROUNDING = 10n ** 6n;
const exactly = (units: bigint | null): Expected => (units === null ? null : { units, within: 0n });
const about = (units: bigint, parts: number): Expected => ({ units, within: ROUNDING * BigInt(parts) });

const plain = (value: unknown): bigint | null => (value === null ? null : unitsOf(String(value), 12));
/** A column of so many millionths. */
const million = (value: unknown): bigint | null => (value === null ? null : unitsOf(String(value), 6));
const sum = (values: (bigint | null)[]): bigint => values.reduce<bigint>((all, value) => all + (value ?? 0n), 0n);
const both = (a: bigint | null, b: bigint | null): bigint | null => (a === null || b === null ? null : a + b);
const less = (a: bigint | null, b: bigint | null): bigint | null => (a === null || b === null ? null : a - b);

export const partsOf = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

const OVERVIEW: Record<string, (row: Json) => bigint | null> = {
  spend: (row) => plain(row.spend),
  sold: (row) => both(million(row.revenue_millionths), million(row.refunded_millionths)),
  reversed: (row) => million(row.refunded_millionths),
  paid_revenue: (row) => million(row.paid_revenue_millionths),
  received: (row) => both(million(row.cash_millionths), million(row.returned_millionths)),
  returned: (row) => million(row.returned_millionths),
  payments: (row) => million(row.payment_millionths),
  outcomes: (row) => million(row.outcome_millionths),
  attributed_outcomes: (row) => million(row.attributed_millionths),
  other_outcomes: (row) => less(million(row.outcome_millionths), million(row.attributed_millionths)),
  visitors: (row) => plain(row.visitors),
  pageviews: (row) => plain(row.pageviews),
  bounces: (row) => plain(row.bounces),
  sessions: (row) => plain(row.sessions),
  engaged_seconds: (row) => (plain(row.engaged_ms) ?? 0n) / 1000n,
};

function ofOverview({ path, term, rows }: Place): Expected | undefined {
  const [, bucket = ''] = partsOf(path);
  const row = rows[bucket === 'previous' ? 0 : bucket === 'current' ? 1 : Number(bucket)];
  const read = OVERVIEW[term];
  return read && row ? exactly(read(row)) : undefined;
}

/** Credit of a row, or of all of them, under one model. */
const earnedOf = (rows: Json[], model: string | undefined): Json[] =>
  rows.flatMap(({ models }) => models.filter((each: Json) => each.model === model));

/** The fit of the data-driven model. */
function ofFit({ path, term, rows: [found] }: Place): Expected | undefined {
  const channels: Json[] = found.fitted_channels;
  const effect = channels.find(({ channel }) => channel === partsOf(path).at(-1));
  const terms: Record<string, bigint | null> = {
    base_probability: plain(found.base_probability),
    conversions: plain(found.fitted_conversions),
    removal_effect: plain(effect?.removal_effect ?? null),
    all_effects: sum(channels.map(({ removal_effect }) => plain(removal_effect))),
  };
  return term in terms ? exactly(terms[term] ?? null) : undefined;
}

function ofAttribution(place: Place): Expected | undefined {
  const { path, term, answer } = place;
  const [found] = place.rows;
  const parts = partsOf(path);
  if (parts[0] === 'meta') return ofFit(place);
  const [, block, at] = parts;
  const key = block === 'rows' ? answer.data.rows[Number(at)].key : undefined;
  const all: Json[] = found.rows ?? [];
  const own = key === undefined ? all : all.filter((row) => row.key === key);
  const one: Json = key === undefined ? found : own[0];
  const earned = earnedOf(own, parts[parts.indexOf('models') + 1]);
  const total = (column: string): bigint => sum(earned.map((each) => million(each[column])));
  const weights = (): bigint[] =>
    (found.models as string[]).map((model) => sum(earnedOf(own, model).map((each) => million(each.weight))));
  const most = (list: bigint[], isMore: (a: bigint, b: bigint) => boolean): bigint =>
    list.reduce((best, each) => (isMore(each, best) ? each : best));
  const terms: Record<string, () => bigint | null> = {
    spend: () => plain(one?.spend ?? null),
    touches: () => plain(one.touches),
    conversions_touched: () => plain(one.conversions_touched),
    credited_millionths: () => total('weight') * 1_000_000n,
    credited: () => total('weight'),
    credited_value: () => total('value'),
    paid_revenue: () => total('paid_value'),
    paid_conversions: () => total('paid_weight'),
    highest: () => most(weights(), (a, b) => a > b),
    lowest: () => most(weights(), (a, b) => a < b),
    conversions: () => plain(found.conversions),
    counted: () => (found.is_filtered ? total('weight') : plain(found.conversions)),
    counted_value: () => (found.is_filtered ? total('value') : plain(found.amount)),
    value: () => (found.is_filtered ? total('value') : plain(found.amount)),
  };
  const read = terms[term];
  return read && exactly(read());
}

function ofPaths({ path, term, rows }: Place): Expected | undefined {
  const [block, at] = partsOf(path);
  const row = rows[block === 'meta' ? 0 : Number(at)];
  const [conversions, revenue] = block === 'meta' ? ['path_conversions', 'path_revenue'] : ['conversions', 'revenue'];
  const terms: Record<string, bigint | null> = {
    paths: plain(row.paths),
    conversions: plain(row[conversions]),
    value: plain(row[revenue]),
    touches: plain(row.touches),
    seconds: row.duration_micros === null ? null : unitsOf(String(row.duration_micros), 6),
  };
  return term in terms ? exactly(terms[term] ?? null) : undefined;
}

/** Of a cohort, once. */
const onceOf = (rows: Json[], column: string): bigint =>
  sum(rows.filter(({ months_since: since }) => since === null || Number(since) === 0).map((row) => million(row[column])));
const columnOf = (rows: Json[], column: string): bigint => sum(rows.map((row) => million(row[column])));

function ofCohortRow(row: Json, term: string): Expected | undefined {
  const terms: Record<string, bigint | null> = {
    people: million(row.people_millionths),
    spend: plain(row.spend),
    paid_cash: million(row.paid_millionths),
    other_cash: million(row.unpaid_millionths),
    cash: million(row.unattributed_millionths),
  };
  return term in terms ? exactly(terms[term] ?? null) : undefined;
}

/** Cash and spend of the cohorts that are so old, each with its own rounding. */
function ofPooled(month: number, term: string, { rows, answer }: Place): Expected | undefined {
  const old = answer.data.rows.filter(
    (cell: Json) => cell.months_since === month && cell.is_ripe && cell.cohort !== 'earlier' && Number(cell.spend ?? 0) > 0,
  );
  const cohorts = new Set(old.map(({ cohort }: Json) => cohort));
  const own = rows.filter(({ cohort }) => cohort !== null && cohorts.has(String(cohort).slice(0, 7)));
  const paidUntil = (last: number): bigint =>
    columnOf(
      own.filter(({ months_since: since }) => Number(since) <= last),
      'paid_millionths',
    );
  if (term === 'cohorts') return exactly(BigInt(cohorts.size) * 10n ** 12n);
  if (term === 'paid_cash') return about(paidUntil(month), own.length);
  if (term === 'paid_cash_before') return about(paidUntil(month - 1), own.length);
  const begun = own.filter(({ months_since: since }) => Number(since) === 0);
  return term === 'spend' ? exactly(sum(begun.map(({ spend }) => plain(spend)))) : undefined;
}

function ofCohorts(place: Place): Expected | undefined {
  const { path, term, rows } = place;
  const [, block, at, name] = partsOf(path);
  if (block === 'rows') return ofCohortRow(rows[Number(at)], term);
  if (block === 'pooled' && name !== undefined) return ofPooled(Number(at), term, place);
  const spread = ['paid_millionths', 'unpaid_millionths', 'unattributed_millionths'].map((column) => columnOf(rows, column));
  const ledger = sum(rows.map((row) => plain(row.ledger)));
  const parts: Record<string, Expected> = {
    'totals people': exactly(onceOf(rows, 'all_people') * 1_000_000n),
    'totals cash': exactly(ledger),
    'totals spend': exactly(plain(rows[0].range_spend)),
    'unattributed people': exactly(onceOf(rows, 'unattributed_people_millionths')),
    'unattributed cash': about(columnOf(rows, 'unattributed_millionths'), rows.length),
    'elsewhere cash': about(ledger - sum(spread), rows.length),
    'elsewhere credited': exactly(onceOf(rows, 'people_millionths')),
  };
  return parts[`${block} ${term}`];
}

/** The later side, which is the report of now; the earlier one and what is between them are other files. */
function ofChanges({ path, rows: [found], answer }: Place): Expected | undefined {
  const parts = partsOf(path);
  const [, block, at] = parts;
  const [side, figure = ''] = parts.slice(-2);
  if (side !== 'to') return undefined;
  const all: Json[] = found.rows ?? [];
  const own = block === 'channels' ? all.filter((row) => row.key === answer.data.channels[Number(at)].channel) : all;
  const earned = earnedOf(own, answer.meta.known_to.model);
  const [weight, value] = ['weight', 'value'].map((column) => sum(earned.map((each) => million(each[column])))) as [
    bigint,
    bigint,
  ];
  const [counted, amount] = [plain(found.conversions) ?? 0n, plain(found.amount) ?? 0n];
  const figures: Record<string, Record<string, bigint | null>> = {
    totals: { outcomes: counted, revenue: amount, spend: plain(found.spend), credited_revenue: value },
    channels: { outcomes: weight, revenue: null, spend: plain(own[0]?.spend ?? null), credited_revenue: value },
    unattributed: { outcomes: counted - weight, revenue: null, spend: null, credited_revenue: amount - value },
  };
  const units = figures[block ?? '']?.[figure];
  return units === undefined || units === null ? null : about(units, 1);
}

const VISITS: Record<string, (row: Json) => bigint | null> = {
  ...Object.fromEntries(
    ['visits', 'people', 'views', 'bounces', 'entries', 'exits', 'longer_visits'].map((name) => [
      name,
      (row) => plain(row[name]),
    ]),
  ),
  engaged_seconds: (row) => (plain(row.engaged_ms) === 0n ? null : (plain(row.engaged_ms) ?? 0n) / 1000n),
  counted: (row) => million(row.counted_millionths),
  credited: (row) => million(row.credited_millionths),
};

/** Two rows for each key: of the period, then of the compared one; the totals are first. */
function ofVisits({ path, term, rows }: Place): Expected | undefined {
  const [, block, ...rest] = partsOf(path);
  const [at, side] = block === 'rows' ? [Number(rest[0]) + 1, rest[1]] : [0, rest[0]];
  const row = rows[2 * at + (side === 'previous' ? 1 : 0)];
  const isCounted = block !== 'rows' && row?.counted_millionths !== undefined;
  const read = VISITS[term === 'conversions' ? (isCounted ? 'counted' : 'credited') : term];
  return read && row ? exactly(read(row)) : undefined;
}

/** One row for each key and step; all people are first. */
function ofFunnel({ path, term, rows }: Place): Expected | undefined {
  const [, block, at = '', member, step] = partsOf(path);
  const own = rows.filter(({ place }) => String(place) === (block === 'rows' ? String(Number(at) + 1) : '0'));
  const here = block === 'rows' ? Number(step ?? own.length - 1) : Number(at);
  const people = (row: Json): bigint | null => (row === undefined ? null : plain(row.people));
  const terms: Record<string, bigint | null> = {
    people: people(own[here]),
    before: people(own[here - 1]),
    first: people(own[0]),
    last: people(own.at(-1)),
    lost: 0n,
    seconds: own[here]?.median_micros === null ? null : (plain(own[here]?.median_micros) ?? 0n) / 1_000_000n,
  };
  return member !== undefined && term in terms ? exactly(terms[term] ?? null) : undefined;
}

/** Of a period: all keys, the key of a row, or the rest without a key; or a day. */
function ofWhy({ path, term, rows: [found], answer }: Place): Expected | undefined {
  const [, block = '', at = '', place = ''] = partsOf(path);
  const { data } = answer;
  if (block === 'days') {
    const { day, compared_day } = data.days[Number(at)];
    const row = found.days.find((each: Json) => each.day === (place.endsWith('before') ? compared_day : day));
    const columns: Record<string, bigint | null> = {
      visits: plain(row?.visits ?? 0),
      revenue: million(row?.value ?? 0),
      conversions: million(row?.weight ?? 0),
    };
    return term in columns ? exactly(columns[term] ?? null) : undefined;
  }
  const listed = new Set(data.rows.map(({ key }: Json) => key));
  const period = [at, place].find((part) => part === 'before' || part === 'after');
  const own = (found.keys ?? []).filter((row: Json) => {
    if (row.period !== period) return false;
    if (block === 'rows') return row.key === data.rows[Number(at)].key;
    if (block === 'unattributed') return row.key === null;
    return block !== 'others' || (row.key !== null && !listed.has(row.key));
  });
  const attributed = found.attributed?.find((each: Json) => each.period === period);
  const terms: Record<string, bigint | null> = {
    visits: sum(own.map(({ visits }: Json) => plain(visits))),
    conversions: sum(own.map(({ weight }: Json) => million(weight))),
    value: sum(own.map(({ value }: Json) => million(value))),
    refunds: sum(own.map(({ refunded }: Json) => million(refunded))),
    attributed: million(attributed?.attributed ?? 0),
    coverage: null,
    rate: null,
    order_value: null,
  };
  return term in terms ? exactly(terms[term] ?? null) : undefined;
}

const isRestOf = (path: string): boolean => path.startsWith('/data/unattributed');

/** The first key is null: all keys together. Of all conversions, credited or not, the row itself has the sums. */
function ofEconomics({ path, term, rows: [found] }: Place): Expected | undefined {
  const [, block, at = ''] = partsOf(path);
  const together = found.keys[0];
  const row = block === 'rows' ? found.keys[Number(at) + 1] : together;
  const earned = block === 'totals' && !found.is_filtered ? found : row;
  const columns: Record<string, string> = { new_customer_revenue: 'new_value', cost_of_goods: 'goods', fees: 'fees' };
  const column = columns[path.split('/').at(-1) ?? ''] ?? 'value';
  // Costs that are not known for some of the days.
  const isOpen = (column === 'goods' || column === 'fees') && (isRestOf(path) ? found : earned).lacks_costs;
  if (isOpen && (term === 'credited_value' || term === 'value')) return null;
  const rest = (name: string): bigint | null =>
    less(million((found.is_filtered ? together : found)[name]), million(together[name] ?? 0));
  const isRest = block === 'unattributed';
  const terms: Record<string, bigint | null> = {
    spend: plain(row.spend),
    spend_with_clicks: plain(row.clicks_spend),
    spend_with_impressions: plain(row.impressions_spend),
    impressions: plain(
      path.endsWith('ctr') ? row.rate_impressions : path.endsWith('cpm') ? row.priced_impressions : row.impressions,
    ),
    clicks: plain(path.endsWith('ctr') ? row.rate_clicks : path.endsWith('cpc') ? row.priced_clicks : row.clicks),
    conversions: isRest ? rest('weight') : million(earned.weight),
    new_customers: isRest ? rest('new_weight') : million(earned.new_weight),
    paid_new_customers: million(row.new_paid_weight),
    paid_new_value: million(row.new_paid_value),
    customers: plain(earned.people),
    returning_customers: plain(earned.returning_people),
    value: million(earned[column]),
    returning_value: less(million(earned.value), million(earned.new_value)),
    credited_value: isRest ? rest(column) : million(row[column]),
  };
  return term in terms ? exactly(terms[term] ?? null) : undefined;
}

/** One row for each key and number of days. */
function ofLifetime({ path, term, rows, answer }: Place): Expected | undefined {
  const [, block, at = '', ...rest] = partsOf(path);
  const key = block === 'rows' ? answer.data.rows[Number(at)].key : null;
  const days = block === 'rows' ? rest[1] : rest[0];
  const own = rows.filter((row) => row.key === key && (String(row.place) === '0') === (block === 'totals'));
  const row = own.find((each) => String(each.days) === days) ?? own[0];
  if (!['acquired', 'people', 'cash'].includes(term)) return undefined;
  return exactly(row === undefined ? 0n : plain(row[term]));
}

const BY_OPERATION: Record<string, (place: Place) => Expected | undefined> = {
  '/api/v1/overview': ofOverview,
  '/api/v1/overview/series': ofOverview,
  '/api/v1/attribution': ofAttribution,
  '/api/v1/attribution/paths': ofPaths,
  '/api/v1/attribution/cohorts': ofCohorts,
  '/api/v1/attribution/changes': ofChanges,
  '/api/v1/traffic': ofVisits,
  '/api/v1/traffic/pages': ofVisits,
  '/api/v1/traffic/journeys': ofVisits,
  '/api/v1/funnels': ofFunnel,
  '/api/v1/why': ofWhy,
  '/api/v1/economics': ofEconomics,
  '/api/v1/lifetime-value': ofLifetime,
};

/** Undefined: the rows do not say. */
export const expectedOf = (operation: string, place: Place): Expected | undefined => BY_OPERATION[operation]?.(place);
