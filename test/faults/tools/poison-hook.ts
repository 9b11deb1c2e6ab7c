// Loaded into a service before its own code (`node --import`), and into its threads: spoils the facts that a test has named
// `poison-…` where they are written into the journal, behind every check of the doors, so that they are stored and can never be landed.
import Database from 'better-sqlite3';

const spoilt = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('"poison-')
    ? value.replace(/"origin_id":[^,}]+/, '"origin_id":"no number"')
    : value;

const { prepare } = Database.prototype;
Database.prototype.prepare = function (this: Database.Database, source: string) {
  const statement = prepare.call(this, source);
  if (!/^insert into facts\b/m.test(source)) return statement;
  const run = statement.run.bind(statement) as (...values: unknown[]) => Database.RunResult;
  statement.run = (...values: unknown[]) => run(...values.map(spoilt));
  return statement;
} as typeof prepare;
