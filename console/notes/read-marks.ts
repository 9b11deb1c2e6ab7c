// What is known to have happened on days: decisions of the audit, notes, and changes of ads that others made at the platforms. It is loaded after the
// graph is drawn.
import { api, type Schemas, unwrap } from '../api/client.ts';
import { changeText, whoText } from '../outside/others.ts';
import { todayIn } from '../question/days.ts';
import type { DayMark, MarksOf } from './use-marks.ts';

/** Actions of the audit that change what figures say. */
const DECISIONS =
  /^(?:profile\.updated|attribution|definition|goal|channel|classification|payments?\.|pacing|rates?\.|merge|identity|customer|connection\.|spend|tracking_settings|handoff|recommendation|ad_write\.(?:applied|undone)|budget)/;
const LATEST = 100;

/** Notes have to be there; where the others cannot be read, there are fewer marks. */
export async function readMarks(of: MarksOf, signal: AbortSignal): Promise<DayMark[]> {
  const [decisions, notes, changes] = await Promise.all([
    of.isAdmin ? readDecisions(of, signal).catch(() => []) : [],
    readNotes(of, signal),
    readChanges(of, signal).catch(() => []),
  ]);
  return [...decisions, ...notes, ...changes];
}

async function readDecisions({ profile_id, workspace_id, timezone, days }: MarksOf, signal: AbortSignal): Promise<DayMark[]> {
  const params = { path: { workspaceId: workspace_id }, query: { profile_id, limit: LATEST } };
  const { data } = await unwrap(api.GET('/api/v1/workspaces/{workspaceId}/audit', { params, signal }));
  return data
    .filter(({ action }) => DECISIONS.test(action))
    .map((entry) => ({ day: todayIn(timezone, Date.parse(entry.at)), kind: 'decision' as const, text: decisionText(entry) }))
    .filter(({ day }) => day >= days.from && day <= days.to);
}

async function readNotes({ profile_id, days }: MarksOf, signal: AbortSignal): Promise<DayMark[]> {
  const query = { profile_id, date_from: days.from, date_to: days.to };
  const { data } = await unwrap(api.GET('/api/v1/profile/notes', { params: { query }, signal }));
  return data.map(({ id, day, text, author, campaign }) => ({
    id,
    day,
    kind: 'note' as const,
    text: `${text} (${[campaign, author].filter((part) => part !== null).join(', ')})`,
  }));
}

/** The latest ones of the days. */
async function readChanges({ profile_id, timezone, days }: MarksOf, signal: AbortSignal): Promise<DayMark[]> {
  const query = { profile_id, date_from: days.from, date_to: days.to, limit: LATEST };
  const { data } = await unwrap(api.GET('/api/v1/ads/changes', { params: { query }, signal }));
  return data.map((change) => ({
    day: todayIn(timezone, Date.parse(change.at)),
    kind: 'change' as const,
    text: `${changeText(change)}, ${whoText(change)}`,
  }));
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
