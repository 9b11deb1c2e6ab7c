// The calls behind the overview's blocks; blocks that need the same answer share it.
import type { Answer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { countDays } from '../../question/days.ts';
import { MODELS, type Model } from '../../question/question.ts';
import { type Asked, type ReportQuery, useFigures, useQuestion } from '../../question/use-question.tsx';
import { pointerTo, type Source } from '../../receipts/source.ts';
import { questionOf, type Shared } from '../../share/question.ts';

export type Metrics = Schemas['OverviewMetrics'];

interface Include {
  include?: ('receipt' | 'interval')[];
}

type OverviewQuery = ReportQuery & Include;

/** The question of the page, with intervals if they are on. */
export const overviewQuery = ({ query, question }: Asked): OverviewQuery => ({
  ...query,
  ...(question.hasIntervals ? { include: ['interval' as const] } : {}),
});

export function useOverview(): Answer<Schemas['OverviewAnswer']> {
  const query = overviewQuery(useQuestion());
  return useFigures(['overview', query], (signal) => unwrap(api.GET('/api/v1/overview', { params: { query }, signal })));
}

/** The figures that are compared with, where they are not those of the period before, which the overview has. */
export function useCompared(): Answer<Schemas['OverviewAnswer']> {
  const { compared, question, query } = useQuestion();
  const isAsked = compared !== undefined && question.comparison !== 'previous';
  const asked = compared ?? query;
  return useFigures(['overview', asked], (signal) => unwrap(api.GET('/api/v1/overview', { params: { query: asked }, signal })), {
    isEnabled: isAsked,
  });
}

/** A longer range is drawn by weeks. */
const DAYS_DRAWN = 120;

export const seriesQuery = (query: OverviewQuery) => ({
  ...query,
  interval: countDays(query.date_from, query.date_to) > DAYS_DRAWN ? ('week' as const) : ('day' as const),
});

/** Where a figure of a day or week comes from. */
export const seriesSource = (query: OverviewQuery, at: number, name: 'revenue' | 'spend'): Source => ({
  path: '/api/v1/overview/series',
  query: { ...seriesQuery(query) },
  pointer: pointerTo('data', at, name),
});

export function useSeries(of: OverviewQuery | undefined): Answer<Schemas['OverviewSeriesAnswer']> {
  const asked = useQuestion();
  const query = seriesQuery(of ?? asked.query);
  return useFigures(['series', query], (signal) => unwrap(api.GET('/api/v1/overview/series', { params: { query }, signal })), {
    isEnabled: of !== undefined,
  });
}

/** The interval of a figure of an answer; null where too few people cause it, undefined without intervals. */
export function boundsOf(
  intervals: Schemas['Intervals'] | undefined,
  pointer: string,
): { low: number; high: number } | null | undefined {
  const found = intervals?.find(({ path }) => path === pointer);
  if (!found) return undefined;
  return found.low === null || found.high === null ? null : { low: Number(found.low), high: Number(found.high) };
}

export const ALL_MODELS = Object.keys(MODELS) as Model[];

/** Channels under all nine models. */
export function channelsQuery({ model: _model, ...query }: OverviewQuery) {
  return { ...query, dimension: 'channel' as const, models: ALL_MODELS };
}

export function useChannels(of: OverviewQuery | undefined): Answer<Schemas['AttributionAnswer']> {
  const asked = useQuestion();
  const query = channelsQuery(of ?? asked.query);
  return useFigures(['attribution', query], (signal) => unwrap(api.GET('/api/v1/attribution', { params: { query }, signal })), {
    isEnabled: of !== undefined,
  });
}

/** The page as it is shared: with the period beside it. */
export function sharedOverview(query: ReportQuery, compared: ReportQuery | undefined): Shared {
  const { date_from, date_to, as_of } = compared ?? query;
  const beside = { date_from, date_to, ...(as_of === undefined ? {} : { as_of }) };
  return { page: 'overview', question: { ...questionOf(query), ...(compared === undefined ? {} : { compared: beside }) } };
}
