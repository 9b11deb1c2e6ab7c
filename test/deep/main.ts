// The tests over random histories, ledgers and orders, many more of them than `npm test` plays. Exits 1 when one fails.
// usage: npm run test:deep     HISTORIES, LEDGERS, ORDERS, PAUSES and ACCOUNTS set other numbers, SEED repeats a run. Writes test/deep/last-run.txt.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { projectFile, projectRoot } from '../../src/base/kit/paths.ts';

interface Deep {
  file: string;
  variable: 'HISTORIES' | 'LEDGERS' | 'ORDERS' | 'PAUSES' | 'ACCOUNTS';
  count: number;
}

const TESTS: readonly Deep[] = [
  { file: 'test/credit/pipeline/incremental-equals-full.test.ts', variable: 'HISTORIES', count: 60 },
  { file: 'test/credit/pipeline/merges-undone.test.ts', variable: 'HISTORIES', count: 20 },
  { file: 'test/credit/pipeline/ledgers.test.ts', variable: 'LEDGERS', count: 40 },
  { file: 'test/report/analytics/windows-asked.test.ts', variable: 'HISTORIES', count: 30 },
  { file: 'test/report/analytics/changes.test.ts', variable: 'HISTORIES', count: 20 },
  { file: 'test/report/analytics/what-if.test.ts', variable: 'HISTORIES', count: 20 },
  { file: 'test/collect/identity/stitch-order.test.ts', variable: 'ORDERS', count: 200 },
  { file: 'test/act/creatives/invented-accounts.test.ts', variable: 'ACCOUNTS', count: 200 },
  { file: 'test/models/models.test.ts', variable: 'PAUSES', count: 1000 },
];

const seed = process.env['SEED'] ?? String(Math.floor(Math.random() * 2 ** 31));
const lines: string[] = [];

function report(line: string): void {
  lines.push(line);
  console.log(line);
}

for (const { file, variable, count: usual } of TESTS) {
  const count = process.env[variable] ?? String(usual);
  const began = performance.now();
  const env = { ...process.env, [variable]: count, SEED: seed };
  const child = spawn(process.execPath, ['bin/tests.ts', '--in-turn', file], { cwd: projectRoot, env, stdio: 'inherit' });
  const [code] = await once(child, 'close');
  const seconds = Math.round((performance.now() - began) / 1000);
  report(`${code === 0 ? 'passed' : 'FAILED'}  ${file}  ${variable}=${count} SEED=${seed}  ${seconds} s`);
  if (code !== 0) process.exitCode = 1;
}
writeFileSync(projectFile('test', 'deep', 'last-run.txt'), `${lines.join('\n')}\n`);
