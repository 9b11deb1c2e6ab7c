// Hooks that slices offer to earlier slices (readiness steps, purge, gauges), as app.ts collected them. A slice calls them here, so that
// it never imports a later slice.
import type { Base, ReadBase } from '../base.ts';
import type { Slice } from './operation.ts';
import type { SliceHooks } from './slice-hooks.ts';

const collected = ({ state }: Pick<ReadBase, 'state'>): { slices: readonly Slice[] } =>
  state.memo('slices', () => ({ slices: [] }));

/** Called once by app.ts with the slices in their import order. */
export function collectHooks(base: Base, slices: Slice[]): void {
  collected(base).slices = slices;
}

/** All slices, in import order; none before the app is composed. */
export const slicesOf = (base: Pick<ReadBase, 'state'>): readonly Slice[] => collected(base).slices;

/** The hooks of all slices, in import order. */
export const hooksOf = (base: Pick<ReadBase, 'state'>): readonly SliceHooks[] =>
  slicesOf(base).flatMap(({ hooks }) => hooks ?? []);
