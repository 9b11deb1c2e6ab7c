// One of the processes that run the test files between them (bin/tests.ts): it takes file after file until none is left, so that
// the runtime, the modules, what the compiler has learnt and the request checker are there once and not once per file. Each file
// is a suite of its own name: its hooks run before and after its own tests, and what fails is told under it.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { processorSeconds } from '../bin/testing/processor-time.ts';
import { TestQueue } from '../bin/testing/queue.ts';
import { projectRoot } from '../src/base/kit/paths.ts';
import { readPatience } from '../src/base/warehouse/process-warehouse.ts';
import { runFolder } from './run-folder.ts';
import { FILE_MS, WAIT_MS } from './until.ts';

/** So much later this process ends if no test was to blame (a hook, an import); the others go on. */
const GRACE_MS = 60_000;
/** So long what a file has closed may take to be gone. */
const CLOSING_MS = 5_000;

/** A socket whose response nobody read goes with the next garbage, and an immediate with this turn of the event loop: the runner has some too. */
const PASSING = new Set(['TCPSocketWrap', 'Immediate']);

/** The kinds of resources that keep this process running. */
const open = (): string[] => process.getActiveResourcesInfo().filter((kind) => !PASSING.has(kind));

/** What is there beyond what was there before. */
function left(before: readonly string[]): string[] {
  const names = [...before];
  return open().filter((kind) => {
    const at = names.indexOf(kind);
    if (at >= 0) names.splice(at, 1);
    return at < 0;
  });
}

/** A file that leaves a server, a timer or a process behind would hold up a process of its own for ever; here it fails. */
async function leavesNothing(before: readonly string[]): Promise<void> {
  for (const began = performance.now(); left(before).length > 0 && performance.now() - began < CLOSING_MS; ) await pause(20);
  assert.deepEqual(left(before), [], 'what this file opened is closed when its tests are over');
}

const queue = new TestQueue(process.env['TEST_QUEUE'] as string);
// This process has opened its own already. What tests start has no module at the same place in the next run, and would fill it.
process.env['NODE_COMPILE_CACHE'] = runFolder('compiled');
// No outcome of a test may depend on how fast the machine is.
readPatience.ms = WAIT_MS;
let running = '';

// What goes wrong when no test is there to be blamed fails the run by itself; this says where.
for (const event of ['uncaughtExceptionMonitor', 'unhandledRejection'])
  process.on(event, (error) => queue.note(`While ${running} ran: ${error instanceof Error ? error.stack : String(error)}`));

function end(): void {
  queue.note(`${running} hangs.`);
  process.exit(1);
}

test('lane', { timeout: Number.POSITIVE_INFINITY }, async () => {
  // Pipes that are made when they are first asked for: they are the lane's, not its first file's.
  void [process.stdin, process.stdout, process.stderr];
  for (let file = queue.take(); file !== undefined; file = queue.take()) {
    const name = file;
    running = name;
    const before = open();
    const secondsBefore = processorSeconds();
    const watchdog = setTimeout(end, FILE_MS + GRACE_MS);
    await suite(name, { timeout: FILE_MS }, async () => {
      await import(pathToFileURL(join(projectRoot, name)).href);
    });
    clearTimeout(watchdog);
    await test(`${name} leaves nothing open`, () => leavesNothing(before));
    queue.done(name, processorSeconds() - secondsBefore);
  }
});
