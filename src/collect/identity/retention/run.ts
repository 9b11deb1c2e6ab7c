// Carries out the rules of retention: once a day a look, and an erasure of everybody whose last event is too old. How far a rule has come is written with the
// erasure that it asks for, which a crash does not end; so nobody is skipped, and nobody is erased twice.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { archivedProfile } from '../../../account/access/index.ts';
import { findProfile } from '../../../account/places/index.ts';
import type { Base, ReadBase } from '../../../base/base.ts';
import { defineJob } from '../../../base/work/job.ts';
import { addJob } from '../../../base/work/runner.ts';
import { defineSchedule } from '../../../base/work/schedule.ts';
import { askForErasure, isErasing } from '../erasure/erasing.ts';
import { beforeOf, idleCustomers, idleVisitors, isUnseen, type Rule } from './idle.ts';

const HOUR_SECONDS = 3_600;
/** A look that comes a little early counts for its day. */
const DAY_MS = 23.5 * 3_600_000;

export type StoredRule = Rule & {
  setAt: number;
  setBy: string;
  checkedAt: number | null;
  removed: { visitors: number; customers: number };
  messagesDays: number;
};

/** Where a profile has no rule of its own. */
export const MESSAGES_DAYS = 365;

export function ruleOf(base: ReadBase, profileId: string): StoredRule | undefined {
  const row = base.state.statement('collect/identity/retention_rule_get').get({ profile_id: profileId });
  return (
    row && {
      visitorDays: row.visitor_days,
      customerDays: row.customer_days,
      visitorsBefore: BigInt(row.visitors_before),
      visitorsSeq: BigInt(row.visitors_seq),
      setAt: row.set_at,
      setBy: row.set_by,
      checkedAt: row.checked_at,
      removed: { visitors: row.visitors_removed, customers: row.customers_removed },
      messagesDays: row.messages_retention_days,
    }
  );
}

export interface MessageRule {
  profileId: string;
  days: number;
  /** The content of older messages is removed. */
  before: number;
}

/** Of profiles that keep the content of messages otherwise than by default. */
export const messageRules = (base: ReadBase): MessageRule[] =>
  base.state
    .statement('collect/identity/message_rules_list')
    .all()
    .map((row) => ({ profileId: row.profile_id, days: row.messages_retention_days, before: row.messages_before }));

export const noteMessagesRemoved = (base: Base, profileId: string, before: number): void =>
  void base.state.statement('collect/identity/messages_removed').run({ profile_id: profileId, before });

/** One look; what is more than one erasure takes is found by the next. Answers how many were removed. */
export async function applyRetention(base: Base, profileId: string): Promise<{ visitors: number; customers: number }> {
  const rule = ruleOf(base, profileId);
  const place = findProfile(base, profileId);
  const nothing = { visitors: 0, customers: 0 };
  if (!rule || !place || archivedProfile(base, profileId) || isErasing(base, profileId)) return nothing;
  const visitors = await idleVisitors(base, profileId, rule);
  const customers = await idleCustomers(base, profileId, rule.customerDays);
  return base.state.tx(() => {
    // Set anew meanwhile: the next look follows that.
    if (ruleOf(base, profileId)?.setAt !== rule.setAt) return nothing;
    const since = beforeOf(base, rule.customerDays ?? 0);
    const members = customers.members.filter((no) => isUnseen(base, profileId, no, since));
    if (visitors.keys.length + members.length > 0)
      askForErasure(base, {
        workspaceId: place.workspaceId,
        profileId,
        publicId: randomUUID(),
        actor: 'system',
        members,
        visitorKeys: visitors.keys,
      });
    base.state.statement('collect/identity/retention_rule_advance').run({
      profile_id: profileId,
      checked_at: visitors.isAll && customers.isAll ? base.clock.now() : null,
      visitors_before: visitors.before,
      visitors_seq: visitors.seq,
      visitors: visitors.keys.length,
      customers: members.length,
    });
    return { visitors: visitors.keys.length, customers: members.length };
  });
}

export const retentionJob = defineJob({
  kind: 'retention',
  payload: z.object({}),
  concurrencyKey: ({ profileId }) => `retention ${profileId}`,
  leaseSeconds: 600,
  retry: { attempts: 3 },
  failureText: 'people who did not come back could not be removed; the next look does it',
  run: (base, { profileId }) => applyRetention(base, profileId),
});

export const retentionSchedule = defineSchedule({
  kind: 'retention_due',
  times: { everySeconds: HOUR_SECONDS },
  leaseSeconds: 60,
  retry: { attempts: 3 },
  failureText: 'the rules of retention could not be queued; the service retries automatically',
  run: (base) =>
    base.state.tx(() => {
      const due = base.state.statement('collect/identity/retention_rules_due').all({ before: base.clock.now() - DAY_MS });
      for (const { profile_id: profileId } of due) addJob(base, retentionJob, { profileId, payload: {}, dedupeKey: profileId });
    }),
});
