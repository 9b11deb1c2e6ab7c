// Compares the look of a page with its reference. Effects of another version of the browser are no differences: letters that are a
// little wider, and one line more or less of a paragraph. Missing, moved, wider, taller or otherwise coloured elements are.
import type { Item } from './read-page.ts';

/** Across: letters of another rasterizer. */
const ACROSS = { pixels: 6, share: 0.04 };
/** Down: a line of text. */
const LINE = 24;
const COLOUR = 4;

/** What has one line and keeps it. */
const IS_SINGLE = /^(?:a|button|summary|input|select|progress|meter|drawing|h1|h2|h3|label|th|mark .*)$/;

const keyed = (items: readonly Item[]): Map<string, Item> => {
  const map = new Map<string, Item>();
  for (const item of items) {
    const key = `${item.block} › ${item.kind}${item.name === '' ? '' : ` "${item.name}"`}`;
    let copy = 1;
    while (map.has(`${key} #${copy}`)) copy++;
    map.set(`${key} #${copy}`, item);
  }
  return map;
};

const bytesOf = (hex: string): number[] => hex.match(/../g)?.map((byte) => Number.parseInt(byte, 16)) ?? [];

function isSameLook(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [/^(.*)#([0-9a-f]+)$/.exec(one), /^(.*)#([0-9a-f]+)$/.exec(other)];
  if (!a || !b || a[1] !== b[1] || a[2]?.length !== b[2]?.length) return false;
  const others = bytesOf(b[2] ?? '');
  return bytesOf(a[2] ?? '').every((byte, at) => Math.abs(byte - (others[at] ?? 0)) <= COLOUR);
}

function faultOf(was: Item, now: Item): string | undefined {
  const [x, y, width, height] = was.box.map((side, at) => (now.box[at] ?? 0) - side) as Item['box'];
  const across = ACROSS.pixels + ACROSS.share * was.box[2];
  const down = LINE + (was.kind === 'block' ? (was.box[1] + was.box[3]) * ACROSS.share : 0);
  const taller = IS_SINGLE.test(was.kind) ? ACROSS.pixels : down;
  const isMoved = Math.abs(x) > across || Math.abs(y) > down;
  const isResized = Math.abs(width) > across || Math.abs(height) > taller;
  if (isMoved || isResized) return `was at ${textOfBox(was.box)}, is at ${textOfBox(now.box)}`;
  const looks = was.look.filter((look, at) => !isSameLook(look, now.look[at] ?? ''));
  const news = now.look.filter((look, at) => !isSameLook(look, was.look[at] ?? ''));
  return looks.length + news.length > 0 ? `was ${looks.join(', ') || 'plain'}, is ${news.join(', ') || 'plain'}` : undefined;
}

/** What is missing, new, elsewhere or otherwise painted. */
export function compareItems(reference: readonly Item[], now: readonly Item[]): string[] {
  const [before, after] = [keyed(reference), keyed(now)];
  const faults = [...before].map(([key, was]) => {
    const item = after.get(key);
    const fault = item === undefined ? 'is missing' : faultOf(was, item);
    return fault && `${key} ${fault}`;
  });
  const added = [...after.keys()].filter((key) => !before.has(key)).map((key) => `${key} is new`);
  return [...faults, ...added].filter((fault) => fault !== undefined);
}

const textOfBox = ([x, y, width, height]: Item['box']): string => `${x},${y} ${width}×${height}`;

/** One line for an item, under a line for each block. */
export function textOfItems(items: readonly Item[]): string[] {
  let block = '';
  return items.flatMap((item) => {
    const line = `  ${item.kind} "${item.name}" ${[textOfBox(item.box), ...item.look].join(' | ')}`;
    if (item.block === block) return [line];
    block = item.block;
    return [`# ${block}`, line];
  });
}

export function itemsOfText(lines: readonly string[]): Item[] {
  let block = '';
  return lines.flatMap((line) => {
    if (line.startsWith('# ')) {
      block = line.slice(2);
      return [];
    }
    const [, kind = '', name = '', x, y, width, height, rest = ''] =
      /^ {2}([^"]+) "([^"]*)" (-?\d+),(-?\d+) (\d+)×(\d+)(?: \| (.*))?$/.exec(line) ?? [];
    if (kind === '') throw new Error(`Not a line of a reference: ${line}`);
    const box: Item['box'] = [Number(x), Number(y), Number(width), Number(height)];
    return [{ block, kind, name, box, look: rest === '' ? [] : rest.split(' | ') }];
  });
}
