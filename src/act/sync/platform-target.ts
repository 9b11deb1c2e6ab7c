// Platform-Safe: which dataset of Meta a profile's conversions go to, the existing one or a clean one of its own.
import type { ReadBase } from '../../base/base.ts';
import type { Destination } from './destination.ts';

/** Null for destinations that have no such choice. */
export function targetOf(_base: ReadBase, { kind }: Destination): 'existing' | 'clean' | null {
  return kind === 'meta' ? 'existing' : null;
}
