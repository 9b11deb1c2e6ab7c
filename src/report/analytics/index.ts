// Analytics: overview, series, attribution, paths. What the reports to the right may call.
import type { Slice } from '../../base/contract/operation.ts';
import { getAttribution, listAttributionPaths } from './attribution.ts';
import { getAttributionChanges } from './changes.ts';
import { getOverview, getOverviewSeries } from './overview.ts';
import { getPacing, putPacing } from './pacing.ts';
import { getWorkspacePacing } from './workspace-pacing.ts';

export { decimalText, roundedQuotient, trimmedDecimal } from '../../base/kit/decimals.ts';
export { atOneVersion, frameOf, type ReportFrame } from './frame.ts';
export { asWarnings, convertedMoney, rateWarnings } from './money.ts';

export const slice: Slice = {
  name: 'report/analytics',
  handlers: {
    getAttribution,
    getAttributionChanges,
    getOverview,
    getOverviewSeries,
    listAttributionPaths,
    getPacing,
    getWorkspacePacing,
    putPacing,
  },
  hooks: {},
};
