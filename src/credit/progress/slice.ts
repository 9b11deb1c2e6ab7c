// The parts of credit/progress for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { getExchangeRates, ratesJob, updateExchangeRates } from './exchange-rates.ts';
import { gauges } from './gauges.ts';
import { arrivalSteps } from './readiness.ts';
import { getFreshness, getRecomputeStatus, getReplayStatus, recompute } from './recompute.ts';
import { recomputeFx } from './recompute-fx.ts';
import { listTrackingEvents } from './tracking-events.ts';
import { getTrackingOps } from './tracking-ops.ts';
import { uncountedSignals } from './uncounted.ts';

export const slice: Slice = {
  name: 'credit/progress',
  handlers: {
    getExchangeRates,
    getFreshness,
    getRecomputeStatus,
    getReplayStatus,
    getTrackingOps,
    listTrackingEvents,
    recompute,
    recomputeFx,
    updateExchangeRates,
  },
  jobs: [ratesJob],
  hooks: { readiness: arrivalSteps, quality: uncountedSignals, gauges },
};
