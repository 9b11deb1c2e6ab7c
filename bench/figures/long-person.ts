// One person's change after a long past: a visit every 50 minutes and a payment after each fifth.
import type { Base } from '../../src/base/base.ts';
import { acceptEvents, type EventInput } from '../../src/collect/events/index.ts';
import { settle } from '../../src/credit/pipeline/index.ts';
import { withBase } from '../bench.ts';
import type { Figure, Result } from '../figure.ts';
import { median } from '../numbers.ts';
import { AGENTS, SITE } from '../world.ts';
import { changeMs } from './replay.ts';

const DAY_MS = 86_400_000;
const TOUCHES = 10_000;
const CONVERSIONS = 2_000;

let visits = 0;

/** A further visit of the person with the long past. */
export function longVisit(): EventInput {
  visits += 1;
  return {
    event_id: `visit-${visits}`,
    event_type: 'page_view',
    anonymous_id: 'long-standing',
    user_agent: AGENTS[0],
    url: `https://${SITE}/?utm_source=s1&utm_medium=cpc`,
  };
}

/** The person's past: a visit every 50 minutes from ever another campaign, and a payment after each fifth. */
function longPast(now: number): EventInput[] {
  const who = { external_id: 'long-standing', email: 'long.standing@mail.example' };
  const start = now - (TOUCHES + 1) * 3_000_000;
  return Array.from({ length: TOUCHES }, (_, i) => i).flatMap((i): EventInput[] => {
    const at = start + i * 3_000_000;
    const visit: EventInput = {
      event_id: `long-${i}`,
      event_type: 'page_view',
      anonymous_id: 'long-standing',
      user_agent: AGENTS[0],
      occurred_at: new Date(at).toISOString(),
      url: `https://${SITE}/?utm_source=s${i % 7}&utm_medium=cpc&utm_campaign=c${i % 40}`,
    };
    if (i % (TOUCHES / CONVERSIONS) !== 0) return [visit];
    const payment: EventInput = {
      event_type: 'payment_received',
      idempotency_key: `long-${i}`,
      value: { amount: '10.00', currency: 'EUR' },
      anonymous_id: 'long-standing',
      user_traits: who,
      occurred_at: new Date(at + 60_000).toISOString(),
    };
    return [visit, payment];
  });
}

/** Accepts the long past in posts of a thousand. */
export async function acceptLongPast(base: Base, profileId: string): Promise<void> {
  const past = longPast(Math.floor(Date.now() / DAY_MS) * DAY_MS);
  for (let i = 0; i < past.length; i += 1_000) {
    const rows = past.slice(i, i + 1_000).map((input) => ({ input }));
    await acceptEvents(base, profileId, rows, 'server');
  }
}

export const longPerson: Figure = {
  name: 'long-person',
  about: 'a change of one person with 10,000 touches and 2,000 conversions',
  baseline: 'none',
  run: async (bench) => {
    const ground = await bench.ground();
    const { profileId } = ground.profile;
    const times = await withBase(ground.dataDir, async (base) => {
      await acceptLongPast(base, profileId);
      await settle(base, profileId);
      const rounds: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        rounds.push(await changeMs(base, profileId, [longVisit()]));
      }
      return rounds;
    });
    const ms = median(times);
    return [
      {
        name: 'long-person',
        measured: { value: ms, unit: 'ms' },
        targets: [{ of: 'time', found: ms, atMost: 1000, unit: 'ms' }],
      },
    ] satisfies Result[];
  },
};
