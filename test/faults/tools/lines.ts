// The lines of a table of FAULTS.md: a test file that is run on its own by its seed and rounds, and what it told of.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFile, projectRoot } from '../../../src/base/kit/paths.ts';
import type { Found } from './results.ts';

export interface Line extends Found {
  seed: number;
}

export interface FileRun {
  file: string;
  what: string;
  seed: number;
  rounds: number;
  env?: Record<string, string>;
  /** The command that runs Node elsewhere, in a network of its own. */
  within?: readonly string[];
}

/** The target of a test that broke off without a figure. */
const PASSES = 'passes';

/** @throws Error with the sentence for whoever typed it. */
export function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,10}$/.test(text)) return Number(text);
  console.error(`--${name} must be a whole number.`);
  process.exit(2);
}

/** Runs one test file on its own; answers its lines, and one that says it failed when it told of nothing amiss itself. */
export async function runFile({ file, what, seed, rounds, env = {}, within = [] }: FileRun): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-faults-'));
  const results = join(folder, 'results.ndjson');
  const settings = { ROUNDS: String(rounds), TEST_SEED: String(seed), FAULT_RESULTS: results, FORCE_COLOR: '0' };
  const [command = '', ...argv] = [...within, process.execPath, '--test', '--test-reporter=spec', file];
  const options = { cwd: projectRoot, env: { ...process.env, ...settings, ...env } };
  const child = spawn(command, argv, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((done) => child.on('close', done));
  const found = existsSync(results)
    ? readFileSync(results, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Found)
    : [];
  rmSync(folder, { recursive: true, force: true });
  const lines = found.map((each) => ({ ...each, seed }));
  if (code === 0 && lines.length > 0) return lines;
  console.log(output);
  if (lines.some(({ holds }) => !holds)) return lines;
  const figure = code === 0 ? 'told of no figure' : 'failed: see its output above';
  return [...lines, { name: what, figure, target: PASSES, rounds, seed, holds: false }];
}

export function print(lines: readonly Line[], ms: number): void {
  for (const line of lines) {
    const run = `${line.rounds} rounds, seed ${line.seed}, ${(ms / 1000).toFixed(0)} s`;
    console.log(`${line.holds ? 'ok    ' : 'MISSED'}  ${line.name} (${run})`);
    console.log(`        ${line.figure}\n        target: ${line.target}`);
  }
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
const row = ({ name, figure, target, rounds, seed, holds }: Line): string =>
  `| ${cell(name)} | ${rounds} | ${seed} | ${cell(figure)} | ${cell(target)} | ${holds ? 'yes' : '**no**'} |`;

/** Puts the lines into the table of FAULTS.md under a heading, in the place of those of the same name. */
function write(lines: readonly Line[], heading: string): void {
  const file = projectFile('FAULTS.md');
  const text = readFileSync(file, 'utf8').split('\n');
  const rule = text.findIndex((line, at) => /^\|(-+\|)+$/.test(line) && at > text.indexOf(heading));
  if (rule < 0 || !text.includes(heading)) throw new Error(`FAULTS.md has no table under ${heading}.`);
  let end = rule + 1;
  while (text[end]?.startsWith('|')) end += 1;
  const rows = text.slice(rule + 1, end);
  for (const line of lines) {
    const at = rows.findIndex((each) => each.startsWith(`| ${cell(line.name)} |`));
    if (at < 0) rows.push(row(line));
    else rows[at] = row(line);
  }
  writeFileSync(file, [...text.slice(0, rule + 1), ...rows, ...text.slice(end)].join('\n'));
}

/** Says how it went, and answers the exit code. @param heading Of the table that the lines are written to, if any. */
export function conclude(all: readonly Line[], heading: string | undefined): number {
  // What broke off has no figure; the screen told of it.
  const told = all.filter(({ target }) => target !== PASSES);
  if (heading !== undefined) write(told, heading);
  const missed = all.filter(({ holds }) => !holds).length;
  console.log(missed === 0 ? `\nAll ${all.length} figures hold.` : `\n${missed} of ${all.length} figures miss their target.`);
  return missed === 0 ? 0 : 1;
}
