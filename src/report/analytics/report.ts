// The one way of a report: filters → plan → rows → answer. An operation writes its plan and what its rows come to; all else is here: the version of the
// figures, the cache of answers, the figures as of an earlier time, the engine, objections, receipts and intervals.
// Reports as of earlier knowledge are computed in a file of their own by credit/as-of.
import { profileDay, profileDayStart } from '../../account/profiles/index.ts';
import type { ReadBase } from '../../base/base.ts';
import type { OperationId } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { canonicalJson } from '../../base/kit/canonical.ts';
import { type InFlight, joinOrBegin } from '../../base/kit/in-flight.ts';
import type { AnyStatement, Param } from '../../base/warehouse/port.ts';
import { type Prepared, statement, typed } from '../../base/warehouse/statements.ts';
import { type Knowledge, knowledgeOf, knowledgeVersion, recall } from '../../credit/as-of/index.ts';
import { profileVersion, type Version } from '../../credit/pipeline/index.ts';
import { computeOnce, waitFor } from './computations.ts';
import {
  atOneVersion,
  type Comparison,
  comparisonNow,
  earlier,
  type Figures,
  figuresNow,
  frameOf,
  type ReportFrame,
} from './figures.ts';
import { currencyMark, type InCurrency, inCurrency } from './in-currency.ts';
import type { Interval, Variation } from './intervals/intervals.ts';
import type { Figure, Receipt, Receipts, ReceiptsAsked } from './receipts/receipt.ts';
import { asWarnings, type ShownDays, type Warning, withOutages, withTrust } from './warnings.ts';

const isSame = (a: Version, b: Version): boolean =>
  a.through_seq === b.through_seq && a.through_decision === b.through_decision && a.code === b.code;

/** The name of a state of knowledge in keys; it has numbers that JSON lacks. */
export const nameOf = ({ seq, decision, at }: Knowledge): string => `${seq}.${decision}${at === null ? '' : `@${at}`}`;

/** A report on the current figures, or on those of `as_of`. */
export async function figuresRequested<Params extends { as_of?: string }, Report extends { meta?: { version: Version } }>(
  base: ReadBase,
  profileId: string,
  operation: string,
  params: Params,
  report: (figures: Figures) => Promise<Report>,
): Promise<Report> {
  const { as_of, ...query } = params;
  // Apart, as what is refused now may be answered as of then.
  const now = (...times: Knowledge[]) =>
    cachedByVersion(base, profileId, [operation, query, ...times.map(nameOf)], async () =>
      report(await figuresNow(base, profileId, times)),
    );
  if (as_of === undefined) return now();
  const knowledge = await knowledgeOf(base, profileId, 'as_of', as_of);
  const version = knowledgeVersion(knowledge);
  if (knowledge.at === null && isSame(version, await profileVersion(base, profileId))) return now(knowledge);
  const computation = computeOnce(base, [profileId, operation, query, nameOf(knowledge)], (onProgress) =>
    recall(base, profileId, knowledge, (read) => report(earlier(base, profileId, read, knowledge)), onProgress),
  );
  return typed(await waitFor(base, computation));
}

// Answers kept for as long as a profile's figures stay at one version in one file: a report asked again before they move is not computed again. A rebuilt
// file may be of the same version and hold other figures, as where the one before was damaged. Only reports that follow from the warehouse alone may be
// kept; names of people come from state and are not.

/** Answers of one profile; more start again. */
const MAX_ANSWERS = 100;

interface Kept {
  version: string;
  answers: Map<string, unknown>;
}

/** The answers cached at a version; empty when the figures have moved. */
function keptAt(base: ReadBase, profileId: string, version: string): Map<string, unknown> {
  const all = base.memo('report/analytics cached answers', () => new Map<string, Kept>());
  const kept = all.get(profileId);
  if (kept?.version === version && kept.answers.size < MAX_ANSWERS) return kept.answers;
  const answers = new Map<string, unknown>();
  all.set(profileId, { version, answers });
  return answers;
}

/** A decision that the figures do not know yet may already refuse a request, so it counts. */
const figuresName = (base: ReadBase, profileId: string, { through_seq, through_decision, code }: Version): string =>
  [through_seq, through_decision, code, base.state.lastDecision(profileId), base.warehouse.writes(profileId).files].join(' ');

const inFlightOf = (base: ReadBase): InFlight<unknown> =>
  base.memo('report/analytics answers in flight', (): InFlight<unknown> => new Map());

/** Answers what `report` answered at this version before, or runs it, once for all who ask meanwhile; `what` names the operation and all that it was asked. */
export async function cachedByVersion<Report extends { meta?: { version: Version } }>(
  base: ReadBase,
  profileId: string,
  what: unknown,
  report: () => Promise<Report>,
): Promise<Report> {
  const key = canonicalJson(what);
  const version = figuresName(base, profileId, await profileVersion(base, profileId, { mayBeBefore: true }));
  const cached = keptAt(base, profileId, version).get(key);
  if (cached) return typed(cached);
  const work = (): Promise<Report> => computeAndKeep(base, profileId, key, report);
  return typed(await joinOrBegin(inFlightOf(base), JSON.stringify([profileId, version, key]), work));
}

async function computeAndKeep<Report extends { meta?: { version: Version } }>(
  base: ReadBase,
  profileId: string,
  key: string,
  report: () => Promise<Report>,
): Promise<Report> {
  const { files } = base.warehouse.writes(profileId);
  const answer = await atOneVersion(base, profileId, report);
  // One that was computed from two files is of neither.
  if (answer.meta && base.warehouse.writes(profileId).files === files)
    keptAt(base, profileId, figuresName(base, profileId, answer.meta.version)).set(key, answer);
  return answer;
}

/** The parameters that reports share; each operation takes some of them. */
interface ReportParams extends ReceiptsAsked {
  as_of?: string;
  goal?: string | undefined;
  audience?: 'inside' | 'outside' | undefined;
  /** The end of the period. */
  date_to?: string;
  asks_spread?: boolean;
  /** Of all money in the answer; undefined: the profile's. */
  currency?: string | undefined;
}

/** What a report computes with besides its rows. */
export interface About<Params> {
  profileId: string;
  params: Params;
  frame: ReportFrame;
  /** Where it reads; for what is beside its plan. */
  figures: Figures;
  /** The first moment of a local day, in milliseconds since 1970. */
  dayStart: (day: string) => number;
  /** What its plan adds to convert the money of these days into the currency of the report. */
  moneyOf: (from: string, to: string) => InCurrency;
}

/** The question of a report: one prepared statement. */
export type Plan<Params, AnyRow> = (about: About<Params>) => Prepared<AnyRow>;

/** What rows come to: `meta` without the version, receipts and intervals as they are requested. */
export interface Shaped<Data, Meta> {
  data: Data;
  meta: Meta;
  warnings?: Warning[];
  receipts: () => Iterable<Figure>;
  intervals?: (variation: Variation) => Interval[];
}

export type Shape<Params, AnyRow, Data, Meta> = (
  rows: AnyRow[],
  about: About<Params>,
) => Shaped<Data, Meta> | Promise<Shaped<Data, Meta>>;

/** A report as computed: kept at its version, for every request that differs in receipts and intervals alone. */
interface Computed<Data, Meta> {
  data: Data;
  meta: Meta & { version: Version };
  warnings?: Warning[];
  receipts: Receipts;
  intervals?: (variation: Variation) => Interval[];
  variation: Variation;
}

/** Of the year until the end of the period; read where intervals are requested. */
async function variationOf({ params, frame, figures }: About<ReportParams>): Promise<Variation> {
  if (params.asks_spread !== true || params.date_to === undefined) return { goal: 1, cash: 1 };
  const question = statement('warehouse/report/money/value_variation_get', { goal: frame.goal, date_to: params.date_to });
  const [row] = await figures.read(question);
  return { goal: row?.of_goal ?? 1, cash: row?.of_cash ?? 1 };
}

/** A report of these figures: its frame, its plan, the rows of it and what they come to. */
export async function computeReport<Params extends ReportParams, AnyRow, Data, Meta>(
  { base, profileId, params, figures }: { base: ReadBase; profileId: string; params: Params; figures: Figures },
  plan: Plan<NoInfer<Params>, AnyRow>,
  shape: Shape<NoInfer<Params>, NoInfer<AnyRow>, Data, Meta>,
): Promise<Computed<Data, Meta>> {
  const own = await frameOf(base, profileId, params.goal, figures);
  const { version } = own;
  const frame = { ...own, currency: params.currency ?? own.currency };
  const wanted = { profileId, own: own.currency, into: params.currency };
  const moneyOf = (from: string, to: string): InCurrency => inCurrency(base, wanted, from, to);
  const dayStart = (day: string): number => profileDayStart(base, profileId, day);
  const about = { profileId, params, frame, figures, dayStart, moneyOf };
  const question = plan(about);
  const rows: AnyRow[] = typed(await figures.read(question));
  const { data, meta, warnings = [], receipts, intervals } = await shape(rows, about);
  const variation = await variationOf(about);
  return {
    data,
    meta: { ...meta, version },
    ...asWarnings(warnings),
    receipts: { source: { plan: question, version }, figures: receipts },
    ...(intervals ? { intervals } : {}),
    variation,
  };
}

/** The parameters with whether intervals are requested, for a statement that computes more for them. */
export const withSpread = <Params extends ReceiptsAsked>(params: Params): Params & { asks_spread: boolean } => ({
  ...params,
  asks_spread: params.include?.includes('interval') === true,
});

/** A request for a report. */
export interface ReportRequest<Params> {
  base: ReadBase;
  profileId: string;
  operation: OperationId;
  /** As sent, with what else the figures depend on, as the day of a request. */
  params: Params;
  /** The days whose objections limit the trust in the answer: all of them, or outages alone. */
  shown: ShownDays & { outagesOnly?: boolean };
}

/**
 * Answers a report: its version, the cache of answers, the figures as of an earlier time, the engine, objections to the figures, receipts and
 * intervals are the same for every operation; what it asks is `plan`, what the rows come to is `shape`.
 */
export async function report<Params extends ReportParams, AnyRow, Data, Meta>(
  { base, profileId, operation, params, shown }: ReportRequest<Params>,
  plan: Plan<NoInfer<Params>, AnyRow>,
  shape: Shape<NoInfer<Params>, NoInfer<AnyRow>, Data, Meta>,
) {
  const { include, receipts_of: _, audience: __, ...query }: ReportParams = params;
  const keyParams = { ...query, ...currencyMark(base, params.currency) };
  const { receipts, intervals, variation, ...found } = await figuresRequested(base, profileId, operation, keyParams, (figures) =>
    computeReport({ base, profileId, params, figures }, plan, shape),
  );
  const answer = shown.outagesOnly ? withOutages(base, profileId, shown, found) : await withTrust(base, profileId, shown, found);
  return {
    ...answer,
    ...(intervals && include?.includes('interval') ? { intervals: intervals(variation) } : {}),
    ...receiptMembers(params, receipts, answer.warnings),
  };
}

/** As `report`, of a period beside another; whether the period still runs is known now alone, and no cached answer knows it. */
export async function reportCompared<Params extends ReportParams, AnyRow, Data, Meta extends { comparison: Comparison }>(
  request: ReportRequest<Params>,
  plan: Plan<NoInfer<Params>, AnyRow>,
  shape: Shape<NoInfer<Params>, NoInfer<AnyRow>, Data, Meta>,
) {
  const answer = await report(request, plan, shape);
  const today = profileDay(request.base, request.profileId);
  const comparison = comparisonNow(answer.meta.comparison, { to: request.shown.date_to, today });
  return { ...answer, meta: { ...answer.meta, comparison } };
}

/** A response stays below a megabyte. */
const MAX_RECEIPTS = 2_000;

interface Added {
  receipts?: Receipt[];
  statements?: components['schemas']['ReceiptStatements'];
  warnings?: Warning[];
}

/** The members that a request with `include=receipt` adds to an answer; none without it. */
export function receiptMembers(
  selection: ReceiptsAsked,
  { source, figures }: Receipts,
  warnings: readonly Warning[] = [],
): Added {
  if (!selection.include?.includes('receipt')) return {};
  const { plan, version } = source;
  const name = plan.at(-1)?.name ?? '';
  const receipts: Receipt[] = [];
  let isCut = false;
  for (const figure of figures()) {
    if (selection.receipts_of !== undefined && !isWithin(figure.path, selection.receipts_of)) continue;
    isCut = receipts.length === MAX_RECEIPTS;
    if (isCut) break;
    receipts.push({ ...figure, statement: name, version });
  }
  const all = isCut ? [...warnings, CUT] : warnings;
  return {
    receipts,
    statements: [{ name, sql: plan.map(({ sql }) => sql).join(';\n\n'), parameters: parametersOf(plan) }],
    ...(all.length > 0 ? { warnings: [...all] } : {}),
  };
}

const CUT: Warning = {
  code: 'receipts_cut',
  message: `The response has more than ${MAX_RECEIPTS} figures; receipts of the first are included. Request others by receipts_of.`,
};

const isWithin = (path: string, pointer: string): boolean => path === pointer || path.startsWith(`${pointer}/`);

function parametersOf(plan: readonly AnyStatement[]): Record<string, unknown> {
  const bound = plan.flatMap(({ params = {} }) => Object.entries(params));
  return Object.fromEntries(bound.map(([name, value]) => [name, jsonOf(value)]));
}

const jsonOf = (value: Param): unknown =>
  typeof value === 'bigint' ? String(value) : Array.isArray(value) ? value.map(String) : value;
