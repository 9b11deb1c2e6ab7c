// The marks of a graph over days: decisions that change figures, from the audit, which admins may read, and notes that people wrote.
import { useAnswer } from '../api/answer.ts';
import { api, type Schemas, unwrap } from '../api/client.ts';
import { usePlace, useProfile } from '../frame/place.tsx';
import { todayIn } from '../question/days.ts';
import { useQuestion } from '../question/use-question.tsx';

export interface DayMark {
  day: string;
  kind: 'decision' | 'note';
  text: string;
  /** The id of a note. */
  id?: string;
}

/** Actions of the audit that change what figures say. */
const DECISIONS =
  /^(?:profile\.updated|attribution|definition|goal|channel|classification|payments?\.|pacing|rates?\.|merge|identity|customer|connection\.|spend|tracking_settings|handoff|recommendation|ad_write\.(?:applied|undone)|budget)/;
const LATEST = 100;

export function useMarks(): DayMark[] {
  const { profile_id, timezone, workspace_id } = useProfile();
  const { days } = useQuestion();
  const query = { profile_id, date_from: days.from, date_to: days.to };
  const notes = useAnswer(['notes', query], (signal) => unwrap(api.GET('/api/v1/profile/notes', { params: { query }, signal })));
  const role = usePlace().workspace?.role;
  const audit = useAnswer(
    ['audit', workspace_id, profile_id],
    (signal) =>
      unwrap(
        api.GET('/api/v1/workspaces/{workspaceId}/audit', {
          params: { path: { workspaceId: workspace_id }, query: { profile_id, limit: LATEST } },
          signal,
        }),
      ),
    { isEnabled: role === 'owner' || role === 'admin' },
  );
  const decisions = (audit.data?.data ?? [])
    .filter(({ action }) => DECISIONS.test(action))
    .map((entry) => ({ day: todayIn(timezone, Date.parse(entry.at)), kind: 'decision' as const, text: decisionText(entry) }))
    .filter(({ day }) => day >= days.from && day <= days.to);
  const written = (notes.data?.data ?? []).map(({ id, day, text, author, campaign }) => ({
    ...{ id, day, kind: 'note' as const },
    text: `${text} (${[campaign, author].filter((part) => part !== null).join(', ')})`,
  }));
  return [...decisions, ...written];
}

/** Changes of ads by what was changed; the names of ads are not in the audit. */
const AD_WRITES: Readonly<Record<string, string>> = {
  pause: 'Ad paused',
  resume: 'Ad resumed',
  budget: 'Budget changed',
  url_tags: 'URL parameters set',
  duplicate_and_swap: 'Ad replaced by a copy',
};

function decisionText({ action, actor, detail }: Schemas['AuditEntry']): string {
  const [subject = '', verb = ''] = action.split('.');
  const written = subject === 'ad_write' ? AD_WRITES[String(detail['kind'])] : undefined;
  if (written !== undefined) return `${written}${verb === 'undone' ? ', and taken back' : ''} at ${String(detail['platform'])}`;
  const words = `${subject.replaceAll('_', ' ')} ${verb.replaceAll('_', ' ')}`.trim();
  const [kind = ''] = actor.split(':');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${kind === '' || kind === 'system' ? '' : ` by a ${kind}`}`;
}
