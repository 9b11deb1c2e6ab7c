// A file of 10 M rows is looked at while others ask for figures: memory stays flat, and others wait little longer. `ROWS` makes a smaller file; what it does is
// printed every ten seconds, and the figures at the end. Outside `npm test`: usage: npm run test:large
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { commands } from '../../../src/doors/jobs/commands.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { letPass } from '../../until.ts';

const ROWS = Number(process.env['ROWS'] ?? 10_000_000);
const MB = 1024 * 1024;
/** Requests before the file is read, and the pause between two. */
const QUIET_REQUESTS = ROWS < 1_000_000 ? 20 : 200;
const SAY_EVERY_MS = 10_000;

const began = performance.now();
let said = 0;

/** At most once in ten seconds, as a run takes many minutes. */
function say(what: string): void {
  const now = performance.now();
  if (now - said < SAY_EVERY_MS && said > 0) return;
  said = now;
  process.stderr.write(`${((now - began) / 1000).toFixed(0)} s: ${what}\n`);
}
const PAUSE_MS = 200;

async function writeFile(path: string): Promise<void> {
  const out = createWriteStream(path);
  out.write('id,Created (UTC),Amount,Currency,Status,Description,Customer Email\n');
  for (let row = 0; row < ROWS; row += 1_000) {
    const lines = Array.from({ length: Math.min(1_000, ROWS - row) }, (_, at) => {
      const number = row + at;
      const day = String(1 + (number % 28)).padStart(2, '0');
      return `ch_${number},2026-03-${day} 10:00,${1 + (number % 900)}.50,usd,Paid,Order ${number},c${number % 50_000}@example.org\n`;
    });
    say(`file: ${row} of ${ROWS} rows written`);
    if (!out.write(lines.join(''))) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

interface Seen {
  /** Milliseconds. */
  waits: number[];
  /** Megabytes. */
  memory: number[];
}

/** Asks for figures again and again. @param isEnough Told how many were asked for. */
async function ask(app: TestApp, what: string, isEnough: (asked: number) => boolean): Promise<Seen> {
  const seen: Seen = { waits: [], memory: [] };
  while (!isEnough(seen.waits.length)) {
    // The clock of the app moves only so: a key has so many requests a minute.
    app.clock.advance(1_000);
    const begun = performance.now();
    const { status } = await app.api(app.apiKey).get('/overview', { date_from: '2026-03-01', date_to: '2026-03-31' });
    assert.equal(status, 200);
    seen.waits.push(performance.now() - begun);
    seen.memory.push(process.memoryUsage().rss / MB);
    say(`${what}: ${seen.waits.length} requests answered, memory ${seen.memory.at(-1)?.toFixed(0)} MB`);
    await letPass(PAUSE_MS);
  }
  return seen;
}

const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

test(`a file of ${ROWS} rows`, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-large-'));
  const app = await startTestApp({ at: '2026-07-01T12:00:00Z' });
  try {
    const file = join(folder, 'large.csv');
    await writeFile(file);
    await ask(app, 'warming up', (asked) => asked >= QUIET_REQUESTS);
    const quiet = await ask(app, 'before the file is read', (asked) => asked >= QUIET_REQUESTS);
    const begun = performance.now();
    let isDone = false;
    const reading = (async () => {
      try {
        await commands.import(app.base, { files: [file], dry_run: true }, () => undefined);
      } finally {
        isDone = true;
      }
    })();
    const [busy] = await Promise.all([ask(app, 'while the file is read', () => isDone), reading]);
    const half = Math.floor(busy.memory.length / 2);
    const most = (values: readonly number[]): string => Math.max(...values).toFixed(0);
    t.diagnostic(
      `${ROWS} rows, ${(statSync(file).size / MB).toFixed(0)} MB, in ${((performance.now() - begun) / 1000).toFixed(0)} s`,
    );
    t.diagnostic(
      `memory in MB: ${most(quiet.memory)} before, at most ${most(busy.memory.slice(0, half))} in the first half and ${most(busy.memory.slice(half))} in the second`,
    );
    for (const [name, { waits }] of Object.entries({ before: quiet, meanwhile: busy }))
      t.diagnostic(
        `requests ${name}: ${waits.length}, ${quantile(waits, 0.5).toFixed(1)} ms half of them, ${quantile(waits, 0.99).toFixed(1)} ms p99`,
      );
  } finally {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
