// The times of reports from DuckDB and from ClickHouse, in one run on the benchmark's world: milliseconds of the clock and of processors, medians.
// usage: bin/run node test/clickhouse/tools/speed.ts [--events 1000000] [--times 7]     after `npm run test:clickhouse`, which installs the engine
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cpuMs } from '../../../bench/children.ts';
import { median, shown, timed } from '../../../bench/numbers.ts';
import { writeEvents, writeSpend } from '../../../bench/world.ts';
import { chooseEngine, type Engine, verifyClickHouse } from '../../../src/credit/second-engine/index.ts';
import { commands } from '../../../src/doors/jobs/commands.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { EmbeddedEngine } from './embedded.ts';
import { answersOf, countStatements, FAILING_MS, type Question } from './reports.ts';
import { startClickHouseServer } from './server.ts';

const { values: options } = parseArgs({
  options: { events: { type: 'string', default: '1000000' }, times: { type: 'string', default: '7' } },
});
/** Answers of the other engine that are passed over. */
const PATIENCE = 20;
const RANGE = { date_from: '2026-10-30', date_to: '2026-11-28' };
const MODELS = 'first_touch,last_touch,linear,time_decay,data_driven';
const QUESTIONS: Question[] = [
  ['/overview', RANGE],
  ['/overview/series', { ...RANGE, interval: 'day' }],
  ['/attribution', { ...RANGE, dimension: 'channel', models: MODELS }],
  ['/attribution', { ...RANGE, dimension: 'campaign', models: MODELS }],
  ['/attribution/paths', RANGE],
];

interface Cost {
  ms: number;
  cpu: number;
}

/** Where ClickHouse was too slow for a report, DuckDB has answered: no cost of either. */
async function costOf(
  app: TestApp,
  question: Question,
  asked: { pid: number; isFrom: (before: number) => boolean },
): Promise<Cost> {
  const costs: Cost[] = [];
  for (let time = 0; time < Number(options.times) + PATIENCE && costs.length < Number(options.times); time += 1) {
    const [cpu, before] = [cpuMs(asked.pid), statements.count];
    const { ms } = await timed(() => answersOf(app, app.apiKey, [question]));
    if (asked.isFrom(before)) costs.push({ ms, cpu: cpuMs(asked.pid) - cpu });
    else app.clock.advance(FAILING_MS);
  }
  if (costs.length === 0) throw new Error(`ClickHouse is too slow here for ${JSON.stringify(question)}.`);
  // Ticks of processors are long: of all, not of each.
  return { ms: median(costs.map(({ ms }) => ms)), cpu: costs.reduce((sum, { cpu }) => sum + cpu, 0) / costs.length };
}

async function fill(app: TestApp): Promise<void> {
  const shape = { seed: 20_260_301, events: Number(options.events), until: Date.parse('2026-11-30T00:00:00Z') };
  const files = { events: join(app.dataDir, 'events.csv'), spend: join(app.dataDir, 'spend.csv') };
  await writeEvents(files.events, shape);
  await writeSpend(files.spend, shape);
  for (const kind of ['spend', 'events'] as const)
    await commands.backfill(app.base, { kind, file: files[kind], profile_id: app.profileId, wait: true }, () => undefined);
  await app.settle();
}

const engine = new EmbeddedEngine(undefined, 'whole');
const statements = countStatements(engine);
const server = await startClickHouseServer(engine);
const app = await startTestApp({
  at: '2026-12-01T12:00:00Z',
  config: { warehouseUrl: server.url, checkResponses: false, logLevel: 'error' },
});
try {
  const { clickhouse, warehouse, state } = app.base;
  if (!clickhouse) throw new Error('There is no ClickHouse.');
  // The process starts.
  await clickhouse.query(undefined, { sql: 'select 1' }, { deadlineMs: 120_000 });
  const filled = await timed(() => fill(app));
  console.log(`${options.events} events computed in ${shown(filled.ms / 1000)} s`);
  const verified = await timed(() => verifyClickHouse(app.base, clickhouse, app.profileId));
  console.log(`verified in ${shown(verified.ms / 1000)} s: ${verified.value.isEqual ? 'equal' : 'different'}`);
  const asked = {
    duckdb: { pid: warehouse.status().pid ?? 0, isFrom: (before: number) => statements.count === before },
    clickhouse: { pid: engine.pid ?? 0, isFrom: (before: number) => statements.count - before > 2 },
  };
  for (const question of QUESTIONS) {
    const costs: Partial<Record<Engine, Cost>> = {};
    for (const each of ['duckdb', 'clickhouse'] as const) {
      state.tx(() => chooseEngine(app.base, app.profileId, each));
      await answersOf(app, app.apiKey, [question]);
      costs[each] = await costOf(app, question, asked[each]);
    }
    const told = (cost: Cost | undefined): string => `${shown(cost?.ms ?? 0)} ms (${shown(cost?.cpu ?? 0)} ms of processors)`;
    const ratio = (costs.clickhouse?.ms ?? 0) / (costs.duckdb?.ms ?? 1);
    console.log(
      `${question[0]} ${question[1]['dimension'] ?? ''}: DuckDB ${told(costs.duckdb)}, ClickHouse ${told(costs.clickhouse)}, ratio ${shown(ratio)}`,
    );
  }
} finally {
  await app.close();
  await server.close();
  rmSync(engine.folder, { recursive: true, force: true });
}
