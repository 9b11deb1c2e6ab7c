// Loaded into a service before its own code (`node --import`), and into its threads: spoils the facts that a test has named
// `poison-…` where they are written into the journal, behind every check of the doors, so that they are stored and can never be landed.
import Database from 'better-sqlite3';
import type { Packed } from '../../../src/base/journal/group.ts';
import { sumOf } from '../../../src/base/journal/row-sums.ts';

/** Places in the row of `fact_add`: the id, then what its checksum covers, the sealed traits, and the checksum. */
const ID = 0;
const FIRST_COVERED = 1;
const AFTER_COVERED = 11;
const CHECKSUM = 12;

const spoilt = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('"poison-')
    ? value.replace(/"origin_id":[^,}]+/, '"origin_id":"no number"')
    : value;

const { prepare } = Database.prototype;
Database.prototype.prepare = function (this: Database.Database, source: string) {
  const statement = prepare.call(this, source);
  if (!/^insert into facts\b/m.test(source)) return statement;
  const run = statement.run.bind(statement) as (...values: unknown[]) => Database.RunResult;
  // With the checksum of what is written: the row is sound, and its body is what cannot be landed.
  statement.run = (...values: unknown[]) => {
    const changed = values.map(spoilt) as Packed[];
    changed[CHECKSUM] = sumOf(changed[ID] as bigint, changed, FIRST_COVERED, AFTER_COVERED);
    return run(...changed);
  };
  return statement;
} as typeof prepare;
