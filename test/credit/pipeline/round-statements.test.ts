// What a round of the pipeline costs is what its statements cost, however few facts it has: this counts the statements that DuckDB runs. A number here may
// fall; one that is to rise needs a reason.
import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { Job, runStatements, runWithPlans, writing } from '../../../src/base/warehouse/execution.ts';
import { KeptPlans } from '../../../src/base/warehouse/kept-plans.ts';
import type { AnyStatement, WriteOptions } from '../../../src/base/warehouse/port.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp({ at: '2026-03-08T12:00:00Z', installation: { domain: 'shop.example' } });
  for (const browser of ['a', 'b']) await visit(browser, '2026-03-01T12:00:00Z');
  await pay('a', 'order-1');
  await app.settle();
});
after(() => app.close());

async function visit(browser: string, at: string, source = 'news'): Promise<void> {
  const event = {
    event_type: 'page_view',
    url: `https://shop.example/?utm_source=${source}`,
    occurred_at: at,
    anonymous_id: `browser-${browser}`,
  };
  const { status } = await fetch(`${app.baseUrl}/t/collect`, {
    method: 'POST',
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    body: JSON.stringify({ tracking_key: app.trackingKey, events: [event] }),
  });
  assert.equal(status, 204);
}

async function pay(browser: string, key: string): Promise<void> {
  const { status, body } = await app.api(app.apiKey).post('/events', {
    event_type: 'payment_received',
    idempotency_key: key,
    value: { amount: '100', currency: 'USD' },
    anonymous_id: `browser-${browser}`,
    occurred_at: '2026-03-02T12:00:00Z',
  });
  assert.equal(status, 201, JSON.stringify(body));
}

/** A job whose connection counts what it is asked, but for the beginning and the end of the transaction. */
class CountedJob extends Job {
  count = -2;

  override on<T>(db: DuckDBInstance, work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    return super.on(db, (connection) => {
      const [run, extract] = [connection.run.bind(connection), connection.extractStatements.bind(connection)];
      connection.run = (...args) => this.#counted(() => run(...args));
      connection.extractStatements = (sql) => this.#counted(() => extract(sql));
      return work(connection);
    });
  }

  #counted<T>(ask: () => T): T {
    this.count += 1;
    return ask();
  }
}

async function counted(db: DuckDBInstance, statements: readonly AnyStatement[]): Promise<number> {
  const job = new CountedJob();
  await runStatements(job, db, statements, writing, async () => {});
  return job.count;
}

type RunRound = (statements: readonly AnyStatement[], options?: WriteOptions) => Promise<void>;

/** Runs the rounds in which `facts` land on a copy of the file as well, in this process. */
async function alsoOnCopy(facts: () => Promise<void>, runnerOf: (db: DuckDBInstance) => Promise<RunRound>): Promise<void> {
  const { base, profileId } = app;
  await app.settle();
  await base.warehouse.checkpoint(profileId);
  const copy = join(app.dataDir, 'copy.duckdb');
  cpSync(join(base.config.dataDir, 'profiles', profileId, 'live.duckdb'), copy);
  const db = await DuckDBInstance.create(copy);
  const run = await runnerOf(db);
  const exclusive = base.warehouse.exclusive.bind(base.warehouse);
  base.warehouse.exclusive = (id, work) =>
    exclusive(id, (write) =>
      work(async (statements, options) => {
        if (statements.length > 1) await run(statements, options);
        return write(statements, options);
      }),
    );
  try {
    await facts();
    await app.settle();
  } finally {
    base.warehouse.exclusive = exclusive;
    db.closeSync();
  }
}

/** Statements of the rounds in which `facts` land, guards included. */
async function statementsOf(facts: () => Promise<void>): Promise<number> {
  let count = 0;
  await alsoOnCopy(facts, async (db) => async (statements) => {
    count += await counted(db, statements);
  });
  return count;
}

function atMost(limit: number, statements: number): void {
  assert.ok(statements > 20, `${statements} statements are no round`);
  assert.ok(statements <= limit, `${statements} statements, not at most ${limit}`);
}

test('a visit of a known browser takes few statements', async () => {
  atMost(40, await statementsOf(() => visit('b', '2026-03-03T12:00:00Z')));
});

test('a visit by a new origin takes statements that classify it, too', async () => {
  atMost(46, await statementsOf(() => visit('b', '2026-03-04T12:00:00Z', 'elsewhere')));
});

test('a payment takes statements of money, conversions and credit, too', async () => {
  atMost(57, await statementsOf(() => pay('b', 'order-2')));
});

test('a round like two before is planned by none of its statements', async () => {
  const planned: number[] = [];
  const kinds = [
    (n: number) => visit('b', `2026-03-05T1${n}:00:00Z`),
    (n: number) => visit('b', `2026-03-06T1${n}:00:00Z`, `source-${n}`),
    (n: number) => pay('b', `order-1${n}`),
  ];
  await alsoOnCopy(
    async () => {
      for (const land of kinds)
        for (let n = 1; n <= 3; n += 1) {
          await land(n);
          await app.settle();
        }
    },
    async (db) => {
      const connection = await db.connect();
      const plans = new KeptPlans(connection);
      const prepare = connection.prepare.bind(connection);
      let count = 0;
      connection.prepare = (sql) => {
        count += 1;
        return prepare(sql);
      };
      return async (statements, options) => {
        assert.ok(options?.keepsPlans);
        count = 0;
        await runWithPlans(new Job(), plans, statements, async () => {});
        assert.ok(!plans.isSpent);
        planned.push(count);
      };
    },
  );
  assert.equal(planned.length, 9);
  assert.deepEqual([planned[2], planned[5], planned[8]], [0, 0, 0], planned.join());
  assert.ok((planned[0] ?? 0) > 20, planned.join());
});
