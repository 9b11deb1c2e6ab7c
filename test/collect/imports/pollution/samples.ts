// Samples of exports with their right readings, as polluted files are made of them and judged by them.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { type Sheet, sheetOf } from './sheet.ts';

const FOLDER = join(import.meta.dirname, '..', 'samples');
const rightShape = z.object({
  context: z.object({ zone: z.string(), currency: z.string() }),
  right: z.record(z.string(), z.unknown()),
});

export interface Sample {
  name: string;
  layout: string;
  sheet: Sheet;
  context: { zone: string; currency: string };
  right: Record<string, unknown>;
}

/** Languages of samples whose name does not say it and that are not in English. */
const LANGUAGES: Readonly<Record<string, string>> = {
  'paypal.activity': 'de',
  'ebay.transaction_report': 'de',
  'amazon.date_range': 'de',
  'bank.sparkasse_camt': 'de',
  'bank.volksbank': 'de',
  'bank.dkb': 'de',
  'mercadopago.sales': 'es',
};

/** Tables with a header; what programs write for programs alone nobody edits in a spreadsheet. */
export function readSamples(): Sample[] {
  return readdirSync(FOLDER, { encoding: 'utf8', recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:csv|txt)$/.test(entry.name))
    .map(({ parentPath, name }): Sample => {
      const [, layout = '', language] = /^(.+?)(?:\.([a-z]{2}))?\.[a-z]+$/.exec(name) ?? [];
      const path = join(parentPath, name);
      const { context, right } = rightShape.parse(JSON.parse(readFileSync(path.replace(/\.[a-z]+$/, '.right.json'), 'utf8')));
      const text = readFileSync(path, 'utf8');
      return {
        name: basename(name),
        layout,
        context,
        right,
        sheet: sheetOf(text, language ?? LANGUAGES[layout] ?? 'en', context.zone),
      };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
