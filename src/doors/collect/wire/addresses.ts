// Where tags of other tools send, in the root, or below /t/ on a site that forwards this folder alone.
import { posthogWire } from './posthog.ts';
import { segmentWire } from './segment.ts';
import type { Wire } from './wire.ts';

/** As tags of the vendor write them for short. */
const SEGMENT: Readonly<Record<string, string>> = {
  track: 'track',
  page: 'page',
  screen: 'screen',
  identify: 'identify',
  alias: 'alias',
  group: 'group',
  batch: 'batch',
  t: 'track',
  p: 'page',
  s: 'screen',
  i: 'identify',
  a: 'alias',
  g: 'group',
  b: 'batch',
  import: 'batch',
};
const POSTHOG = ['/capture', '/batch', '/e', '/i/v0/e', '/track'];

const WIRES: ReadonlyMap<string, Wire> = new Map(
  [
    ...Object.entries(SEGMENT).map(([path, call]) => [`/v1/${path}`, segmentWire(call)] as const),
    ...POSTHOG.map((path) => [path, posthogWire] as const),
  ].flatMap(([path, wire]) => [[path, wire] as const, [`/t${path}`, wire] as const]),
);

export const wireAt = (path: string): Wire | undefined => WIRES.get(path);
