// `npm run kappa -- FILE`: how well the rule composer agrees with a person's labels of ad texts, Cohen's κ by dimension. FILE is CSV with the column `text` and a
// column for each dimension that was labelled (`none` where an ad has nothing of it, empty where nobody looked); without one, the texts of the demo's
// ads as they are labelled in `demo.csv`, which show how it works and prove nothing, as the same project wrote texts and rules.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { agreementOf } from './agreement.ts';

const FILE = join(import.meta.dirname, 'demo.csv');
const rows = z.array(z.record(z.string(), z.string()));

const file = process.argv[2] ?? FILE;
const found = agreementOf(rows.parse(parse(readFileSync(file, 'utf8'), { columns: true, bom: true, trim: true })));
const lines = found.map(({ dimension, labelled, agreed, kappa, isCounted }) => [
  dimension,
  String(labelled),
  String(agreed),
  kappa === null ? '–' : kappa.toFixed(2),
  labelled < 50 ? 'too few labels' : isCounted ? 'counts' : 'hidden from patterns',
]);
for (const [dimension = '', ...rest] of [['dimension', 'labelled', 'equal', 'κ', ''], ...lines])
  process.stdout.write(`${dimension.padEnd(18)}${rest.map((text) => text.padStart(10)).join('  ')}\n`);
