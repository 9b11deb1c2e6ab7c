// The question of the page that is shown, with everything that a call needs of it, and the way to change it: by the address.
import { useMemo } from 'preact/hooks';
import { useLocation, useSearch } from 'wouter-preact';
import { type Answer, type AnswerOptions, useAnswer } from '../api/answer.ts';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { reports } from '../api/gate.ts';
import { useProfile } from '../frame/place.tsx';
import { todayIn } from './days.ts';
import { comparedDays, type Days, daysOf } from './period.ts';
import { type Model, type Question, readQuestion, writeQuestion } from './question.ts';

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
}

export interface Asked {
  question: Question;
  days: Days;
  /** What is shown beside it; undefined: nothing. */
  compared: ReportQuery | undefined;
  query: ReportQuery;
  today: string;
}

const DEVICES = ['desktop', 'mobile', 'tablet'] as const;
const deviceOf = (value: string | undefined): ReportQuery['device'] => DEVICES.find((each) => each === value);

export function useQuestion(): Asked {
  const search = useSearch();
  const { profile_id, timezone } = useProfile();
  const today = todayIn(timezone);
  return useMemo(() => {
    const question = readQuestion(search);
    const days = daysOf(question.period, today);
    const { model, asOf } = question;
    const { device, ...filters } = question.filters;
    const kind = deviceOf(device);
    const query: ReportQuery = {
      profile_id,
      date_from: days.from,
      date_to: days.to,
      ...filters,
      ...(kind === undefined ? {} : { device: kind }),
      ...(model === undefined ? {} : { model }),
      ...(asOf === undefined ? {} : { as_of: asOf }),
    };
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

/** How far the figures of the profile are; asked again and again. */
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
