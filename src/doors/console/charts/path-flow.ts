// The most travelled paths as a flow, aligned at the conversion: the last column before it is everybody's last touch. Longer
// paths than there are columns begin with "Earlier touches".
import type { Screen } from '../design/chart.ts';
import { channelVariable } from '../design/tokens.ts';
import { drawSvg, INK, type Size, SOFT_INK, TEXT_PX } from './svg.ts';

export interface Travelled {
  path: readonly string[];
  conversions: number;
}

export interface Flow {
  size: Size;
  /** Touches shown before the conversion. */
  touches: number;
  /** Room for the names to the right of the last column. */
  right: number;
  /** Names longer than this are broken into lines. */
  characters: number;
  nodeGap: number;
}

export const flows: Readonly<Record<Screen, Flow>> = {
  wide: { size: { width: 1080, height: 400 }, touches: 4, right: 116, characters: 40, nodeGap: 16 },
  medium: { size: { width: 700, height: 400 }, touches: 3, right: 116, characters: 40, nodeGap: 18 },
  narrow: { size: { width: 340, height: 440 }, touches: 2, right: 84, characters: 12, nodeGap: 26 },
};

/** From the conversion backwards. */
const COLUMNS = ['Last touch', 'One before', 'Two before', 'Three before'];
const EARLIER = 'Earlier touches';
const NODE_WIDTH = 12;
const HEAD = 28;

/** The steps of a path as columns show them. */
const shown = (path: readonly string[], touches: number): string[] =>
  path.length <= touches ? [...path] : [EARLIER, ...path.slice(-touches)];

export function pathFlow(name: string, paths: readonly Travelled[], { size, touches, right, characters, nodeGap }: Flow): string {
  const steps = paths.map(({ path, conversions }) => ({ steps: shown(path, touches), conversions }));
  const columns = Math.max(...steps.map((each) => each.steps.length));
  const nodes = new Map<string, { channel: string; depth: number; conversions: number }>();
  const links = new Map<string, { source: string; target: string; channel: string; value: number }>();
  const end = idOf(columns, 'Conversion');
  for (const { steps: path, conversions } of steps) {
    const ids = [...path.map((channel, at) => idOf(columns - path.length + at, channel)), end];
    for (const [at, id] of ids.entries()) {
      const node = nodes.get(id) ?? { channel: path[at] ?? 'Conversion', depth: columns - path.length + at, conversions: 0 };
      node.conversions += conversions;
      nodes.set(id, node);
      const target = ids[at + 1];
      if (target === undefined) continue;
      const link = links.get(`${id}\u0000${target}`) ?? { source: id, target, channel: path[at] as string, value: 0 };
      link.value += conversions;
      links.set(`${id}\u0000${target}`, link);
    }
  }
  const colourOf = (channel: string): string => (channel === 'Conversion' ? 'var(--ink-soft)' : channelVariable(channel));
  return drawSvg(name, size, {
    graphic: columnNames(columns, touches, size.width - right),
    series: [
      {
        type: 'sankey',
        silent: true,
        left: 2,
        right,
        top: HEAD,
        bottom: 12, // the lowest name may take two lines
        nodeWidth: NODE_WIDTH,
        nodeGap,
        nodeAlign: 'right',
        draggable: false,
        data: [...nodes].map(([id, { channel, depth }]) => ({ name: id, depth, itemStyle: { color: colourOf(channel) } })),
        links: [...links.values()].map(({ channel, ...link }) => ({
          ...link,
          lineStyle: { color: colourOf(channel), opacity: 0.32 },
        })),
        label: {
          color: INK,
          lineHeight: 15,
          formatter: ({ name: id }: { name: string }) => {
            const node = nodes.get(id);
            return node ? inLines(`${node.channel} ${node.conversions.toLocaleString('en-US')}`, characters) : '';
          },
        },
        labelLayout: { hideOverlap: true },
      },
    ],
  });
}

/** The same channel is a node of its own in each column. */
const idOf = (column: number, channel: string): string => `${column}:${channel}`;

/** Above the columns; what stands before all that are counted has one name. */
function columnNames(columns: number, touches: number, width: number): object[] {
  const room = (width - 2 - NODE_WIDTH) / columns;
  return Array.from({ length: columns }, (_, at) => {
    const text = COLUMNS.slice(0, touches)[columns - 1 - at] ?? 'Before that';
    return { type: 'text', silent: true, x: 2 + at * room, y: 0, style: { text, fill: SOFT_INK, fontSize: TEXT_PX } };
  });
}

/** Broken between words only; a word that is too long stands alone. */
function inLines(text: string, characters: number): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= characters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}
