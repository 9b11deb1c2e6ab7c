// Alerts of tracking: once an hour its signals are read for profiles that have a receiver. A problem is announced when it begins, and again only
// after it had ended.
import type { Base } from '../../base/base.ts';
import { announceEvent } from '../../base/contract/announce-event.ts';
import { hooksOf } from '../../base/contract/hooks.ts';
import type { QualitySignal } from '../../base/contract/slice-hooks.ts';
import { defineSchedule } from '../../base/work/schedule.ts';
import { subscriptionsOf, takesType } from './subscription.ts';

const TYPE = 'tracking.unhealthy';

const isWanted = (base: Base, profileId: string): boolean =>
  subscriptionsOf(base, profileId).some((each) => each.status === 'active' && takesType(each, TYPE));

function profilesToWatch(base: Base): string[] {
  const rows = base.state.statement('act/webhooks/subscriptions_sending').all();
  const profiles = [...new Set(rows.map(({ profile_id }) => profile_id))];
  return profiles.filter((profileId) => isWanted(base, profileId));
}

export const alertSchedule = defineSchedule({
  kind: 'webhook_alerts',
  times: { everySeconds: 3_600 },
  leaseSeconds: 300,
  retry: { attempts: 3 },
  failureText: 'the quality of data could not be read for webhooks; the service retries automatically',
  profiles: profilesToWatch,
  run: async (base, profileId) => {
    const signals = await Promise.all(hooksOf(base).map((hooks) => hooks.trackingSignals?.(base, profileId) ?? []));
    const problems = signals.flat().filter(({ status }) => status === 'problem');
    base.state.tx(() => noteProblems(base, profileId, problems));
  },
});

/** The sent words do not depend on the data: no text that a person typed leaves the service with an alert. */
function noteProblems(tx: Base, profileId: string, problems: readonly QualitySignal[]): void {
  const at = { profile_id: profileId, type: TYPE };
  const occurredAt = tx.clock.now();
  const rows = tx.state.statement('act/webhooks/alerts_list').all(at);
  const known = new Set(rows.map(({ name }) => name));
  for (const { name, title, count } of problems) {
    if (known.delete(name)) continue;
    tx.state.statement('act/webhooks/alert_add').run({ ...at, name });
    announceEvent(tx, { type: TYPE, key: `${name} ${occurredAt}`, profileId, occurredAt, data: { name, title, count } });
  }
  for (const name of known) tx.state.statement('act/webhooks/alert_remove').run({ ...at, name });
}
