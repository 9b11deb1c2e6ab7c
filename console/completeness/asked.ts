// What the head line and its reasons ask: one answer for both.
import { api, unwrap } from '../api/client.ts';
import { useFigures } from '../question/use-question.tsx';

export interface DaysQuery {
  profile_id: string;
  date_from: string;
  date_to: string;
}

export const useCompleteness = (query: DaysQuery) =>
  useFigures(['completeness', query], (signal) => unwrap(api.GET('/api/v1/completeness', { params: { query }, signal })));
