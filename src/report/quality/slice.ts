// The parts of report/quality for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { getAdIdQuality } from './ad-ids.ts';
import { getAttributionQuality } from './attribution-quality.ts';
import { closeMoneyReason, reopenMoneyReason } from './completeness/closings.ts';
import { completenessOfAll, getCompleteness } from './completeness/completeness.ts';
import { getDarkMessagingSpend } from './dark-messaging.ts';
import { getInstrumentationHealth } from './instrumentation.ts';
import { getItpExposure } from './itp.ts';
import { eraseReadings } from './kept.ts';
import { getQuality } from './quality.ts';
import { outagesIn } from './senders/kept-outages.ts';
import { getTrackingQuality, readTrackingSignals } from './tracking-quality.ts';
import { getTrust, trustWarnings } from './trust.ts';
import { listUtmAnomalies } from './utm-anomalies.ts';
import { getUtmAudit, refreshUtmAudit } from './utm-audit.ts';
import { newProblems, qualityWatch } from './watch.ts';

export const slice: Slice = {
  name: 'report/quality',
  handlers: {
    getAdIdQuality,
    getAttributionQuality,
    getCompleteness,
    closeMoneyReason,
    reopenMoneyReason,
    getDarkMessagingSpend,
    getInstrumentationHealth,
    getItpExposure,
    getQuality,
    getTrackingQuality,
    getTrust,
    getUtmAudit,
    listUtmAnomalies,
    refreshUtmAudit,
  },
  jobs: [qualityWatch],
  hooks: {
    newItems: { quality: newProblems },
    trackingSignals: readTrackingSignals,
    trust: trustWarnings,
    outages: outagesIn,
    completeness: completenessOfAll,
    erasure: { person: eraseReadings },
  },
};
