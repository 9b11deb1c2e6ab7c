// The marks of a graph over days: decisions that change figures, from the audit, which admins may read, notes that people wrote, and changes of ads
// that others made.
import { useAnswer } from '../api/answer.ts';
import { usePlace, useProfile } from '../frame/place.tsx';
import { useQuestion } from '../question/use-question.tsx';

export interface DayMark {
  day: string;
  kind: 'decision' | 'note' | 'change';
  text: string;
  /** The id of a note. */
  id?: string;
}

export interface MarksOf {
  profile_id: string;
  workspace_id: string;
  timezone: string;
  days: { from: string; to: string };
  isAdmin: boolean;
}

export function useMarks(): DayMark[] {
  const { profile_id, timezone, workspace_id } = useProfile();
  const { days } = useQuestion();
  const role = usePlace().workspace?.role;
  const of = { profile_id, workspace_id, timezone, days, isAdmin: role === 'owner' || role === 'admin' };
  const load = async (signal: AbortSignal) => (await import('./read-marks.ts')).readMarks(of, signal);
  return useAnswer(['notes', of], load).data ?? [];
}
