// The watch: twice an hour, and when a finding or a connection changes, the rules of a profile are judged once its figures have what was accepted. What is
// found, the alerts and what is sent of them are one transaction: a crash repeats all or nothing.
import { z } from 'zod';
import { findReach } from '../../account/places/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import type { SliceEvent } from '../../base/contract/slice-hooks.ts';
import { defineJob } from '../../base/work/job.ts';
import { addJob } from '../../base/work/runner.ts';
import { defineSchedule } from '../../base/work/schedule.ts';
import { isWatchable } from '../../report/quality/index.ts';
import { judgeRules } from './judging/judge.ts';
import { sendNotices } from './notices.ts';
import { recordJudged } from './record.ts';
import { rulesOf } from './rule.ts';

const DAY_MS = 86_400_000;
/** Alerts that were cleared longer ago are removed. */
const KEPT_MS = 400 * DAY_MS;
const EVENTS: readonly string[] = ['quality.alert', 'channel.health.updated', 'connection.reconnect_required'];

export const judgeJob = defineJob({
  kind: 'alert_judge',
  payload: z.object({}),
  concurrencyKey: ({ profileId }) => `alert_judge ${profileId}`,
  leaseSeconds: 120,
  retry: { attempts: 3 },
  isReady: isWatchable,
  failureText: 'the rules of alerts could not be judged; the service retries automatically',
  run: (base, { profileId }) => watchAlerts(base, profileId),
});

/** Inside the caller's transaction where there is one. */
export const watchSoon = (base: Base, profileId: string): void =>
  void addJob(base, judgeJob, { profileId, payload: {}, dedupeKey: profileId });

export const alertsDue = defineSchedule({
  kind: 'alerts_due',
  times: { everySeconds: 1_800 },
  leaseSeconds: 60,
  retry: { attempts: 3 },
  failureText: 'profiles with rules of alerts could not be listed; the service retries automatically',
  run: (base) => {
    for (const { profile_id } of base.state.statement('act/alerts/alert_rules_profiles').all()) watchSoon(base, profile_id);
  },
});

/** Of an archived profile nothing is judged or sent. */
async function watchAlerts(base: Base, profileId: string): Promise<void> {
  const reach = findReach(base, profileId);
  if (!reach) return;
  const judged = await judgeRules(base, profileId, rulesOf(base, profileId));
  base.state.tx(() => {
    recordJudged(base, profileId, judged);
    sendNotices(base, reach);
    const before = base.clock.now() - KEPT_MS;
    const { changes } = base.state.statement('act/alerts/alerts_forget').run({ profile_id: profileId, before });
    if (changes > 0) base.state.statement('act/alerts/alert_notices_forget').run({ profile_id: profileId });
  });
}

/** Inside the transaction of what is announced. */
export function watchAfterEvent(tx: Base, { type, profileId }: SliceEvent): void {
  if (EVENTS.includes(type) && rulesOf(tx, profileId).length > 0) watchSoon(tx, profileId);
}

export const newAlerts = (base: ReadBase, profileId: string, since: number): number =>
  base.state.statement('act/alerts/alerts_new_count').get({ profile_id: profileId, since })?.alerts ?? 0;
