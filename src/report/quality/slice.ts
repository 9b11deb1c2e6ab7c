// What app.ts composes of report/quality: its operations, jobs and hooks. Nobody else imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { getTrackingQuality } from './tracking-quality.ts';

export const slice: Slice = { name: 'report/quality', handlers: { getTrackingQuality } };
