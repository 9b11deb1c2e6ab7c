// The parts of act/recommendations for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { adWritesEnded, applyRecommendation } from './apply.ts';
import { diagnoseRecommendation } from './diagnose.ts';
import { dismissRecommendation } from './dismiss.ts';
import { evaluateAfterFinding, evaluateDaily, evaluateJob, evaluateSoon } from './evaluate.ts';
import { listRecommendations, listWorkspaceRecommendations, newRecommendations } from './recommendations.ts';
import { getRecommendationScoreboard } from './scoreboard.ts';

export const slice: Slice = {
  name: 'act/recommendations',
  handlers: {
    applyRecommendation,
    diagnoseRecommendation,
    dismissRecommendation,
    getRecommendationScoreboard,
    listRecommendations,
    listWorkspaceRecommendations,
  },
  jobs: [evaluateJob, evaluateDaily],
  hooks: { computed: evaluateSoon, events: evaluateAfterFinding, newItems: { decide: newRecommendations }, adWritesEnded },
};
