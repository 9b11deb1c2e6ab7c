// The parts of act/creatives for slices.ts: its operations and jobs. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { analyseJob } from './analysis/analyse.ts';
import {
  backfillCreativeAnalyses,
  getCreativeAnalysis,
  listCreativeDimensions,
  requestCreativeAnalysis,
} from './analysis/operations.ts';
import { askTopPerformers } from './chat/chat.ts';
import { getTopPerformersBrief, listTopPerformers } from './top-performers.ts';

export const slice: Slice = {
  name: 'act/creatives',
  handlers: {
    ...{ askTopPerformers, getTopPerformersBrief, listTopPerformers },
    ...{ backfillCreativeAnalyses, getCreativeAnalysis, listCreativeDimensions, requestCreativeAnalysis },
  },
  jobs: [analyseJob],
};
