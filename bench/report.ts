// What remains of a run: its report as JSON (bench/results/<size>.json, one per size), one line of history, and BENCH.md, which is written
// from the last full run at a million events.
// usage: npm run bench:document
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SIZES, type Size } from './bench.ts';
import { holds, isJudged, isSettled, type Result, type Target } from './figure.ts';
import { shown } from './numbers.ts';
import { settledFor } from './settled.ts';

export interface Report {
  size: Size;
  at: string;
  machine: { cpu: string; cores: number; memory_gb: number; node: string };
  results: Result[];
}

const DOCUMENT_SIZE: Size = '1m';
const FOLDER = join(import.meta.dirname, 'results');
const HISTORY = join(FOLDER, 'history.json');
const DOCUMENT = join(import.meta.dirname, '..', 'BENCH.md');
const fileOf = (size: Size): string => join(FOLDER, `${size}.json`);

export function readReport(size: Size): Report | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(size), 'utf8')) as Report;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The next smaller size with a report. */
export function readSmaller(size: Size): Report | undefined {
  const names = Object.keys(SIZES) as Size[];
  return names
    .slice(0, names.indexOf(size))
    .map(readReport)
    .findLast((report) => report !== undefined);
}

/** Name, measured, baseline, ratio, targets and growth of a figure. */
export function rowOf(result: Result, size: Size, smaller?: Report): string[] {
  const { name, measured, baseline, ratio, targets } = result;
  const earlier = smaller?.results.find((each) => each.name === name);
  return [
    name,
    `${shown(measured.value)} ${measured.unit}`,
    baseline ? `${baseline.what}: ${shown(baseline.value)} ${baseline.unit}` : '–',
    ratio === undefined ? '–' : shown(ratio),
    targets.map((target) => describeTarget(name, target, size)).join('; ') || '–',
    earlier ? `×${shown(measured.value / earlier.measured.value)} of ${smaller?.size}` : '',
  ];
}

function describeTarget(figure: string, target: Target, size: Size): string {
  const sign = target.atLeast === undefined ? '≤' : '≥';
  const unit = target.unit ? ` ${target.unit}` : '';
  const found = target.of === 'ratio' ? '' : ` (${shown(target.found)})`;
  return `${judgement(figure, target, size)}${target.of} ${sign} ${shown(target.atLeast ?? target.atMost ?? 0)}${unit}${found}`;
}

function judgement(figure: string, target: Target, size: Size): string {
  if (!isJudged(target, size)) return `${describeSizes(target)}: `;
  if (holds(target)) return '';
  const settled = settledFor(figure, target);
  if (settled === undefined) return 'MISSES ';
  return isSettled(figure, target) ? `required ${shown(settled)}, misses ` : `WORSE THAN ${shown(settled)}, misses `;
}

function describeSizes({ fromSize, toSize }: Target): string {
  if (fromSize === toSize) return `at ${fromSize}`;
  return toSize === undefined ? `from ${fromSize}` : `up to ${toSize}`;
}

/** Writes the report of a full run, its line of history and, for the size of the document, BENCH.md. Returns the files written. */
export function keepReport(report: Report): string[] {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(fileOf(report.size), `${JSON.stringify(report, undefined, 2)}\n`);
  const figures = Object.fromEntries(report.results.map(({ name, ratio, measured }) => [name, ratio ?? measured.value]));
  const history = JSON.parse(readFileSync(HISTORY, 'utf8')) as object[];
  const lines = [...history, { at: report.at, size: report.size, machine: report.machine, figures }].map((each) =>
    JSON.stringify(each),
  );
  writeFileSync(HISTORY, `[\n${lines.map((line) => `  ${line}`).join(',\n')}\n]\n`);
  if (report.size !== DOCUMENT_SIZE) return [fileOf(report.size), HISTORY];
  writeFileSync(DOCUMENT, renderDocument(report));
  return [fileOf(report.size), HISTORY, DOCUMENT];
}

export function renderDocument({ size, at, machine, results }: Report): string {
  const { cpu, cores, memory_gb, node } = machine;
  const rows = results.map((result) => `| ${rowOf(result, size).slice(0, 5).join(' | ')} |`);
  return [
    '# How fast Tributary is',
    '',
    'The bench writes this page from its last full run at a million events. Each speed is compared with a baseline measured in the same run on the',
    'same machine, alternating with it; figures are medians. The data is generated from a seed (`bench/world.ts`): 120 days, 12 events and',
    '3.3 sessions per person, about two thousand origins, 3 % of sessions convert. A target without a remark is met. "at" or "from" a size means that the',
    'target does not apply to this run, "required" that it is missed for a reason in [docs/decisions/speed.md](docs/decisions/speed.md) and',
    'this limit applies instead. Earlier runs are in `bench/results/history.json`: by figure the ratio, or what was measured if there is none.',
    '',
    '    npm run bench                                   # all figures at 1 M events: a table, bench/results/1m.json and this page',
    '    npm run bench -- --only replay,overview         # some of them; --list names all',
    '    npm run bench -- --size 10m                     # another size: 10k, 100k, 1m, 10m, 30m, 100m, 300m',
    '    npm run bench -- --check                        # exits with 1 and names figures that miss their target',
    '    npm run bench -- --keep FOLDER                  # keeps the loaded data and uses it the next time',
    '    bin/run node bench/profile.ts one --data FOLDER # time by statement of a `replay`, of `one` change, a `hundred`, or a `long` person',
    '',
    `Last full run: ${at.slice(0, 10)}, ${cpu}, ${cores} cores, ${memory_gb} GB, Node ${node}.`,
    '',
    '| figure | measured | baseline | ratio | target |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

if (process.argv[1] === import.meta.filename) {
  const report = readReport(DOCUMENT_SIZE);
  if (report) writeFileSync(DOCUMENT, renderDocument(report));
}
