// The address of the page, for the figures of one moment.
import type { components } from '../../api/contract.gen.ts';

type Schemas = components['schemas'];

/** The page that compares what is known, from that moment on: an instant or a version. */
export function knownPath(profileId: string, question: Schemas['SnapshotQuestion'], moment: string): string {
  const { date_from, date_to, month_from, month_to, model, goal } = question;
  const asked = new URLSearchParams();
  if (date_from !== undefined && date_to !== undefined) asked.set('period', `${date_from}..${date_to}`);
  else if (month_from !== undefined && month_to !== undefined) asked.set('period', `${month_from}-01..${lastDayOf(month_to)}`);
  if (model !== undefined) asked.set('model', model);
  if (goal !== undefined) asked.set('goal', goal);
  asked.set('since', moment);
  return `/console/${profileId}/known?${asked}`;
}

/** What a snapshot shows is known of the moment that it asks for, otherwise of the one in which it was made. */
export const momentOf = ({ question, created_at }: Pick<Schemas['Snapshot'], 'question' | 'created_at'>): string =>
  question.as_of ?? question.known_from ?? created_at;

const lastDayOf = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10);
