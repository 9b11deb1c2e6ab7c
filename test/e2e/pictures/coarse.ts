// A coarse picture: the window in cells of 24 by 24 pixels, each a digit for its mean lightness, so that a difference is read as text and
// another version's rendering of letters does not count. It sees what is covered, empty or unpainted.
import type { Page } from 'playwright-core';

const CELL = 24;
/** The share of cells that may differ: a caret, a line that wraps elsewhere. */
const SHARE = 0.01;

/** In the page: the picture is decoded by the browser, which can. */
const DECODE = (png: string): string => `new Promise((done, failed) => {
  const picture = new Image();
  picture.onerror = () => failed(new Error('the picture was not decoded'));
  picture.onload = () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [picture.width, picture.height];
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    pen.drawImage(picture, 0, 0);
    const { data } = pen.getImageData(0, 0, picture.width, picture.height);
    const rows = [];
    for (let top = 0; top + ${CELL} <= picture.height; top += ${CELL}) {
      let row = '';
      for (let left = 0; left + ${CELL} <= picture.width; left += ${CELL}) {
        let sum = 0;
        for (let y = top; y < top + ${CELL}; y++)
          for (let x = left; x < left + ${CELL}; x++) {
            const at = (y * picture.width + x) * 4;
            sum += 0.2126 * data[at] + 0.7152 * data[at + 1] + 0.0722 * data[at + 2];
          }
        row += Math.round((sum / ${CELL * CELL} / 255) * 9);
      }
      rows.push(row);
    }
    done(rows);
  };
  picture.src = 'data:image/png;base64,${png}';
})`;

export async function takeCoarse(page: Page): Promise<string[]> {
  const png = await page.screenshot();
  return page.evaluate<string[]>(DECODE(png.toString('base64')));
}

const levelAt = (rows: readonly string[], y: number, x: number): number => Number(rows[y]?.[x] ?? Number.NaN);

/** Neither the cell of the reference nor one beside it has this lightness. */
function isOff(rows: readonly string[], level: number, y: number, x: number): boolean {
  for (let dy = -1; dy <= 1; dy++)
    for (let dx = -1; dx <= 1; dx++) if (Math.abs(levelAt(rows, y + dy, x + dx) - level) <= 1) return false;
  return true;
}

/** What differs, with both rows of the picture, or nothing. */
export function compareCoarse(reference: readonly string[], now: readonly string[]): string[] {
  const isSameSize = reference.length === now.length && reference[0]?.length === now[0]?.length;
  if (!isSameSize)
    return [
      `the picture has ${now.length} rows of ${now[0]?.length} cells, the reference ${reference.length} of ${reference[0]?.length}`,
    ];
  const rows = now.map((row, y) => [...row].filter((digit, x) => isOff(reference, Number(digit), y, x)).length);
  const cells = now.length * (now[0]?.length ?? 0);
  const off = rows.reduce((sum, count) => sum + count, 0);
  if (off <= cells * SHARE) return [];
  const worst = [...rows.entries()].filter(([, count]) => count > 0).slice(0, 8);
  return [
    `${off} of ${cells} cells of the picture differ in lightness:`,
    ...worst.map(([y]) => `row ${y}: ${reference[y]} is now ${now[y]}`),
  ];
}
