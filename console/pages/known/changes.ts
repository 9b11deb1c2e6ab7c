// The two moments of knowledge that the page compares, and what changed between them.
import type { Answer } from '../../api/answer.ts';
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useProfile } from '../../frame/place.tsx';
import { usePageParam } from '../../question/page-param.ts';
import { useFigures, useQuestion } from '../../question/use-question.tsx';
import { questionOf } from '../../share/question.ts';
import { fieldIn, instantIn } from '../../words/zoned.ts';

export type Changes = Schemas['AttributionChangesAnswer'];
export type Figures = Schemas['ChangedFigures'];

export const CAUSES = {
  computed_differently: 'Newer version',
  new_events: 'New events',
  late_events: 'Late events',
  same_sale: 'Sales seen twice',
  identity: 'Identity',
  refunds: 'Refunds',
  currency: 'Exchange rates',
  rules: 'Rules',
  settings: 'Settings',
} as const;
export type Cause = keyof typeof CAUSES;
export const CAUSE_NAMES = Object.keys(CAUSES) as Cause[];

/** The meaning of each cause, for readers of the graph. */
export const CAUSE_TEXTS: Readonly<Record<Cause, string>> = {
  computed_differently: 'A newer version of Tributary computes the same facts otherwise.',
  new_events: 'Happened after the first moment.',
  late_events: 'Had happened by then and arrived later.',
  same_sale: 'Payments of a sale that was known from another system, and decisions on such sales.',
  identity: 'Browsers linked to customers, merges and their reversal.',
  refunds: 'Refunds and other corrections of payments.',
  currency: 'Exchange rates and the currency of the profile.',
  rules: 'Channel rules, definitions and the data-driven fit.',
  settings: 'Windows, model, time zone and own domains.',
};

const DAY_MS = 86_400_000;
const USUAL_DAYS = 7;

/** An instant as a field of date and time has it, in the profile's zone; empty for a version. */
export const fieldOf = (iso: string, timezone: string): string => (isVersion(iso) ? '' : fieldIn(timezone, new Date(iso)));

const isInstant = (text: string): boolean => /T.+(?:Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text));
/** Of the figures, such as `18234.913`; it has no date. */
export const isVersion = (text: string): boolean => /^\d{1,15}\.\d{1,15}$/.test(text);
const isMoment = (text: string): boolean => isInstant(text) || isVersion(text);

/** Instants or versions. */
export interface Moments {
  from: string;
  /** Undefined: now. */
  to: string | undefined;
  /** Take what a field of date and time has. */
  setFrom: (field: string) => void;
  setTo: (field: string) => void;
}

/** A week ago, or a minute after the profile began, in whole minutes so that an answer is requested once. */
export function useMoments(): Moments {
  const { created_at, timezone } = useProfile();
  const instantOf = (field: string): string => (field === '' ? '' : instantIn(timezone, field));
  const week = Math.floor((Date.now() - USUAL_DAYS * DAY_MS) / 3_600_000) * 3_600_000;
  const begun = Math.ceil(Date.parse(created_at) / 60_000) * 60_000;
  const usual = new Date(Math.max(week, begun)).toISOString();
  const [from, setFrom] = usePageParam('since', usual);
  const [to, setTo] = usePageParam('until', '');
  return {
    from: isMoment(from) ? from : usual,
    to: isMoment(to) ? to : undefined,
    setFrom: (field) => field !== '' && setFrom(instantOf(field)),
    setTo: (field) => setTo(instantOf(field)),
  };
}

export function useChangesQuery({ from, to }: Moments) {
  const { query, question } = useQuestion();
  const { profile_id, date_from, date_to, model } = query;
  return {
    profile_id,
    date_from,
    date_to,
    known_from: from,
    ...(to === undefined ? {} : { known_to: to }),
    ...(model === undefined ? {} : { model }),
    ...(question.goal === undefined ? {} : { goal: question.goal }),
  };
}

/** To be shared: the second moment is the version of the answer, which stays. */
export function sharedChanges(query: ReturnType<typeof useChangesQuery>, { meta }: Changes): Schemas['SnapshotQuestion'] {
  const { through_seq, through_decision } = meta.known_to.version;
  return { ...questionOf(query), known_to: `${through_seq}.${through_decision}` };
}

export function useChanges(moments: Moments): Answer<Changes> {
  const query = useChangesQuery(moments);
  return useFigures(['changes', query], (signal) =>
    unwrap(api.GET('/api/v1/attribution/changes', { params: { query }, signal })),
  );
}

const LOOK_SECONDS = 1;

/** How far the computation of the changes is. */
export function useProgress(moments: Moments): Schemas['AttributionChangesProgressAnswer']['data'] | undefined {
  const query = useChangesQuery(moments);
  const answer = useAnswer(
    ['changes progress', query],
    (signal) => unwrap(api.GET('/api/v1/attribution/changes/progress', { params: { query }, signal })),
    { everySeconds: LOOK_SECONDS },
  );
  return answer.data?.data;
}

const PAGE = 100;

/** Changes that people and agents made in between, newest first. Who is no admin of the workspace is refused. */
export function useDecisions({ from, to }: Moments) {
  const { profile_id, workspace_id: workspaceId } = useProfile();
  const query = { profile_id, limit: PAGE };
  const answer = useAnswer(['audit', workspaceId, profile_id], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/audit', { params: { path: { workspaceId }, query }, signal })),
  );
  const [first, end] = [Date.parse(from), to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to)];
  const rows = answer.data?.data.filter(({ at }) => Date.parse(at) >= first && Date.parse(at) < end);
  return { ...answer, data: rows };
}
