// The data of the page's drawings: the flow from first to last channel, and classes of days and touches.
import type { components } from '../../api/contract.gen.ts';
import type { FlowLink, FlowNode } from '../../charts/flow.tsx';
import { toneOf } from '../../design/channels.ts';

export type Path = components['schemas']['ConversionPath'];

/** A part of a path's conversions. */
export interface Share {
  /** The path's place in the answer. */
  at: number;
  /** The number of equal parts into which they are divided. */
  parts: number;
}

interface Link extends FlowLink {
  of: Share[];
}

interface Node extends FlowNode {
  value: number;
  of: Share[];
}

interface Drawn {
  nodes: Node[];
  links: Link[];
  hasMiddle: boolean;
}

/** A path of one touch is first and last; of a longer middle each touch takes an equal part. */
function routesOf({ path }: Path, at: number): { steps: string[]; share: Share }[] {
  const [first, ...rest] = path;
  if (first === undefined) return [];
  const last = `3 ${rest.at(-1) ?? first}`;
  const middle = rest.slice(0, -1);
  if (middle.length === 0) return [{ steps: [`1 ${first}`, last], share: { at, parts: 1 } }];
  return middle.map((channel) => ({ steps: [`1 ${first}`, `2 ${channel}`, last], share: { at, parts: middle.length } }));
}

export const PLACES = ['First touch', 'Between', 'Last touch'] as const;
const placeOf = (id: string): string => PLACES[Number(id[0]) - 1] ?? '';

export function flowOf(paths: readonly Path[]): Drawn {
  const links = new Map<string, Link>();
  const nodes = new Map<string, Node>();
  const grow = <Place extends { value: number; of: Share[] }>(
    all: Map<string, Place>,
    id: string,
    empty: Place,
    share: Share,
  ) => {
    const place = all.get(id) ?? empty;
    all.set(id, { ...place, value: place.value + (paths[share.at]?.conversions ?? 0) / share.parts, of: [...place.of, share] });
  };
  for (const { steps, share } of paths.flatMap(routesOf))
    for (const [at, to] of steps.entries()) {
      const name = to.slice(2);
      grow(nodes, to, { id: to, name, tone: toneOf(name), place: placeOf(to), value: 0, of: [] }, share);
      const from = steps[at - 1];
      if (from !== undefined) grow(links, `${from}→${to}`, { from, to, value: 0, of: [] }, share);
    }
  return {
    nodes: [...nodes.values()],
    links: [...links.values()],
    hasMiddle: [...nodes.keys()].some((id) => id.startsWith('2 ')),
  };
}

interface Class {
  name: string;
  /** Up to, not included. */
  below: number;
}

const DAYS: readonly Class[] = [
  { name: 'same day', below: 1 },
  { name: '1 day', below: 2 },
  { name: '2–3', below: 4 },
  { name: '4–7', below: 8 },
  { name: '8–14', below: 15 },
  { name: '15–30', below: 31 },
  { name: '31–60', below: 61 },
  { name: 'more', below: Number.POSITIVE_INFINITY },
];

const TOUCHES: readonly Class[] = [
  { name: '1', below: 1.5 },
  { name: '2', below: 2.5 },
  { name: '3', below: 3.5 },
  { name: '4', below: 4.5 },
  { name: '5–6', below: 6.5 },
  { name: '7–10', below: 10.5 },
  { name: 'more', below: Number.POSITIVE_INFINITY },
];

function classed(paths: readonly Path[], classes: readonly Class[], figureOf: (path: Path) => number) {
  const columns = classes.map(({ name }): { name: string; value: number; of: Share[] } => ({ name, value: 0, of: [] }));
  for (const [at, path] of paths.entries()) {
    const column = columns[classes.findIndex(({ below }) => figureOf(path) < below)];
    column?.of.push({ at, parts: 1 });
    if (column) column.value += path.conversions;
  }
  return columns;
}

const DAY_SECONDS = 86_400;
export const byDays = (paths: readonly Path[]) => classed(paths, DAYS, (path) => path.avg_time_to_complete_seconds / DAY_SECONDS);
export const byTouches = (paths: readonly Path[]) => classed(paths, TOUCHES, ({ avg_touches }) => avg_touches);
