// The right to change what figures mean, and the queries to repeat after a change.
import { forget } from '../../api/answer.ts';
import { type ProfileRow, useProfile } from '../../frame/place.tsx';

export interface Here extends ProfileRow {
  mayChange: boolean;
}

export function useHere(): Here {
  const profile = useProfile();
  return { ...profile, mayChange: profile.role === 'manager' };
}

/** Figures follow a change by a replay; its progress is polled. */
export function forgetMeaning(): void {
  forget('meaning');
  forget('readiness');
}
