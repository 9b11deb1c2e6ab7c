// Shows that the tests find faults: plants one after the other in a copy of the project, and runs the test files that are to find it. Exits 1 when
// one is not found. That those files pass without a fault is what `npm test` says.
// usage: npm run test:mutations     Writes test/mutations/last-run.txt. ONLY=TEXT plants those whose effect has the text, and writes nothing.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { temporaryFolders } from '../../bin/testing/temporary-folders.ts';
import { projectFile, projectRoot } from '../../src/base/kit/paths.ts';
import { FAULTS, type PlantedFault } from './faults.ts';

/** Shared by the copies, or no part of what is tested. */
const LEFT_OUT = ['.git', 'node_modules', '.runtime', 'bench-results'];
const COPIES = 2;
const ONLY = process.env['ONLY'] ?? '';
const chosen = FAULTS.filter(({ effect }) => effect.includes(ONLY));

type Planted = Pick<PlantedFault, 'tests' | 'modelCase'>;

function copyProject(target: string): void {
  mkdirSync(target);
  for (const name of readdirSync(projectRoot))
    if (!LEFT_OUT.includes(name)) cpSync(projectFile(name), join(target, name), { recursive: true });
  for (const name of ['node_modules', '.runtime']) symlinkSync(projectFile(name), join(target, name));
}

interface Ran {
  failed: boolean;
  /** The first test that failed. */
  finder: string;
}

async function runTests(copy: string, { tests, modelCase }: Planted): Promise<Ran> {
  const env = { ...process.env, ...(modelCase === undefined ? {} : { CASE: modelCase }) };
  const child = spawn(process.execPath, ['bin/tests.ts', ...tests], { cwd: copy, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const [, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const [, finder = 'no test, but its process'] = /^FAILED (.*)$/m.exec(errors) ?? [];
  return { failed: code !== 0, finder: finder.replace(/:$/, '') };
}

async function plant(copy: string, fault: PlantedFault): Promise<Ran> {
  const path = join(copy, fault.file);
  const code = readFileSync(path, 'utf8');
  const parts = code.split(fault.from);
  if (parts.length !== 2) throw new Error(`${fault.file} has the text "${fault.from}" ${parts.length - 1} times.`);
  writeFileSync(path, parts.join(fault.to));
  try {
    return await runTests(copy, fault);
  } finally {
    writeFileSync(path, code);
  }
}

const lines: string[] = [];
let isRight = true;

function report(line: string, isAsWanted: boolean): void {
  isRight &&= isAsWanted;
  lines.push(line);
  console.log(line);
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(temporaryFolders(), 'tributary-mutations-'));
  const began = performance.now();
  try {
    const todo = [...chosen];
    const each = async (copy: string): Promise<void> => {
      copyProject(copy);
      for (let fault = todo.shift(); fault; fault = todo.shift()) {
        const { failed, finder } = await plant(copy, fault);
        report(`${failed ? 'found   ' : 'MISSED  '} ${fault.room}: ${fault.effect}${failed ? ` (${finder})` : ''}`, failed);
      }
    };
    await Promise.all(Array.from({ length: COPIES }, (_, i) => each(join(folder, `copy-${i + 1}`))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  report(`${chosen.length} faults, ${Math.round((performance.now() - began) / 1000)} s`, true);
}

await main();
if (ONLY === '') writeFileSync(projectFile('test', 'mutations', 'last-run.txt'), `${lines.join('\n')}\n`);
if (!isRight) process.exitCode = 1;
