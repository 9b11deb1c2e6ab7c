// What the overview shows, asked of the operations: the same figures that REST answers, in one go.
import type { Answer } from '../../../base/contract/operation.ts';
import type { OperationCaller } from '../../../call/index.ts';
import type { Period } from '../period.ts';

/** Side by side, in this order. */
export const MODELS = ['last_non_direct', 'linear', 'data_driven'] as const;
export const PATHS = 12;
/** A longer range is drawn by weeks. */
const DAYS_DRAWN = 120;

export interface Figures {
  overview: Answer<'getOverview'>;
  series: Answer<'getOverviewSeries'>;
  attribution: Answer<'getAttribution'>;
  paths: Answer<'listAttributionPaths'>;
}

export async function figuresOf({ call }: OperationCaller, profileId: string, { from, to, days }: Period): Promise<Figures> {
  const range = { date_from: from, date_to: to };
  const interval = days > DAYS_DRAWN ? ('week' as const) : ('day' as const);
  const [overview, series, attribution, paths] = await Promise.all([
    call('getOverview', range, profileId),
    call('getOverviewSeries', { ...range, interval }, profileId),
    call('getAttribution', { ...range, dimension: 'channel', models: [...MODELS] }, profileId),
    call('listAttributionPaths', { ...range, transform: 'exposure', limit: PATHS }, profileId),
  ]);
  return { overview, series, attribution, paths };
}

/** One sentence each, though several answers give it. */
export function warningsOf(figures: Figures): string[] {
  return [
    ...new Set(
      Object.values(figures).flatMap(({ warnings }: { warnings?: { message: string }[] }) =>
        (warnings ?? []).map(({ message }) => message),
      ),
    ),
  ];
}
