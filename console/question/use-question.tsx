// The question of the page that is shown, with everything that a call needs of it, and the way to change it: by the address.
import { useMemo } from 'preact/hooks';
import { useLocation, useSearch } from 'wouter-preact';
import { type Answer, type AnswerOptions, useAnswer } from '../api/answer.ts';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { reports } from '../api/gate.ts';
import { useProfile } from '../frame/place.tsx';
import { todayIn } from './days.ts';
import { comparedDays, type Days, daysOf } from './period.ts';
import { DIMENSION_NAMES, type Dimension, type Model, type Question, readQuestion, writeQuestion } from './question.ts';

/** Parameters that the reports share. */
export interface ReportQuery {
  profile_id: string;
  date_from: string;
  date_to: string;
  model?: Model;
  as_of?: string;
  channel?: string;
  source?: string;
  medium?: string;
  campaign?: string;
  device?: 'desktop' | 'mobile' | 'tablet';
  country?: string;
  filter_modes?: Schemas['FilterMode'][];
}

export interface Asked {
  question: Question;
  days: Days;
  /** The comparison; undefined: none. */
  compared: ReportQuery | undefined;
  query: ReportQuery;
  today: string;
}

type FilterMode = Schemas['FilterMode'];

const FILTER_MODES: readonly FilterMode[] = [
  ...(['channel:is_not', 'channel:contains', 'device:is_not', 'device:is_empty', 'country:is_not', 'country:is_empty'] as const),
  ...(['source:is_not', 'source:contains', 'source:is_empty', 'medium:is_not', 'medium:contains', 'medium:is_empty'] as const),
  ...(['campaign:is_not', 'campaign:contains', 'campaign:is_empty'] as const),
];

/** The filters as reports take them; a device that is none is left out. */
function filtersIn({ filters, modes }: Question) {
  const device = deviceOf(filters.device);
  const isIn = (dimension: Dimension): boolean =>
    dimension === 'device' && modes.device !== 'is_empty' ? device !== undefined : filters[dimension] !== undefined;
  const names = DIMENSION_NAMES.filter(isIn);
  const listed = FILTER_MODES.filter((each) => names.some((name) => each === `${name}:${modes[name]}`));
  const values = names.filter((name) => name !== 'device' && filters[name] !== '').map((name) => [name, filters[name]]);
  return {
    ...Object.fromEntries(values),
    ...(device === undefined ? {} : { device }),
    ...(listed.length === 0 ? {} : { filter_modes: listed }),
  };
}

/** The modes of a query without those of these filters, which then compare by `is`. */
export function modesWithout(modes: FilterMode[] | undefined, names: readonly Dimension[]): { filter_modes?: FilterMode[] } {
  const rest = modes?.filter((each) => !names.some((name) => each.startsWith(`${name}:`)));
  return rest === undefined || rest.length === 0 ? {} : { filter_modes: rest };
}

export type OriginMode = Schemas['FilterOriginMode'];
const ORIGIN_MODES: readonly OriginMode[] = [
  ...(['channel:is_not', 'channel:contains', 'source:is_not', 'source:contains', 'source:is_empty'] as const),
  ...(['campaign:is_not', 'campaign:contains', 'campaign:is_empty'] as const),
];

/** For a report whose only filters are channel, source and campaign. */
export function modesOfOrigins({ filter_modes }: Pick<ReportQuery, 'filter_modes'>): { filter_modes?: OriginMode[] } {
  const modes = ORIGIN_MODES.filter((each) => filter_modes?.some((mode) => mode === each));
  return modes.length === 0 ? {} : { filter_modes: modes };
}

const DEVICES = ['desktop', 'mobile', 'tablet'] as const;
const deviceOf = (value: string | undefined): ReportQuery['device'] => DEVICES.find((each) => each === value);

function queryOf(question: Question, days: Days, profile_id: string): ReportQuery {
  const { model, asOf } = question;
  return {
    profile_id,
    date_from: days.from,
    date_to: days.to,
    ...filtersIn(question),
    ...(model === undefined ? {} : { model }),
    ...(asOf === undefined ? {} : { as_of: asOf }),
  };
}

/** The parameters that the query of an address asks for, such as that of a saved view. */
export function reportQuery(search: string, profileId: string, today: string): ReportQuery {
  const question = readQuestion(search);
  return queryOf(question, daysOf(question.period, today), profileId);
}

export function useQuestion(): Asked {
  const search = useSearch();
  const { profile_id, timezone } = useProfile();
  const today = todayIn(timezone);
  return useMemo(() => {
    const question = readQuestion(search);
    const days = daysOf(question.period, today);
    const query = queryOf(question, days, profile_id);
    return { question, days, today, query, compared: comparedQuery(question, days, query) };
  }, [search, profile_id, today]);
}

function comparedQuery(question: Question, days: Days, query: ReportQuery): ReportQuery | undefined {
  if (question.comparison === 'known')
    return question.knownOn === undefined ? undefined : { ...query, as_of: `${question.knownOn}T00:00:00Z` };
  const other = comparedDays(days, question.comparison);
  return other && { ...query, date_from: other.from, date_to: other.to };
}

/** Changes the question; the browser's way back undoes it. */
export function useAsk(): (change: Partial<Question>) => void {
  const search = useSearch();
  const [path, navigate] = useLocation();
  return (change) => {
    const next = writeQuestion({ ...readQuestion(search), ...change }, search);
    navigate(next === '' ? path : `${path}?${next}`);
  };
}

export type Freshness = Schemas['Freshness'];
const LOOK_SECONDS = 15;

/** The position of the profile's figures, polled. */
export function useFreshness(): Answer<{ data: Freshness }> {
  const { profile_id } = useProfile();
  return useAnswer(
    ['freshness', profile_id],
    (signal) => unwrap(api.GET('/api/v1/profile/freshness', { params: { query: { profile_id } }, signal })),
    { everySeconds: LOOK_SECONDS },
  );
}

export const versionOf = ({ through_seq, through_decision, code }: Freshness): string =>
  `${through_seq}.${through_decision}.${code}`;

/**
 * An answer that is a figure: kept for as long as the version of the figures is the same, and asked again when it has changed.
 * `key` has everything that the answer depends on beside the version.
 */
export function useFigures<T>(
  key: readonly unknown[],
  load: (signal: AbortSignal) => Promise<T>,
  { isEnabled = true, ...rest }: AnswerOptions = {},
): Answer<T> {
  const freshness = useFreshness();
  const version = freshness.data && versionOf(freshness.data.data);
  const answer = useAnswer([...key, version], (signal) => reports.run(signal, () => load(signal)), {
    ...rest,
    isFixed: true,
    isEnabled: isEnabled && version !== undefined,
  });
  return freshness.error && !freshness.data ? { ...answer, error: freshness.error } : answer;
}
