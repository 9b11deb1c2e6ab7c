// The parameters of the operations of quality: the profile, and the goal of the question.
import type { Schemas } from '../../api/client.ts';
import { useProfile } from '../../frame/place.tsx';
import { useQuestion } from '../../question/use-question.tsx';
import { moneyKnown } from '../../words/format.ts';

export type Finding = Schemas['QualityFinding'];
export type Status = Schemas['QualityStatus'];

export function useAsked(): { profile_id: string; goal?: string } {
  const { profile_id } = useProfile();
  const { question } = useQuestion();
  return { profile_id, ...(question.goal === undefined ? {} : { goal: question.goal }) };
}

const WORST_FIRST: readonly Status[] = ['problem', 'attention', 'ok'];

/** The worst first; the service has them by money within a status. */
export const byStatus = <Row extends { status: Status }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => WORST_FIRST.indexOf(a.status) - WORST_FIRST.indexOf(b.status));

export const share = (value: number): string => `${(value * 100).toLocaleString('en-US', { maximumFractionDigits: 1 })} %`;

export const moneyOrNone = (value: string | null, currency: string): string =>
  value === null ? '–' : moneyKnown(value, currency);
