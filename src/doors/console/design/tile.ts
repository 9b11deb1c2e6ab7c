// One figure that matters: its name, its value with its unit, how it moved, and what it means.

import type { Change } from '../change.ts';
import { type Html, h } from './html.ts';

export interface TileContent {
  name: string;
  value: string;
  /** Behind the value, smaller. */
  unit?: string;
  change: Change;
  meaning: string;
}

const ARROWS = { up: '▲', down: '▼', same: '=' } as const;

export function Tile({ name, value, unit, change, meaning }: TileContent): Html {
  return h('li', {}, [
    h('h3', {}, name),
    h('p', { class: 'figure' }, [value, unit === undefined ? null : h('small', {}, ` ${unit}`)]),
    h('p', { class: 'change' }, changeText(change)),
    h('p', { class: 'soft small' }, meaning),
  ]);
}

/** The sign and the word say it; the colour only repeats it. */
function changeText({ direction, verdict, amount, words }: Change): (Html | string)[] {
  if (direction === 'unknown') return [words];
  const mark = h('b', { class: verdict }, [h('span', { 'aria-hidden': 'true' }, `${ARROWS[direction]} `), amount]);
  return amount === '' ? [mark, words] : [mark, ` ${words}`];
}
