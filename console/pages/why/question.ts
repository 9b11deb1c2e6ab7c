// The question of the page: the days that are compared, the level that is shown, and the way one level down, all in the address.
import { useLocation, useSearch } from 'wouter-preact';
import type { Answer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { usePageChoice, usePageParam } from '../../question/page-param.ts';
import type { Dimension } from '../../question/question.ts';
import { useFigures, useQuestion } from '../../question/use-question.tsx';

export type WhyAnswer = Schemas['WhyAnswer'];
export type Line = Schemas['WhyLine'];
export type Row = Schemas['WhyRow'];
export type Step = keyof Schemas['WhySteps'];
export type Measure = WhyAnswer['meta']['measure'];

export const MEASURES = { revenue: 'Revenue', conversions: 'Conversions' } as const;
const MEASURE_VALUES: readonly Measure[] = ['revenue', 'conversions'];

export const LEVELS = {
  channel: 'Channels',
  campaign: 'Campaigns',
  ad: 'Ads',
  landing_page: 'Landing pages',
  device: 'Devices',
  country: 'Countries',
} as const;
export type Level = keyof typeof LEVELS;
const LEVEL_VALUES: readonly Level[] = ['channel', 'campaign', 'ad', 'landing_page', 'device', 'country'];

/** Rows of one table. */
const LIMIT = 50;

export const useMeasure = () => usePageChoice('figure', MEASURE_VALUES, 'revenue');

/** The level below what the filters choose. */
function useNextLevel(): Level {
  const { question } = useQuestion();
  const [ad] = usePageParam('ad', '');
  const isExact = (name: Dimension): boolean => question.filters[name] !== undefined && question.modes[name] === undefined;
  if (ad !== '') return 'landing_page';
  if (isExact('campaign')) return 'ad';
  return isExact('channel') || isExact('source') ? 'campaign' : 'channel';
}

export const useLevel = () => usePageChoice('by', LEVEL_VALUES, useNextLevel());

export function useWhyQuery(dimension: Level | 'customer') {
  const { query, compared, question } = useQuestion();
  const [measure] = useMeasure();
  const [ad] = usePageParam('ad', '');
  // Two states of knowledge of the same days are compared on the page What we knew when.
  const isOtherDays = compared !== undefined && question.comparison !== 'known';
  return {
    ...query,
    ...(question.goal === undefined ? {} : { goal: question.goal }),
    ...(isOtherDays ? { compared_from: compared.date_from, compared_to: compared.date_to } : {}),
    ...(ad === '' ? {} : { ad }),
    dimension,
    measure,
    limit: LIMIT,
  };
}

export type WhyQuery = ReturnType<typeof useWhyQuery>;

export const useWhy = (query: WhyQuery): Answer<WhyAnswer> =>
  useFigures(['why', query], (signal) => unwrap(api.GET('/api/v1/why', { params: { query }, signal })));

/** The way to the level below a row; undefined for a row that has none. */
export function useBelow(): (level: Level, key: string) => string | undefined {
  const search = useSearch();
  const [path] = useLocation();
  return (level, key) => {
    if (level === 'landing_page' || key.startsWith('(')) return undefined;
    const asked = new URLSearchParams(search);
    asked.delete('by');
    for (const name of [...asked.keys()]) if (name.startsWith(`${level}.`)) asked.delete(name);
    asked.set(level, key);
    return `${path}?${asked}`;
  };
}

/** What is opened, from all down to the ad, each with the way back to it. */
export function useOpened(): { name: string; href: string }[] {
  const search = useSearch();
  const [path] = useLocation();
  const { question } = useQuestion();
  const [ad] = usePageParam('ad', '');
  const { channel, campaign } = question.filters;
  const opened = [
    { name: 'All', leave: ['channel', 'campaign', 'ad', 'by'] },
    ...(channel === undefined ? [] : [{ name: channel, leave: ['campaign', 'ad', 'by'] }]),
    ...(campaign === undefined ? [] : [{ name: campaign, leave: ['ad', 'by'] }]),
    ...(ad === '' ? [] : [{ name: `Ad ${ad}`, leave: ['by'] }]),
  ];
  return opened.map(({ name, leave }) => {
    const asked = new URLSearchParams(search);
    for (const each of [...asked.keys()]) if (leave.includes(each.split('.')[0] ?? '')) asked.delete(each);
    const text = asked.toString();
    return { name, href: text === '' ? path : `${path}?${text}` };
  });
}
