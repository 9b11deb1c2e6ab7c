// README and docs as a newcomer follows them: every instruction of their blocks, in order, on one data folder and one service. An
// instruction without an entry in `INSTRUCTIONS` fails, so no document can gain one that is never run.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { projectFile } from '../../src/base/kit/paths.ts';
import { enter } from '../doors/console/browser.ts';
import { until } from '../until.ts';

/** In the order in which a newcomer reads them. `docs/operating.md` needs a machine of its own; `deploy.test.ts` reads its files. */
const DOCUMENTS = [
  'README.md',
  'docs/own-data.md',
  'docs/commands.md',
  'docs/api.md',
  'docs/tracker.md',
  'docs/data-folder.md',
  'docs/analysts.md',
];

/** What is set as code and is no instruction: the list of a data folder's files. */
const NO_INSTRUCTIONS = [/^state\.sqlite/];

function blocksOf(text: string): string[] {
  const blocks = text.split(/\n(?! {4})/).map((part) => part.match(/(?:^|\n)( {4}[\s\S]*)$/)?.[1] ?? '');
  return blocks.map((block) => block.replace(/^ {4}/gm, '').trim()).filter((block) => block !== '');
}

/** One command each: lines that go on are joined, what is said beside and above them is left out. */
function instructionsOf(block: string): string[] {
  const joined = block.replace(/\\\n\s*/g, '').replace(/,\n\s+"/g, ', "');
  return joined
    .split('\n')
    .filter((line) => !/^\s|^#|^$/.test(line))
    .map((line) => line.replace(/\s+# .*$/, '').replace(/ {3,}\S.*$/, ''));
}

interface Walk {
  t: TestContext;
  env: Record<string, string>;
  port: number;
  apiKey: string;
  customer: string;
}

function shell(walk: Walk, command: string, env: Record<string, string> = {}): Promise<string> {
  return new Promise((done, failed) =>
    execFile('bash', ['-c', command], { cwd: projectFile(), env: { ...walk.env, ...env } }, (error, stdout, stderr) =>
      error ? failed(new Error(`${command}: ${stderr}${stdout}`)) : done(stdout),
    ),
  );
}

/** Starts what runs on, waits until it has said this, and answers all it said; it is stopped when the walk is over. */
async function start(walk: Walk, command: string, until: RegExp, env: Record<string, string> = {}): Promise<string> {
  const child = spawn('bash', ['-c', `exec ${command}`], { cwd: projectFile(), env: { ...walk.env, ...env } });
  const ended = once(child, 'exit');
  walk.t.after(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  while (!until.test(said)) {
    const isOver = await Promise.race([ended.then(() => true), once(child.stdout, 'data').then(() => false)]);
    if (isOver && !until.test(said)) throw new Error(`${command} ended: ${said}`);
  }
  return said;
}

const dataOf = (text: string): Record<string, unknown> & { length?: number } => {
  const { data } = JSON.parse(text);
  assert.ok(data, text);
  return data;
};

type Run = (walk: Walk, command: string) => Promise<void>;

const INSTRUCTIONS: [RegExp, Run][] = [
  [
    /^\.\/bin\/tributary demo$/,
    async (walk, command) => {
      const said = await start(walk, `${command} --port 0`, /Ctrl-C stops it/, {
        TRIBUTARY_DATA: `${walk.env['TRIBUTARY_DATA']}-demo`,
      });
      for (const call of said.match(/^curl .*$/gm) ?? []) dataOf(await shell(walk, call));
      assert.equal(said.match(/^curl /gm)?.length, 3);
    },
  ],
  [/^npm test$/, async () => undefined /* runs this */],
  [
    /^\.\/bin\/tributary init /,
    async (walk, command) => {
      walk.apiKey = /^api_key: (\S+)$/m.exec(await shell(walk, command))?.[1] ?? '';
      assert.match(walk.apiKey, /^svc_live_/);
    },
  ],
  [
    /^\.\/bin\/tributary backfill (events|spend) \w+\.csv$/,
    // The sample of that kind in the place of a file of one's own.
    async (walk, command) =>
      assert.match(
        await shell(walk, command.replace(/(\w+\.csv)$/, 'samples/$1')),
        /[1-9] accepted, 0 already known, 0 rejected/,
      ),
  ],
  [
    /^\.\/bin\/tributary serve --port 8080$/,
    async (walk, command) => {
      await start(walk, command.replace('8080', String(walk.port)), /Console: /);
    },
  ],
  [
    /^\.\/bin\/tributary open$/,
    async (walk, command) => {
      const link = /http:\S+sign-in\S+/.exec(await shell(walk, command))?.[0] ?? '';
      assert.equal((await enter(link)).status, 303);
    },
  ],
  [
    /^export AUTH=/,
    async (walk, command) => {
      const typed = command.replace('svc_live_…', walk.apiKey).replace('8080', String(walk.port));
      const [AUTH = '', API = ''] = (await shell(walk, `${typed}; printf '%s\\n' "$AUTH" "$API"`)).split('\n');
      walk.env = { ...walk.env, AUTH, API };
    },
  ],
  [
    /^curl .*\$API\/events /,
    async (walk, command) => {
      assert.match(await shell(walk, command), /"status":"created"/);
      assert.match(await shell(walk, command), /"status":"duplicate"/);
    },
  ],
  [/^curl .*\$API\/goals\/definitions /, async (walk, command) => void dataOf(await shell(walk, command))],
  [/^curl .*\$API\/(overview|attribution)\?/, async (walk, command) => void dataOf(await shell(walk, command))],
  [
    /^curl .*\$API\/customers\?/,
    async (walk, command) => {
      // A person types slower than figures move: they follow a change of goals by a replay.
      walk.customer = await until(
        async () => {
          const [first] = JSON.parse(await shell(walk, command)).data as { customer_profile_id: string }[];
          return first?.customer_profile_id;
        },
        'somebody is in the list after the event',
        500,
      );
    },
  ],
  [/^curl .*\/journey"$/, async (walk, command) => void dataOf(await shell(walk, command.replace('<id>', walk.customer)))],
  [
    /^cd profiles\/<id>\/published\/current && duckdb -init open\.sql$/,
    async (walk) => {
      const { profile_id } = JSON.parse(await shell(walk, './bin/tributary publish --json')) as { profile_id: string };
      // The engine of the service in the place of DuckDB's own shell, which the machine need not have.
      const script = `import { DuckDBInstance } from '${import.meta.resolve('@duckdb/node-api')}';
        const connection = await (await DuckDBInstance.create()).connect();
        await connection.run((await import('node:fs')).readFileSync('open.sql', 'utf8'));
        console.log((await connection.runAndReadAll('select count(*) from sessions')).getRows()[0][0] > 0n);`;
      const folder = join(walk.env['TRIBUTARY_DATA'] ?? '', 'profiles', profile_id, 'published', 'current');
      assert.equal(
        await shell(walk, `cd ${folder} && '${process.execPath}' --input-type=module -e "$SCRIPT"`, { SCRIPT: script }),
        'true\n',
      );
    },
  ],
];

/** The payment of the first call is of today. */
function inThisMonth(instruction: string): string {
  const [year = 0, month = 0] = new Date().toISOString().split('-').map(Number);
  const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
  return instruction
    .replaceAll('2026-11-01', dayOf(Date.UTC(year, month - 1, 1)))
    .replaceAll('2026-11-30', dayOf(Date.UTC(year, month, 0)));
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}

test('every instruction of README and docs, in order', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-readme-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, TRIBUTARY_DATA: join(folder, 'data'), TRIBUTARY_BALLAST_MB: '0', TRIBUTARY_LOG_LEVEL: 'silent' };
  const walk: Walk = { t, env, port: await freePort(), apiKey: '', customer: '' };
  const texts = DOCUMENTS.map((path) => readFileSync(projectFile(path), 'utf8'));
  const blocks = texts.flatMap(blocksOf);
  const instructions = blocks.filter((block) => !NO_INSTRUCTIONS.some((no) => no.test(block))).flatMap(instructionsOf);
  const used = new Set<RegExp>();
  for (const instruction of instructions.map(inThisMonth))
    await t.test(instruction, async () => {
      const [pattern, run] = INSTRUCTIONS.find(([each]) => each.test(instruction)) ?? assert.fail('nothing here runs it');
      used.add(pattern);
      await run(walk, instruction);
    });
  await t.test('no instruction hides in a fenced block', () => {
    // test/report/analysts.test.ts runs what is SQL, and `npm run test:recipes` what is JavaScript; YAML is the beginning of a file for another program.
    for (const text of texts) assert.doesNotMatch(text, /```(?!(?:html|js|sql|yaml)\n)[a-z]+/);
  });
  await t.test('nothing else is run', () => {
    assert.deepEqual(
      INSTRUCTIONS.filter(([pattern]) => !used.has(pattern)).map(([pattern]) => String(pattern)),
      [],
    );
  });
});
