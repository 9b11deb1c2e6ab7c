// Where the time of a replay, a rebuild or an increment goes: runs it on a data folder and, beside the warehouse process, the same
// statements one by one in an engine of its own, and prints what each took of the clock and of the processors.
// usage: bin/run node bench/profile.ts replay|rebuild|one|hundred|long --data FOLDER [--top 25]
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { allProfiles } from '../src/account/places/index.ts';
import type { Base } from '../src/base/base.ts';
import { projectFile } from '../src/base/kit/paths.ts';
import { Guard } from '../src/base/warehouse/execution.ts';
import type { AnyStatement } from '../src/base/warehouse/port.ts';
import { bindParams } from '../src/base/warehouse/values.ts';
import { acceptEvents, type EventInput } from '../src/collect/events/index.ts';
import { rebuild, replay, settle } from '../src/credit/pipeline/index.ts';
import { table } from '../src/doors/cli/screen.ts';
import { withBase } from './bench.ts';
import { withEngine } from './engine.ts';
import { acceptLongPast, longVisit } from './figures/long-person.ts';
import { changeOf, LAG } from './figures/replay.ts';

interface Cost {
  ms: number;
  cpuMs: number;
  times: number;
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Statements by their text. */
function names(): Map<string, string> {
  const folder = projectFile('sql');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sql'));
  return new Map(files.map((name) => [readFileSync(join(folder, name), 'utf8').trim(), name.slice(0, -4)]));
}

class Profiler {
  readonly #db: DuckDBInstance;
  readonly #names = names();
  readonly costs = new Map<string, Cost>();

  constructor(db: DuckDBInstance) {
    this.#db = db;
  }

  /** One transaction on a connection of its own, as the warehouse process runs it. */
  async run(statements: readonly AnyStatement[]): Promise<void> {
    const connection = await this.#db.connect();
    await this.#measured('begin', () => connection.run('begin'));
    const guard = new Guard(connection);
    for (const statement of statements) {
      let isLet = true;
      await this.#measured('guards', async () => {
        isLet = await guard.lets(statement);
      });
      if (!isLet) continue;
      const name = this.#names.get(statement.sql) ?? statement.sql.slice(0, 60).replaceAll('\n', ' ');
      await this.#measured(name, () => one(connection, statement));
    }
    await this.#measured('commit', () => connection.run('commit'));
    connection.disconnectSync();
  }

  async #measured(name: string, work: () => Promise<unknown>): Promise<void> {
    const [began, cpu] = [performance.now(), cpuMs()];
    await work();
    const cost = this.costs.get(name) ?? { ms: 0, cpuMs: 0, times: 0 };
    this.costs.set(name, { ms: cost.ms + performance.now() - began, cpuMs: cost.cpuMs + cpuMs() - cpu, times: cost.times + 1 });
  }
}

async function one(connection: DuckDBConnection, { sql, params }: AnyStatement): Promise<void> {
  const extracted = await connection.extractStatements(sql);
  for (let i = 0; i < extracted.count; i += 1) {
    const prepared = await extracted.prepare(i);
    bindParams(prepared, params ?? {});
    await prepared.run();
    prepared.destroySync();
  }
}

function print(title: string, costs: Map<string, Cost>, top: number): void {
  const sum = [...costs.values()].reduce((all, { ms, cpuMs: cpu }) => ({ ms: all.ms + ms, cpu: all.cpu + cpu }), {
    ms: 0,
    cpu: 0,
  });
  console.log(`\n${title}: ${sum.ms.toFixed(0)} ms by the clock, ${sum.cpu.toFixed(0)} ms of processors\n`);
  const rows = [...costs].sort(([, a], [, b]) => b.cpuMs - a.cpuMs).slice(0, top);
  console.log(
    table(
      ['STATEMENT', 'MS', 'CPU MS', 'RUNS'],
      rows.map(([name, cost]) => [name, cost.ms.toFixed(1), cost.cpuMs.toFixed(1), String(cost.times)]),
    ),
  );
}

async function profileBuild(
  base: Base,
  profileId: string,
  what: 'replay' | 'rebuild',
  spill: string,
  top: number,
): Promise<void> {
  const file = join(spill, 'build.duckdb');
  if (what === 'replay') {
    await base.warehouse.checkpoint(profileId);
    cpSync(join(base.config.dataDir, 'profiles', profileId, 'live.duckdb'), file);
  }
  await withEngine({ file, write: true, spill }, async (connection, db) => {
    const profiler = new Profiler(db);
    const write = base.warehouse.write.bind(base.warehouse);
    const startBuild = base.warehouse.startBuild.bind(base.warehouse);
    base.warehouse.startBuild = async (id, options) => {
      if ((what === 'replay') !== (options?.ofLive !== undefined))
        throw new Error('The live file is of another version: replay it first.');
      if (options?.ofLive) {
        await profiler.run(options.ofLive);
        await connection.run('checkpoint');
      }
      return startBuild(id, options);
    };
    base.warehouse.write = async (target, statements) => {
      if (target.build !== undefined) await profiler.run(statements);
      return write(target, statements);
    };
    await (what === 'replay' ? replay(base, profileId) : rebuild(base, profileId));
    const [began, cpu] = [performance.now(), cpuMs()];
    await connection.run(LAG);
    console.log(
      `lag() over all events: ${(performance.now() - began).toFixed(0)} ms, ${(cpuMs() - cpu).toFixed(0)} ms of processors`,
    );
    print(what, profiler.costs, top);
  });
}

type Kind = 'one' | 'hundred' | 'long';

/** What happens in a round: something about other people each time, or another visit of the person with the long past. */
function inputsOf(kind: Kind, round: number): EventInput[] {
  if (kind === 'long') return [longVisit()];
  const people = kind === 'one' ? 1 : 100;
  return Array.from({ length: people }, (_, i) =>
    changeOf((round * people + i) * 17, (round + i) % 2 === 0 ? 'visit' : 'payment'),
  );
}

async function profileIncrements(base: Base, profileId: string, spill: string, kind: Kind, top: number): Promise<void> {
  if (kind === 'long') await acceptLongPast(base, profileId);
  const live = join(base.config.dataDir, 'profiles', profileId, 'live.duckdb');
  await settle(base, profileId);
  await base.warehouse.checkpoint(profileId);
  cpSync(live, join(spill, 'increment.duckdb'));
  await withEngine({ file: join(spill, 'increment.duckdb'), write: true, spill }, async (_, db) => {
    const profiler = new Profiler(db);
    const exclusive = base.warehouse.exclusive.bind(base.warehouse);
    base.warehouse.exclusive = (id, work) =>
      exclusive(id, (write) =>
        work(async (statements) => {
          if (statements.length > 1) await profiler.run(statements);
          return write(statements);
        }),
      );
    const rounds = 5;
    for (let round = 0; round <= rounds; round += 1) {
      if (round === 1) profiler.costs.clear();
      await acceptEvents(
        base,
        profileId,
        inputsOf(kind, round).map((input) => ({ input })),
        'server',
      );
      const began = performance.now();
      await settle(base, profileId);
      console.log(`round ${round}: ${(performance.now() - began).toFixed(0)} ms with both engines`);
    }
    print(`${rounds} increments of ${kind}`, profiler.costs, top);
  });
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string' }, top: { type: 'string', default: '25' } },
});
const [what] = positionals;
const WHAT = ['replay', 'rebuild', 'one', 'hundred', 'long'] as const;
const isKnown = (name: string | undefined): name is (typeof WHAT)[number] => WHAT.some((existing) => existing === name);
if (values.data === undefined || !isKnown(what)) {
  console.error(`usage: bin/run node bench/profile.ts ${WHAT.join('|')} --data FOLDER [--top 25]`);
  process.exit(2);
}
const spill = mkdtempSync(join(tmpdir(), 'tributary-profile-'));
try {
  await withBase(values.data, async (base) => {
    const profileId = allProfiles(base)[0]?.profileId;
    if (profileId === undefined)
      throw new Error(
        `${values.data} has no profile; the folder \`data\` of a world that \`bench/main.ts --keep\` left has one.`,
      );
    if (what === 'replay' || what === 'rebuild') await profileBuild(base, profileId, what, spill, Number(values.top));
    else await profileIncrements(base, profileId, spill, what, Number(values.top));
  });
} finally {
  rmSync(spill, { recursive: true, force: true });
}
