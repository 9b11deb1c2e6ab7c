// The parts of credit/channels for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { getClassificationRules, previewClassification, putClassificationRules } from './classification.ts';

export const slice: Slice = {
  name: 'credit/channels',
  handlers: { getClassificationRules, previewClassification, putClassificationRules },
};
