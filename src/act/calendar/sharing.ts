// With whom a calendar of this service is shared: the list is made so. Each attempt reads the provider's rules first and changes what differs,
// so that it can be repeated; the owner's rule is never changed.
import { actorOf, writeAudit } from '../../account/audit/index.ts';
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { outsideEffect } from '../../base/contract/operation.ts';
import type { FoundShare, Share } from '../../providers/calendar-source.ts';
import { attempt, deciding, type OpenedCalendars, openToChange } from './attempt.ts';
import { findManaged, requireChangeable } from './places.ts';

interface SharingIntent extends Record<string, unknown> {
  calendarId: string;
  connectionId: string;
  provider: string;
  people: Share[];
  notify: boolean;
  profileId: string;
  workspaceId: string;
  actor: string;
}

function checkedPeople(people: readonly Share[]): Share[] {
  const all = people.map(({ email, role }) => ({ email: email.trim().toLowerCase(), role }));
  const twice = all.find(({ email }, at) => all.findIndex((each) => each.email === email) !== at);
  if (twice) throw new ApiError('validation_error', `people: ${twice.email} is in the list more than once.`);
  return all;
}

export const putCalendarSharing = outsideEffect('putCalendarSharing', {
  plan: ({ principal, profile, params, body }, tx) => {
    const { profileId, workspaceId } = profile;
    const managed = findManaged(tx, profileId, params.id);
    const { calendar_id: calendarId, removed_at, name } = managed;
    if (removed_at !== null) throw new ApiError('calendar_unsupported', 'This calendar was removed.');
    const { connectionId, provider } = requireChangeable(tx, profileId, managed, 'share');
    const people = checkedPeople(body.people);
    const intent: SharingIntent = {
      calendarId,
      connectionId,
      provider: provider.id,
      people,
      notify: body.notify ?? true,
      profileId,
      workspaceId,
      actor: actorOf(principal),
    };
    return { intent, shown: { id: calendarId, name, people: people.length } };
  },
  apply: ({ intent }, base) => inTurn(base, intent, () => makeSo(base, intent)),
  verify: ({ intent }, base) =>
    deciding(intent.provider, async () => {
      const left = planOf(await listShares(base, openToChange(base, intent.connectionId), intent), intent.people);
      return left.length === 0 ? { applied: null } : 'not applied';
    }),
  finish: (tx, { intent }) => {
    const { calendarId, provider, people, profileId, workspaceId, actor } = intent;
    // The audit is kept for ever, so it has no addresses.
    const detail = { provider, people: people.length };
    writeAudit(tx, { actor, action: 'calendar.shared', profileId, workspaceId, subject: calendarId, detail });
    return { data: { id: calendarId, people } };
  },
});

/** One change of a calendar's list at a time. */
const inTurn = <T>(base: Base, { provider, calendarId }: SharingIntent, work: () => Promise<T>): Promise<T> =>
  base.mutex('act/calendar sharing', `${provider} ${calendarId}`, work);

const listShares = (base: Base, opened: OpenedCalendars, { calendarId }: SharingIntent): Promise<FoundShare[]> =>
  attempt(base, opened, 'share', (grant) => opened.writes.listShares(grant, calendarId));

type Step =
  | { do: 'add'; share: Share }
  | { do: 'change'; ruleId: string; role: Share['role'] }
  | { do: 'remove'; ruleId: string };

/** What differs; who is added comes before who is removed. @throws ApiError for the owner. */
function planOf(found: readonly FoundShare[], people: readonly Share[]): Step[] {
  const owner = found.find(({ role, email }) => role === 'owner' && people.some((each) => each.email === email));
  if (owner) throw new ApiError('validation_error', `people: ${owner.email} owns the calendar, and cannot be in the list.`);
  const rules = found.filter(({ role }) => role !== 'owner');
  const put = people.flatMap((share): Step[] => {
    const rule = rules.find(({ email }) => email === share.email);
    if (!rule) return [{ do: 'add', share }];
    return rule.role === share.role ? [] : [{ do: 'change', ruleId: rule.ruleId, role: share.role }];
  });
  const gone = rules.filter(({ email }) => !people.some((each) => each.email === email));
  return [...put, ...gone.map(({ ruleId }): Step => ({ do: 'remove', ruleId }))];
}

async function makeSo(base: Base, intent: SharingIntent): Promise<null> {
  const opened = openToChange(base, intent.connectionId);
  const steps = planOf(await listShares(base, opened, intent), intent.people);
  for (const [done, step] of steps.entries())
    try {
      await attempt(base, opened, 'share', (grant) => takeStep(opened, intent, step, grant));
    } catch (error) {
      if (error instanceof ApiError && done > 0)
        error.message += ` ${done} of ${steps.length} changes of the list were made before.`;
      throw error;
    }
  return null;
}

function takeStep(
  { writes }: OpenedCalendars,
  { calendarId, notify }: SharingIntent,
  step: Step,
  grant: Parameters<typeof writes.listShares>[0],
) {
  if (step.do === 'add') return writes.addShare(grant, calendarId, step.share, notify);
  if (step.do === 'change') return writes.changeShare(grant, calendarId, step.ruleId, step.role, notify);
  return writes.removeShare(grant, calendarId, step.ruleId);
}
