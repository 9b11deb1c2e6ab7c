// Random faults of WhatsApp and of its webhooks while messages are sent: none goes out twice, none is said to be accepted that is not, and each has an end
// with a name. ROUNDS plays more, TEST_SEED repeats a run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../base/random.ts';
import type { FailureScript } from '../../fakes/provider-server.ts';
import { PERSON } from '../../fakes/whatsapp.ts';
import { startWhatsAppWorld } from './whatsapp-world.ts';

const SCRIPTS: readonly (FailureScript | undefined)[] = [
  undefined,
  undefined,
  'reset',
  'reset_after_apply',
  'error_once',
  'error_after_apply',
  'html',
  'wrong_json',
  'redirect',
  'throttled',
] as const;
const CODES = [undefined, undefined, undefined, 131056, 131026, 131047, 131042, 132000, 131016] as const;

test('whatever fails, nothing is sent twice and each message has an end', async (t) => {
  const rounds = Number(process.env['ROUNDS'] ?? 10);
  const random = seededRandom(t);
  const pick = <T>(all: readonly T[]): T | undefined => all[random(all.length)];
  const c = await startWhatsAppWorld(t);
  const known = new Map<string, string>();
  for (let round = 0; round < rounds; round += 1) {
    await c.hears(`wamid.in${round}`, 0);
    const text = `message ${round}`;
    const [script, code] = [pick(SCRIPTS), pick(CODES)];
    if (code !== undefined) c.whatsapp.refuse(code);
    c.whatsapp.server.failWrites(script);
    const to = { to: `+${PERSON.wa_id}`, text };
    const arrivals = () => c.whatsapp.sent.filter((each) => each.text.body === text);
    const { status, body } = await c.text(to, text);
    const what = `round ${round}: ${script} ${code} ${status} ${JSON.stringify(body)}`;
    if (status === 201) assert.equal(arrivals().length, 1, what);
    else if (status !== 202) assert.equal(arrivals().length, 0, what);
    // A caller that hears of a failure, or of nothing, calls again under its key.
    c.w.app.clock.advance(3_600_000);
    await c.hears(`wamid.again${round}`, -3_600 * (round + 1));
    const again = await c.text(to, text);
    assert.ok(arrivals().length <= 1, what);
    if (status === 201 || status === 202) assert.equal(again.body.data?.message_id, body.data.message_id, what);
    for (const { biz_opaque_callback_data: id } of arrivals()) {
      const hook = c.whatsapp.status(`wamid.end${round}`, 'delivered', { biz_opaque_callback_data: id });
      for (let times = random(3); times >= 0; times -= 1) assert.equal(await c.receive(hook), 200);
      known.set(id, 'delivered');
    }
  }
  await c.work();
  const found: { message_id: string; status: string; error: unknown }[] = [];
  for (let cursor: string | undefined, isOver = false; !isOver; ) {
    const { data, pagination } = (await c.w.api.get('/messages', { ...c.query, direction: 'outbound', limit: 100, cursor })).body;
    found.push(...data);
    cursor = pagination.cursor ?? undefined;
    isOver = !pagination.has_next;
  }
  assert.ok(found.length >= rounds);
  for (const { message_id: id, status, error } of found) {
    const isNamed = known.has(id) ? status === 'delivered' : status === 'unknown' || (status === 'failed' && error !== null);
    assert.ok(isNamed, `${id} ${status} ${JSON.stringify(error)}`);
  }
});
