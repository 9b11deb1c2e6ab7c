// The references of the main pages, one file for each: its look in light, in dark and on a phone, as text that a reviewer reads in
// a diff. `npm run screenshots -- --accept` writes them again.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { compareCoarse, takeCoarse } from './coarse.ts';
import { compareItems, itemsOfText, textOfItems } from './compare.ts';
import { type Item, readingOf } from './read-page.ts';

/** Pages that have a reference. The frame is compared on the first. */
const PAGES = ['overview', 'attribution', 'payback', 'person', 'quality', 'portfolio'];
const LOOKS = ['light 390', 'light 1024', 'dark 1440'];
const MOST_FAULTS = 15;

interface Picture {
  items: Item[];
  cells: string[];
}

const isAccepting = process.env['ACCEPT_PICTURES'] === '1';
const fileOf = (name: string): string => join(import.meta.dirname, 'references', `${name}.txt`);

export const readPicture = async (page: Page, name: string): Promise<Picture> => ({
  items: await page.evaluate<Item[]>(readingOf(name === PAGES[0] ? '' : 'nav')),
  cells: await takeCoarse(page),
});

/** The parts of a file by the looks that head them. */
function partsOf(name: string): Map<string, string[]> {
  const parts = new Map<string, string[]>();
  if (!existsSync(fileOf(name))) return parts;
  for (const part of readFileSync(fileOf(name), 'utf8').split(/^== /m).slice(1)) {
    const [look = '', ...lines] = part.trimEnd().split('\n');
    parts.set(look, lines);
  }
  return parts;
}

function accept(name: string, look: string, { items, cells }: Picture): void {
  const parts = partsOf(name).set(look, [...textOfItems(items), ...cells.map((row) => `: ${row}`)]);
  const text = LOOKS.flatMap((each) => (parts.has(each) ? [`== ${each}`, ...(parts.get(each) ?? [])] : []));
  writeFileSync(fileOf(name), `${text.join('\n')}\n`);
}

/** What differs from the reference. */
export function faultsOf(name: string, look: string, { items, cells }: Picture): string[] {
  const lines = partsOf(name).get(look);
  if (lines === undefined) return [`${name} has no reference in ${look}`];
  const isCell = (line: string): boolean => line.startsWith(': ');
  const reference = itemsOfText(lines.filter((line) => !isCell(line)));
  const rows = lines.filter(isCell).map((line) => line.slice(2));
  return [...compareItems(reference, items), ...compareCoarse(rows, cells)];
}

/** Fails if the page no longer looks like its reference. */
export async function checkPicture(page: Page, name: string, look: string): Promise<void> {
  if (!PAGES.includes(name) || !LOOKS.includes(look)) return;
  const picture = await readPicture(page, name);
  if (isAccepting) return accept(name, look, picture);
  const faults = faultsOf(name, look, picture);
  const shown = [
    ...faults.slice(0, MOST_FAULTS),
    ...(faults.length > MOST_FAULTS ? [`and ${faults.length - MOST_FAULTS} more`] : []),
  ];
  const what = `${name}, ${look}: not as in its reference. If it is meant: npm run screenshots -- --accept\n${shown.join('\n')}`;
  assert.ok(faults.length === 0, what);
}
