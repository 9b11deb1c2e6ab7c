// The parts of account/guards for slices.ts: its hooks. It has no operations; operations that set guards belong to the slices of the settings.
import type { Slice } from '../../base/contract/operation.ts';
import { loweringKind } from './guards.ts';

export const slice: Slice = {
  name: 'account/guards',
  handlers: {},
  hooks: { handoffs: { lower_guard: loweringKind } },
};
