// Where a report reads: the figures in force, of the profile's engine, or those of earlier knowledge; and what it reads first, its frame (zone and
// currency of its figures, its definition and model, its version) and whether the period before can be compared.
import type { ReadBase } from '../../base/base.ts';
import type { components } from '../../base/contract/types.ts';
import { trimmedDecimal } from '../../base/kit/decimals.ts';
import type { ClickHouse } from '../../base/warehouse/clickhouse/clickhouse.ts';
import { twinPlan } from '../../base/warehouse/clickhouse/twin-plan.ts';
import type { AnyStatement, LastRow, Param, Statement, Statements } from '../../base/warehouse/port.ts';
import { statement, typed } from '../../base/warehouse/statements.ts';
import { goalKnown, type Knowledge, knowledgeVersion } from '../../credit/as-of/index.ts';
import { defaultDefinition } from '../../credit/definitions/index.ts';
import type { Model } from '../../credit/goals/index.ts';
import { ask, askHeld, profileVersion, type Reader, type Version } from '../../credit/pipeline/index.ts';
import { type BuildToRead, buildAt, engineOf, identityCheck, isFailing, noteFailure } from '../../credit/second-engine/index.ts';
import { comparesLetters } from './filters.ts';

export interface ReportFrame {
  /** `conversion_key` of the definition requested, or of the default one. */
  goal: string;
  currency: string;
  timezone: string;
  /** The profile's model. */
  model: Model;
  version: Version;
}

/** Where a report reads: the live figures, or those of earlier knowledge. */
export interface Figures {
  read: Reader;
  /** The rows of a small statement that every report needs. */
  readHeld: <AnyRow>(statement: Statement<AnyRow>) => Promise<AnyRow[]>;
  versionNow: () => Promise<Version>;
  /** Refuses what these figures know no definition of. */
  goalNamed: (goal: string) => string;
}

/** The current figures; for a request about an earlier time, a definition may have been removed since. */
export const live = (base: ReadBase, profileId: string, times: readonly Knowledge[] = []): Figures => ({
  read: (statements) => ask(base, profileId, statements),
  readHeld: (request) => askHeld(base, profileId, request),
  versionNow: () => profileVersion(base, profileId),
  goalNamed: (goal) => goalKnown(base, profileId, goal, times),
});

/** The figures of earlier knowledge, or at some step of the movement from one to another. */
export const earlier = (base: ReadBase, profileId: string, read: Reader, to: Knowledge, from: Knowledge = to): Figures => ({
  read,
  readHeld: async (request) => typed(await read(request)),
  versionNow: async () => knowledgeVersion(to),
  goalNamed: (goal) => goalKnown(base, profileId, goal, [from, to]),
});

/** Refuses a goal that no definition of the profile has; `undefined` requests the default definition. */
export async function frameOf(
  base: ReadBase,
  profileId: string,
  goal: string | undefined,
  { readHeld, versionNow, goalNamed }: Figures = live(base, profileId),
): Promise<ReportFrame> {
  const named = goal === undefined ? undefined : goalNamed(goal);
  const [rows, version] = await Promise.all([readHeld(statement('warehouse/report/analytics/frame_get')), versionNow()]);
  const [row] = rows;
  if (!row) throw new Error('frame_get answers one row.');
  return {
    goal: named ?? row.default_goal ?? defaultDefinition(base, profileId).conversion_key,
    currency: row.currency,
    timezone: row.timezone,
    model: row.model,
    version,
  };
}

const TRIES = 3;

/**
 * Runs a report that reads its frame first, again until the figures had one version from start to end, so that the version it
 * names is the one it was computed from. Under steady landing the third answer is returned unchecked.
 */
export async function atOneVersion<Report extends { meta?: { version: Version } }>(
  base: ReadBase,
  profileId: string,
  report: () => Promise<Report>,
): Promise<Report> {
  for (let tried = 1; ; tried++) {
    const answer = await report();
    const { through_seq, through_decision, code } = await profileVersion(base, profileId);
    const named = answer.meta?.version;
    const isSame = named?.through_seq === through_seq && named.through_decision === through_decision && named.code === code;
    if (isSame || tried === TRIES) return answer;
  }
}

// Reports from ClickHouse, for a profile with that engine: the same rows from a build of the same version. DuckDB answers requests that ClickHouse
// cannot, and requests that fail there.

/** The range of the type Date32. */
const [FIRST_DAY, LAST_DAY] = ['1900-01-01', '2299-12-31'];
const DAYS = ['date_from', 'date_to', 'money_from', 'money_to'];

const isDayThere = (day: Param | undefined): boolean =>
  typeof day !== 'string' || (day >= FIRST_DAY && day <= LAST_DAY && day.length === FIRST_DAY.length);

/** Letters of either case are compared by tables that differ between engines, and days outside of its range are others there. */
const isSameThere = (plan: readonly AnyStatement[]): boolean =>
  plan.every(({ params = {} }) => DAYS.every((name) => isDayThere(params[name])) && !comparesLetters(params));

/** Says once why DuckDB answers, until there is another reason. */
function noteReason(base: ReadBase, profileId: string, reason: string | null): void {
  const reasons = base.memo('report/analytics why DuckDB answers', () => new Map<string, string | null>());
  if ((reasons.get(profileId) ?? null) === reason) return;
  reasons.set(profileId, reason);
  if (reason !== null) base.log.warn({ profile: profileId, reason }, 'reports are read from DuckDB, not from ClickHouse');
}

/** The figures in force, from the profile's engine. */
export async function figuresNow(base: ReadBase, profileId: string, times: readonly Knowledge[] = []): Promise<Figures> {
  const duckdb = live(base, profileId, times);
  if (engineOf(base, profileId) === 'duckdb') return duckdb;
  const found = buildAt(base, profileId, await profileVersion(base, profileId));
  noteReason(base, profileId, 'reason' in found ? found.reason : null);
  return 'reason' in found || !base.clickhouse ? duckdb : figuresOf(base, profileId, base.clickhouse, found, duckdb);
}

function figuresOf(base: ReadBase, profileId: string, clickhouse: ClickHouse, build: BuildToRead, duckdb: Figures): Figures {
  const read: Reader = async <const Asked extends Statements>(statements: Asked): Promise<LastRow<Asked>[]> => {
    const twins = twinPlan(statements);
    if (!twins || !isSameThere(twins) || isFailing(base)) return duckdb.read(statements);
    try {
      return typed(await clickhouse.query(build.database, [identityCheck(base, profileId, build), ...twins]));
    } catch (error) {
      noteFailure(base);
      base.log.warn({ profile: profileId, err: error }, 'ClickHouse failed to answer a report; DuckDB answers it');
      return duckdb.read(statements);
    }
  };
  return {
    ...duckdb,
    read,
    readHeld: async (request) => typed(await read(request)),
    // A report names the version that it was computed from: after a change of version it is computed again.
    versionNow: async () => build.version,
  };
}

export type Comparison = components['schemas']['Comparison'];
type Reason = Comparison['visits'];

/** The period before, and of each kind of data whether it reaches back so far. */
export async function comparisonOf({ readHeld }: Figures, before: { from: string; to: string }): Promise<Comparison> {
  const [begins] = await readHeld(statement('warehouse/report/analytics/data_begins_get'));
  const reasonOf = (first: string | null | undefined): Reason => (first && first <= before.from ? null : 'before_data');
  return {
    date_from: before.from,
    date_to: before.to,
    visits: reasonOf(begins?.visits_from),
    outcomes: reasonOf(begins?.outcomes_from),
    spend: reasonOf(begins?.spend_from),
  };
}

/** As of now, which no kept answer knows. */
export function comparisonNow(comparison: Comparison, period: { to: string; today: string }): Comparison {
  if (period.to < period.today) return comparison;
  return { ...comparison, visits: 'period_running', outcomes: 'period_running', spend: 'period_running' };
}

/** Money of a report in the profile's currency; null where it could not be converted, and nothing where there is none. */
export const convertedMoney = (value: string | null | undefined): string | null =>
  value === null ? null : trimmedDecimal(value ?? '0');
