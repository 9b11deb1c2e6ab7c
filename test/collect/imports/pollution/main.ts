// Plays many polluted files and prints the share of each verdict by layout and by pollution. `FILES=10000` plays more or fewer, `SEED` repeats them, and
// `SHOW=1` prints each file whose rows or sums are wrong. Exits 1 below the bars: clean samples all right; of polluted ones 85 of 100 ready and right, the others
// asked about or refused with a reason, and none wrong in silence.
import { type Played, play, playClean, type Verdict } from './play.ts';
import { readSamples } from './samples.ts';

const FILES = Number(process.env['FILES'] ?? 10_000);
const SEED = Number(process.env['SEED'] ?? Date.now() % 2_147_483_647);
const LEAST_RIGHT = 0.85;
const SHOWN = 1_500;

const VERDICTS: readonly Verdict[] = ['right', 'asked', 'refused', 'told', 'rows', 'sums'];
type Counts = Record<Verdict, number>;

class Tally {
  readonly #counts = new Map<string, Counts>();

  add(name: string, verdict: Verdict): void {
    const counts = this.#counts.get(name) ?? { right: 0, asked: 0, refused: 0, told: 0, rows: 0, sums: 0 };
    counts[verdict] += 1;
    this.#counts.set(name, counts);
  }

  of(name: string): Counts | undefined {
    return this.#counts.get(name);
  }

  print(): void {
    for (const [name, counts] of [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const all = VERDICTS.reduce((sum, verdict) => sum + counts[verdict], 0);
      const shares = VERDICTS.map((verdict) => `${((100 * counts[verdict]) / all).toFixed(1)} %`.padStart(9));
      console.log(`${name.padEnd(36)}${String(all).padStart(7)}${shares.join('')}`);
    }
  }
}

function show({ sample, kinds, verdict, bytes, read }: Played, seed: number): void {
  console.log(`\n${verdict}: SEED=${seed} FILES=1, ${sample}: ${kinds.join(', ')}`);
  if (process.env['SHOW'] !== undefined)
    console.log(`${bytes.toString('utf8').slice(0, SHOWN)}\n${JSON.stringify(read).slice(0, SHOWN)}`);
}

const samples = readSamples();
const tally = new Tally();
const unclean = [];
for (const sample of samples) {
  const played = await playClean(sample);
  if (played.verdict !== 'right') unclean.push(`${sample.name} (${played.verdict})`);
}
for (let number = 0; number < FILES; number += 1) {
  const played = await play(samples, SEED + number);
  if (['told', 'rows', 'sums'].includes(played.verdict)) show(played, SEED + number);
  tally.add('all', played.verdict);
  tally.add(`file: ${played.sample}`, played.verdict);
  for (const kind of played.kinds) tally.add(`with: ${kind}`, played.verdict);
}
console.log(
  `\n${FILES} polluted files of ${samples.length} samples, SEED=${SEED}; clean samples that are not right: ${unclean.join(', ') || 'none'}`,
);
console.log(`${''.padEnd(36)}${'files'.padStart(7)}${VERDICTS.map((verdict) => verdict.padStart(9)).join('')}`);
tally.print();
const all = tally.of('all');
const wrong = (all?.rows ?? 0) + (all?.sums ?? 0);
if (unclean.length > 0 || wrong > 0 || (all?.right ?? 0) < LEAST_RIGHT * FILES) process.exitCode = 1;
