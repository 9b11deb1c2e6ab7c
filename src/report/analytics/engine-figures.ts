// Reports from ClickHouse, for a profile with that engine: the same rows from a build of the same version. DuckDB answers requests that ClickHouse
// cannot, and requests that fail there.
import type { ReadBase } from '../../base/base.ts';
import type { ClickHouse } from '../../base/warehouse/clickhouse/clickhouse.ts';
import { twinPlan } from '../../base/warehouse/clickhouse/twin-plan.ts';
import type { AnyStatement, LastRow, Param, Statements } from '../../base/warehouse/port.ts';
import { typed } from '../../base/warehouse/statements.ts';
import type { Knowledge } from '../../credit/as-of/index.ts';
import { profileVersion, type Reader } from '../../credit/pipeline/index.ts';
import { type BuildToRead, buildAt, engineOf, identityCheck, isFailing, noteFailure } from '../../credit/second-engine/index.ts';
import { comparesLetters } from './filters.ts';
import { type Figures, live } from './frame.ts';

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
