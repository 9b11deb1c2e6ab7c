// The parts of act/creatives for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { analyseJob } from './analysis/analyse.ts';
import {
  backfillCreativeAnalyses,
  getCreativeAnalysis,
  listCreativeDimensions,
  requestCreativeAnalysis,
} from './analysis/operations.ts';
import { profileBoard } from './board.ts';
import { askTopPerformers } from './chat/chat.ts';
import { getTopPerformersAnswer, listTopPerformersAnswers } from './chat/kept.ts';
import { listExperiments, promoteToExperiment } from './experiments/experiments.ts';
import { listCreativeArchetypes, listCreativePatterns } from './patterns/patterns.ts';
import { handOffReplicateRun, runHandoffKind } from './roadmap/handoff.ts';
import { findRefreshTest } from './roadmap/refresh.ts';
import { decideCreativeTest, getTestRoadmap } from './roadmap/roadmap.ts';
import { getReplicateRun } from './roadmap/run.ts';
import { getTopPerformersBrief, listTopPerformers } from './top-performers.ts';

export const slice: Slice = {
  name: 'act/creatives',
  handlers: {
    askTopPerformers,
    getTopPerformersAnswer,
    listTopPerformersAnswers,
    getTopPerformersBrief,
    listTopPerformers,
    backfillCreativeAnalyses,
    getCreativeAnalysis,
    listCreativeDimensions,
    requestCreativeAnalysis,
    listCreativeArchetypes,
    listCreativePatterns,
    decideCreativeTest,
    getTestRoadmap,
    getReplicateRun,
    handOffReplicateRun,
    listExperiments,
    promoteToExperiment,
  },
  jobs: [analyseJob],
  hooks: { handoffs: { replicate_run: runHandoffKind }, refreshTest: findRefreshTest, leaderboard: profileBoard },
};
