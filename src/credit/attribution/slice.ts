// What app.ts composes of credit/attribution: its operations, jobs and hooks. Nobody else imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { getAttributionSettings, updateAttributionSettings } from './attribution-settings.ts';
import { whileFactsChange } from './change-facts.ts';
import { getClassificationRules, previewClassification, putClassificationRules } from './classification.ts';
import { gauges } from './gauges.ts';
import { isCounted, uncountedAmong } from './goal-proposals.ts';
import { createGoal, listDefinitions, putDefinition, replaceOutcomeDefinitions } from './goals.ts';
import { purgeAttribution } from './purge.ts';
import { arrivalSteps } from './readiness.ts';
import { getFreshness, getRecomputeStatus, getReplayStatus, recompute } from './recompute.ts';
import { recomputeFx } from './recompute-fx.ts';
import { replayJob } from './replays.ts';
import { listTrackingEvents } from './tracking-events.ts';
import { getTrackingOps } from './tracking-ops.ts';
import { uncountedSignals } from './uncounted.ts';

export const slice: Slice = {
  name: 'credit/attribution',
  handlers: {
    getAttributionSettings,
    updateAttributionSettings,
    listDefinitions,
    putDefinition,
    createGoal,
    replaceOutcomeDefinitions,
    getClassificationRules,
    putClassificationRules,
    previewClassification,
    recompute,
    recomputeFx,
    getRecomputeStatus,
    getReplayStatus,
    getFreshness,
    listTrackingEvents,
    getTrackingOps,
  },
  jobs: [replayJob],
  hooks: {
    readiness: arrivalSteps,
    quality: uncountedSignals,
    goals: { isCounted, uncountedAmong },
    gauges,
    purge: purgeAttribution,
    erasure: { whileFactsChange },
  },
};
