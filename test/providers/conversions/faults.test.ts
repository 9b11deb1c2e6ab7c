// Destinations that fail in every way that a script has: each conversion ends in a named state, is accepted once, and nothing of a token
// or a person is in a failure or a log. Random rounds print their seed; ROUNDS says how many.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import pino from 'pino';
import { fakeClock } from '../../../src/base/kit/clock.ts';
import { deliverBatch, type Item } from '../../../src/providers/conversions/deliver.ts';
import { RECEIVERS, type ReceiverId } from '../../fakes/conversions/platforms.ts';
import { TOKEN } from '../../fakes/conversions/receiver.ts';
import type { FailureScript } from '../../fakes/provider-server.ts';
import { fullEvent, grant, NOW, openDestination, SETTINGS } from './events.ts';

const ids = Object.keys(RECEIVERS) as ReceiverId[];
const HOUR_MS = 3_600_000;

type Open = Awaited<ReturnType<typeof openDestination>>;

const itemsOf = ({ kind }: Open, count: number): Item[] =>
  Array.from({ length: count }, (_, at) => {
    const event = fullEvent({ eventId: `conversion-${at}`, occurredAt: NOW - 60_000 - at * 1_000 });
    const built = kind.build(event, SETTINGS, 'standard');
    assert.ok('payload' in built);
    return { ...built, occurredAt: event.occurredAt };
  });

const deliver = ({ kind }: Open, items: readonly Item[], now = NOW) =>
  deliverBatch(kind.limits, (payloads) => kind.send(grant, SETTINGS, payloads), items, { now: () => now });

/** What answers that are no answer mean: nothing is known, or nothing was done. */
const SCRIPTS: Partial<Record<FailureScript, string[]>> = {
  html: ['unknown'],
  wrong_json: ['unknown'],
  endless: ['unknown'],
  reset_after_apply: ['unknown'],
  redirect: ['unknown', 'waiting'],
  revoked: ['waiting'],
  throttled: ['waiting'],
};

for (const id of ids)
  test(`${id}: answers that are none`, async (t) => {
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const clock = fakeClock('2026-11-25T12:00:00Z');
    const open = await openDestination(t, id, { timeoutMs: 2_000, clock, log });
    const items = itemsOf(open, 2);
    for (const [script, states] of Object.entries(SCRIPTS)) {
      const before = open.receiver.requests.length;
      clock.advance(2 * HOUR_MS);
      open.receiver.fail(script as FailureScript);
      const { results, failure } = await deliver(open, items);
      // OpenAI does not describe the body of a success.
      const expected = id === 'openai_ads' && script === 'wrong_json' ? ['accepted'] : states;
      for (const { state } of results) assert.ok(expected.includes(state), `${script}: ${state}`);
      assert.equal(open.receiver.requests.length, before + 1, script);
      assert.ok(!inspect([failure, results], { depth: 9 }).includes(TOKEN), script);
    }
    const { person } = fullEvent();
    const sent = JSON.stringify(items).match(/[0-9a-f]{64}/g) ?? [];
    for (const text of [TOKEN, ...person.emails, 'Ana', ...sent]) assert.ok(!lines.join('').includes(text), text);
    assert.ok(lines.length > 0);
  });

const FAILURES: readonly FailureScript[] = [
  'reset',
  'reset_after_apply',
  'error_once',
  'throttled',
  'html',
  'timeout_after_apply',
];

/** The same numbers for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('random failures in every phase: each good conversion is accepted once, each bad one refused', async (t) => {
  const rounds = Number(process.env['ROUNDS'] ?? 24);
  const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  t.diagnostic(`SEED=${seed} ROUNDS=${rounds}`);
  const random = randomOf(seed);
  for (let round = 0; round < rounds; round += 1) {
    const id = ids[round % ids.length] ?? 'meta';
    await t.test(`round ${round}: ${id}`, async (tt) => {
      const clock = fakeClock('2026-11-25T12:00:00Z');
      const open = await openDestination(tt, id, { timeoutMs: 150, clock });
      const items = itemsOf(open, 1 + random(12));
      const bad = random(items.length + 3);
      const marked = JSON.stringify(items[bad]?.payload.body);
      const bare = (event: unknown): string => JSON.stringify({ ...Object(event), destinationReferences: undefined });
      open.receiver.refuse = (event) => (bare(event) === marked ? 'refused' : undefined);
      const states = new Map<number, string>();
      let waiting = items.map((item, index) => ({ item, index }));
      for (let attempt = 0; waiting.length > 0; attempt += 1) {
        if (attempt < 6)
          for (let scripts = random(3); scripts > 0; scripts -= 1) open.receiver.fail(FAILURES[random(6)] ?? 'reset');
        clock.set(new Date(NOW + attempt * HOUR_MS).toISOString());
        assert.ok(attempt < 40, JSON.stringify([...states]));
        const { results } = await deliver(
          open,
          waiting.map(({ item }) => item),
          clock.now(),
        );
        waiting = waiting.flatMap(({ item, index }, at) => {
          const result = results[at];
          assert.ok(result);
          if (result.state === 'unknown') return [{ item: { ...item, firstTriedAt: result.firstTriedAt }, index }];
          if (result.state === 'waiting') return [{ item, index }];
          states.set(index, result.state);
          return [];
        });
      }
      for (const index of items.keys()) assert.equal(states.get(index), index === bad ? 'rejected' : 'accepted');
      assert.equal(open.receiver.kept.length, items.length - (bad < items.length ? 1 : 0));
    });
  }
});
