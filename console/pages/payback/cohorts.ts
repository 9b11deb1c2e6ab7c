// The cohorts of the page: months of acquisition with what they paid in each month since, and what all of them did together.
import type { Answer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { modesOfOrigins, useFigures, useQuestion } from '../../question/use-question.tsx';

export const RANGES = { '6': '6 months', '12': '12 months', '24': '24 months', '36': '36 months' } as const;
export type Range = keyof typeof RANGES;
export const RANGE_VALUES: readonly Range[] = ['6', '12', '24', '36'];

/** Filters that cash by cohort does not know. */
export const UNKNOWN_FILTERS = ['medium', 'device', 'country'] as const;

function monthBefore(day: string, months: number): string {
  const at = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - months;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
}

export function useCohortQuery(range: Range) {
  const { query, today } = useQuestion();
  const {
    date_from: _from,
    date_to: _to,
    medium: _medium,
    device: _device,
    country: _country,
    filter_modes: _modes,
    ...rest
  } = query;
  return { ...rest, ...modesOfOrigins(query), month_from: monthBefore(today, Number(range) - 1), month_to: today.slice(0, 7) };
}

export function useCohorts(range: Range): Answer<Schemas['CohortsAnswer']> {
  const query = useCohortQuery(range);
  return useFigures(['cohorts', query], (signal) =>
    unwrap(api.GET('/api/v1/attribution/cohorts', { params: { query }, signal })),
  );
}
