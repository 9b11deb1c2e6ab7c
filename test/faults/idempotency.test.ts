// One idempotency key has one effect, however often, however close together and across whatever end of the service it is sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../base/random.ts';
import { letPass } from '../until.ts';
import { figures, REPORTS, settled, stored } from './tools/figures.ts';
import { range } from './tools/load.ts';
import { rounds, tell } from './tools/results.ts';
import { type Installed, install, type Running, startService } from './tools/service.ts';

const AT_ONCE = 100;
const KILLS = rounds(3);

interface Answered {
  status: number;
  id: string;
  says: string;
}

/** `undefined` when there was no answer. */
async function pay(service: Running, { apiKey }: Installed, key: string): Promise<Answered | undefined> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${service.address}/api/v1/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        event_type: 'payment_received',
        idempotency_key: key,
        occurred_at: `${range.date_from}T10:00:00Z`,
        value: { amount: '12.34', currency: 'USD' },
        user_traits: { external_id: 'customer-1' },
        properties: { name: key },
      }),
    });
    text = await response.text();
  } catch {
    return undefined;
  }
  const { data } = JSON.parse(text);
  assert.ok(data, text);
  return { status: response.status, id: data.outcome_event_id, says: `${response.status} ${data.status}` };
}

const many = <T>(work: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: AT_ONCE }, work));

test('a hundred identical posts at once are one outcome', async (t) => {
  const random = seededRandom(t);
  const installed = await install(t);
  let service = await startService(t, installed.dataDir);
  const keys: string[] = [];

  await t.test('one is created, ninety-nine are told of it', async () => {
    for (let round = 0; round < 2; round += 1) {
      const key = `quiet-${round}`;
      keys.push(key);
      const answers = await many(() => pay(service, installed, key));
      assert.equal(new Set(answers.map((answer) => answer?.id)).size, 1);
      const says = answers.map((answer) => answer?.says).sort();
      assert.deepEqual(says, [...Array.from({ length: AT_ONCE - 1 }, () => '200 duplicate'), '201 created']);
    }
  });
  await t.test(`also when the service is killed midway (${KILLS} times) and the clients try again`, async (inner) => {
    const counts = { answered: 0, again: 0, cut: 0 };
    for (let round = 0; round < KILLS; round += 1) {
      const key = `killed-${round}`;
      keys.push(key);
      const answers: Answered[] = [];
      let unanswered = 0;
      // The posts come within a few moments of one another, so that the kill falls among them and not before or after all.
      const sent = many(async () => {
        await letPass(random(60));
        const answer = await pay(service, installed, key);
        if (!answer) unanswered += 1;
        else answers.push(answer);
      });
      await letPass(random(70));
      await service.kill();
      await sent;
      counts.answered += answers.length;
      counts.again += unanswered;
      if (unanswered > 0) counts.cut += 1;
      service = await startService(t, installed.dataDir);
      const retried = await Promise.all(Array.from({ length: Math.max(1, unanswered) }, () => pay(service, installed, key)));
      for (const answer of retried) answers.push(answer as Answered);
      assert.equal(new Set(answers.map((answer) => answer.id)).size, 1, 'every answer names the same outcome');
      assert.ok(answers.filter(({ status }) => status === 201).length <= 1, 'it is created once at most');
      assert.ok(answers.every(({ says }) => says === '201 created' || says === '200 duplicate'));
    }
    inner.diagnostic(
      `${counts.answered} answered before a kill, ${counts.again} sent again; ${counts.cut} of ${KILLS} kills cut posts off`,
    );
    assert.ok(counts.cut > 0, 'kills fell among the posts');
  });
  await t.test('and each key is one fact, one event and one payment', async (t) => {
    await settled(service, installed);
    const found = await figures(service, installed);
    const { cash_payments, cash_revenue } = found[REPORTS[0] as string].data.current;
    assert.equal(cash_payments, keys.length);
    assert.equal(cash_revenue.toFixed(2), (12.34 * keys.length).toFixed(2));
    await service.terminate();
    const kept = await stored(installed);
    const once = new Map(keys.map((key) => [key, 1]));
    const effects = keys.map((key) => Math.max(kept.facts.get(key) ?? 0, kept.events.get(key) ?? 0));
    tell(t, {
      name: `${AT_ONCE} identical keys at once, killed midway`,
      figure: `${keys.length} keys: side effects per key ${Math.min(...effects)} to ${Math.max(...effects)}`,
      target: '1',
      rounds: KILLS,
      holds: effects.every((times) => times === 1) && kept.facts.size === keys.length,
    });
    assert.deepEqual(new Map([...kept.facts].sort()), new Map([...once].sort()));
    assert.deepEqual(new Map([...kept.events].sort()), new Map([...once].sort()));
  });
});
