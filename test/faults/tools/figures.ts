// What can be read of a profile: its figures over HTTP, and every row of its stores; and holding both against a client's books.
import assert from 'node:assert/strict';
import { closeBase, openBase } from '../../../src/base/open.ts';
import { MODELS } from '../../../src/credit/goals/index.ts';
import { testConfig } from '../../base/folder.ts';
import { contents } from '../../credit/pipeline/contents.ts';
import { until } from '../../until.ts';
import { type Item, range } from './load.ts';
import type { Installed, Json, Running } from './service.ts';

export interface Answer {
  status: number;
  retryAfter: string | null;
  body: Json;
}

export async function call(
  service: Running,
  installed: Installed,
  path: string,
  method = 'GET',
  body?: unknown,
): Promise<Answer> {
  const response = await fetch(`${service.address}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${installed.apiKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.json() };
}

const days = new URLSearchParams(range).toString();
/** Each report once: the overview, credit under every model, the customers and the journeys of three people. */
export const REPORTS = [
  `/overview?${days}`,
  `/overview/series?${days}&interval=week`,
  `/attribution?${days}&goal=payment_received&dimension=channel&models=${MODELS.join(',')}`,
  `/attribution?${days}&goal=lead_created&dimension=landing_page&models=${MODELS.join(',')}`,
  `/customers?${days}&goal=payment_received&limit=100`,
  '/customers/journey?customer_key=customer-1',
  '/customers/journey?customer_key=customer-2',
  '/customers/journey?customer_key=customer-3',
];

export type Figures = Record<string, Json>;

/** Asks until it is answered; a refusal must say when to come again. */
export async function report(service: Running, installed: Installed, path: string): Promise<Json> {
  const look = async () => {
    const answer = await call(service, installed, path);
    if (answer.status === 200) return answer.body;
    assert.equal(answer.status, 503, `${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
    assert.ok(answer.retryAfter, 'who is refused for now is told when to come again');
    return undefined;
  };
  return until(look, `${path} is answered in the end`, 200);
}

export async function figures(service: Running, installed: Installed): Promise<Figures> {
  const found: Figures = {};
  for (const path of REPORTS) found[path] = await report(service, installed, path);
  return found;
}

/** Waits until everything accepted is in the figures and no replay waits. */
export async function settled(service: Running, installed: Installed): Promise<void> {
  const look = async (): Promise<boolean> => {
    const { status, body } = await call(service, installed, '/profile/freshness');
    // The key's limit: a slow machine looks more than 600 times a minute in several waits together.
    if (status === 429) return false;
    assert.equal(status, 200, JSON.stringify(body));
    const { replay_status, behind_facts, behind_decisions } = body.data;
    const isReplaying = replay_status === 'waiting' || replay_status === 'running';
    return behind_facts === 0 && behind_decisions === 0 && !isReplaying;
  };
  await until(look, 'the figures are as far as the facts', 150);
}

export interface Stored {
  /** How often each name is among the facts of the archive and the journal. */
  facts: Map<string, number>;
  /** How often among the events of the warehouse. */
  events: Map<string, number>;
  sealed: number;
  /** Money of the warehouse's events by type. */
  sums: Json;
  /** Every table with every row, but for the file's own cursors. */
  tables: Map<string, string[]>;
  reached: Json;
}

const asText = (value: unknown): string => JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? `${inner}` : inner));

function countNames(texts: Iterable<string | null>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const name = (JSON.parse(text ?? 'null') as Json)?.name;
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** Reads everything that is stored of a profile while no service runs. The archive must be sound. */
export async function stored({ dataDir, profileId }: Installed): Promise<Stored> {
  const base = await openBase(testConfig(dataDir));
  try {
    assert.deepEqual(await base.archive.verify(profileId), [], 'the archive is sound');
    const { segments, sealedUpTo, lastSeq } = base.archive.describeFacts(profileId);
    const bodies: string[] = [];
    for (const { path } of segments) {
      const [rows] = await base.warehouse.convert(profileId, [{ sql: 'select body from read_parquet($path)', params: { path } }]);
      for (const row of rows ?? []) bodies.push(row['body'] as string);
    }
    for (const fact of base.journal.read(profileId, sealedUpTo, 10_000_000)) bodies.push(fact.body);
    assert.equal(BigInt(bodies.length), lastSeq, 'every seq is in the archive or in the journal, once');
    const ask = (sql: string) => base.warehouse.query({ profileId }, { sql }, { deadlineMs: 60_000 });
    const tables = await contents(base, { profileId });
    for (const rows of tables.values()) rows.sort();
    return {
      facts: countNames(bodies.map((body) => asText(JSON.parse(body).properties ?? null))),
      events: countNames((await ask('select properties from events')).map((row) => row['properties'] as string | null)),
      sealed: Number(sealedUpTo),
      sums: JSON.parse(
        asText(await ask('select event_type, count(*) as n, sum(value_amount) as amount from events group by all order by all')),
      ),
      tables,
      reached: JSON.parse(asText(await ask("select * from cursors where name like 'landed%' order by all"))),
    };
  } finally {
    await closeBase(base);
  }
}

export const sameTables = (left: Stored, right: Stored): void => {
  assert.deepEqual(right.reached, left.reached);
  assert.deepEqual([...right.tables.keys()], [...left.tables.keys()]);
  for (const [name, rows] of left.tables) assert.deepEqual(right.tables.get(name), rows, `table ${name}`);
};

/** Everything acknowledged is stored exactly once and nothing else is; answers how many were lost and doubled. */
export function compare(
  acknowledged: Item[],
  { facts, events }: Stored,
): { lost: string[]; doubled: string[]; strange: string[] } {
  const names = new Set(acknowledged.map(({ name }) => name));
  assert.equal(names.size, acknowledged.length);
  const lost = [...names].filter((name) => !facts.has(name) || !events.has(name));
  // A tracker's event that was sent twice may be two facts: the second is dropped when it is landed. An outcome is one fact.
  const views = new Set(acknowledged.filter(({ kind }) => kind === 'view').map(({ name }) => name));
  const doubled = [...names].filter((name) => (!views.has(name) && (facts.get(name) ?? 0) > 1) || (events.get(name) ?? 0) > 1);
  const strange = [...facts.keys()].filter((name) => !names.has(name));
  return { lost, doubled, strange };
}

const decimal = (cents: number): string => `${(cents / 100).toFixed(2)}`;
const plain = (text: string): string => Number(text).toFixed(2);

/** The figures are those of the client's books: numbers of payments and views, and their money, under every model. */
export function checkSums(found: Figures, acknowledged: Item[]): void {
  const of = (kind: Item['kind']): Item[] => acknowledged.filter((item) => item.kind === kind);
  const cents = (kind: Item['kind']): number => of(kind).reduce((sum, item) => sum + item.cents, 0);
  const net = decimal(cents('payment') - cents('refund'));
  const overview = found[REPORTS[0] as string].data.current;
  assert.equal(overview.pageviews, of('view').length, 'page views');
  assert.equal(overview.cash_payments, of('payment').length, 'payments');
  assert.equal(overview.cash_revenue.toFixed(2), net, 'money');
  const { totals } = found[REPORTS[2] as string].data;
  const leads = found[REPORTS[3] as string].data.totals;
  for (const model of MODELS) {
    assert.equal(Number(totals.models[model].conversions), of('payment').length, `payments under ${model}`);
    assert.equal(plain(totals.models[model].revenue), net, `money under ${model}`);
    assert.equal(Number(leads.models[model].conversions), of('lead').length, `leads under ${model}`);
  }
}
