// The calls behind the page: figures of visits by a dimension, of the period and of the one that it is compared with.
import type { Answer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { type Asked, type ReportQuery, useFigures, useQuestion } from '../../question/use-question.tsx';
import type { SourceQuery } from '../../receipts/source.ts';
import type { Dimension, Sort } from './words.ts';

export type Figures = Schemas['TrafficFigures'];
export type Member = keyof Figures;

/** The service finds rows beyond them by a filter. */
export const LIMIT = 200;

interface Compared {
  compared_from?: string;
  compared_to?: string;
}

export type TrafficQuery = ReportQuery & Compared & { goal?: string; dimension: Dimension; sort: Sort; limit: number };

/** The compared days; none where the period before is asked, or what was known of the same days. */
function comparedDays({ question, compared }: Asked): Compared {
  const isOther = question.comparison === 'weekdays' || question.comparison === 'year';
  return isOther && compared ? { compared_from: compared.date_from, compared_to: compared.date_to } : {};
}

export interface Choice {
  dimension: Dimension;
  sort: Sort;
}

export function trafficQuery(asked: Asked, { dimension, sort }: Choice): TrafficQuery {
  const { query, question } = asked;
  return {
    ...query,
    ...comparedDays(asked),
    ...(question.goal === undefined ? {} : { goal: question.goal }),
    ...{ dimension, sort, limit: LIMIT },
  };
}

export const useTraffic = (query: TrafficQuery, isEnabled = true): Answer<Schemas['TrafficAnswer']> =>
  useFigures(['traffic', query], (signal) => unwrap(api.GET('/api/v1/traffic', { params: { query }, signal })), { isEnabled });

/** A figure that is compared with, and where it is from. */
export interface Before {
  figures: Figures;
  query: SourceQuery;
  pointer: string;
}

export interface Comparing {
  /** Of a key; of all keys without one. Undefined: nothing is compared, or the other figures have no such key. */
  before: (key?: string) => Before | undefined;
}

/** The other figures: those in the answer, or those of the same days as they were known on a date. */
export function useComparing(choice: Choice, answer: Schemas['TrafficAnswer'] | undefined): Comparing {
  const asked = useQuestion();
  const { comparison } = asked.question;
  const query = trafficQuery(asked, choice);
  const known = { ...query, ...(asked.compared?.as_of === undefined ? {} : { as_of: asked.compared.as_of }) };
  const isKnown = comparison === 'known' && asked.compared !== undefined;
  const earlier = useTraffic(known, isKnown);
  const [data, side, source] = isKnown
    ? ([earlier.data?.data, 'current', known] as const)
    : ([comparison === 'none' ? undefined : answer?.data, 'previous', query] as const);
  return {
    before: (key) => {
      if (data === undefined) return undefined;
      if (key === undefined) return { figures: data.totals[side], query: { ...source }, pointer: `/data/totals/${side}` };
      const at = data.rows.findIndex((row) => row.key === key);
      const row = data.rows[at];
      return row && { figures: row[side], query: { ...source }, pointer: `/data/rows/${at}/${side}` };
    },
  };
}
