// How well data comes in, for whoever has to put it right.
import type { Slice } from '../../base/contract/operation.ts';
import { getTrackingQuality } from './tracking-quality.ts';

export const slice: Slice = { name: 'report/quality', handlers: { getTrackingQuality } };
