// `webhooks check`: a receiver that does all it must is right in every probe, and each thing that a receiver can do wrong is found by the probe
// that is for it. The receivers are servers on this machine, reached on the way of real deliveries.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mock, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { checkReceiver, SecretMissing } from '../../../src/act/webhooks/index.ts';
import { OutsideRefusal } from '../../../src/providers/http/guard.ts';
import { type HookWorld, openHookWorld, type Received, type Reply } from './hook-world.ts';

type Answer = Reply | Promise<Reply>;
const SECRET = 'endpoint-secret';
const OK: Reply = { status: 200 };

/** What a receiver keeps: how often each event counts. */
type Kept = Map<string, number>;
const keep = (kept: Kept, id: string): void => void kept.set(id, (kept.get(id) ?? 0) + 1);

/** Does all that docs/webhooks.md says; a part of it is replaced to make it wrong. */
function hooks(secret: string, kept: Kept, now: number) {
  return {
    verify: ({ body, headers }: Received): boolean => {
      // The library compares with the system's clock.
      mock.timers.enable({ apis: ['Date'], now });
      try {
        new Webhook(secret).verify(body, Object(headers));
        return true;
      } catch {
        return false;
      } finally {
        mock.timers.reset();
      }
    },
    take: ({ headers }: Received): Answer => {
      const id = String(headers['webhook-id']);
      if (!kept.has(id)) keep(kept, id);
      return OK;
    },
    refuse: (): Answer => ({ status: 401 }),
  };
}

type Parts = ReturnType<typeof hooks>;

async function played(world: HookWorld, kept: Kept, wrongPart: (parts: Parts) => Partial<Parts>) {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const good = hooks(secret, kept, world.clock.now());
  const receiver = { ...good, ...wrongPart(good) };
  world.receiver.reply = (request) => (receiver.verify(request) ? receiver.take(request) : receiver.refuse());
  const options = { profileId: world.ann.profile_id, url: world.url(), kind: 'webhooks', secret } as const;
  return checkReceiver(world.base, options);
}

const wrongOf = ({ probes }: Awaited<ReturnType<typeof checkReceiver>>): string[] =>
  probes.flatMap(({ probe, is_right }) => (is_right ? [] : [probe]));

test('webhooks check', async (t) => {
  const world = await openHookWorld(t);
  const { base, ann, receiver } = world;

  await t.test('a receiver that does all it must', async () => {
    const kept: Kept = new Map();
    const result = await played(world, kept, () => ({}));
    assert.deepEqual([result.is_right, result.probes.length, result.not_played], [true, 11, []], JSON.stringify(result));
    const ids = result.expected_once.map(({ id }) => id).sort();
    assert.deepEqual([...kept.keys()].sort(), ids);
    assert.ok([...kept.values()].every((times) => times === 1));
  });

  const seen: Kept = new Map();
  const again =
    (parts: Parts) =>
    (request: Received): Answer => {
      const id = String(request.headers['webhook-id']);
      if (seen.has(id)) return { status: 409 };
      keep(seen, id);
      return parts.take(request);
    };
  const bare =
    (secret: string) =>
    (request: Received): boolean => {
      const { headers, body } = request;
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
      return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    };
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const typeOf = ({ body }: Received): string => JSON.parse(body).type;
  const faults: [name: string, part: (parts: Parts) => Partial<Parts>, found: string[]][] = [
    ['takes everything', () => ({ verify: () => true }), ['foreign_signature', 'changed_bytes', 'no_signature', 'old_timestamp']],
    ['compares one signature and no time', () => ({ verify: bare(secret) }), ['two_signatures', 'old_timestamp']],
    ['refuses a repetition', (parts) => ({ take: again(parts) }), ['repetition']],
    [
      'refuses types that it does not know',
      (parts) => ({ take: (request) => (typeOf(request).startsWith('check.') ? { status: 400 } : parts.take(request)) }),
      ['unknown_type'],
    ],
    [
      'refuses fields that it does not know',
      (parts) => ({ take: (request) => (request.body.includes('check_unknown_field') ? { status: 422 } : parts.take(request)) }),
      ['unknown_field'],
    ],
    ['redirects', () => ({ take: () => ({ status: 302, headers: { location: '/else' } }) }), ['event']],
    ['is gone', () => ({ take: () => ({ status: 410 }) }), ['event']],
    ['closes the connection', () => ({ take: () => 'hang up' }), ['event']],
  ];
  for (const [name, part, found] of faults)
    await t.test(`a receiver that ${name}`, async () => {
      const result = await played(world, new Map(), part);
      // Whether a request that broke off is processed before or after its repetition is the receiver's matter.
      const certain = wrongOf(result).filter((probe) => probe !== 'silence' || found.includes(probe));
      assert.deepEqual(certain, found, JSON.stringify(result.probes));
      assert.equal(result.is_right, false);
      assert.equal(result.not_played.length, found[0] === 'event' ? 10 : 0);
    });

  await t.test('one that stays silent is not asked for the rest', async () => {
    world.limit(200);
    const result = await played(world, new Map(), () => ({ take: () => new Promise(() => undefined) }));
    world.limit(15_000);
    assert.deepEqual(wrongOf(result), ['event']);
    assert.match(result.probes[0]?.meaning ?? '', /respond first/);
  });

  await t.test('the secret of the subscription with this URL, and a type that it takes', async () => {
    const options = { profileId: ann.profile_id, url: world.url('/mine'), kind: 'webhooks' } as const;
    await assert.rejects(checkReceiver(base, options), SecretMissing);
    const made = await world.subscribe(['payment.recorded', 'payment.reversed'], { url: world.url('/mine') });
    const kept: Kept = new Map();
    const good = hooks(made.secret, kept, world.clock.now());
    receiver.reply = (request) => (good.verify(request) ? good.take(request) : good.refuse());
    const result = await checkReceiver(base, options);
    assert.equal(result.is_right, true, JSON.stringify(result));
    assert.deepEqual([...new Set(result.expected_once.map(({ type }) => type))].sort(), [
      'check.unknown_type',
      'payment.recorded',
    ]);
  });

  await t.test('nothing goes to where deliveries may not go', async () => {
    for (const url of ['http://192.168.1.1/in', 'http://localhost/in', 'ftp://hooks.example/in'])
      await assert.rejects(checkReceiver(base, { profileId: ann.profile_id, url, kind: 'webhooks', secret }), OutsideRefusal);
  });

  await t.test('endpoints of conversions', async () => {
    const kept: Kept = new Map();
    const isSigned = ({ body, headers }: Received): boolean =>
      headers['x-tributary-signature'] === `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`;
    const bad = (events: { occurred_at: string }[]): { index: number; reason: string }[] =>
      events.flatMap(({ occurred_at }, index) => (Number.isNaN(Date.parse(occurred_at)) ? [{ index, reason: 'bad_time' }] : []));
    const good = (request: Received): Reply => {
      if (!isSigned(request)) return { status: 401 };
      const { events } = JSON.parse(request.body);
      const rejected = bad(events);
      const names = new Set(rejected.map(({ index }) => index));
      for (const [index, { event_id }] of events.entries()) if (!names.has(index) && !kept.has(event_id)) keep(kept, event_id);
      return { status: 200, body: JSON.stringify({ rejected }) };
    };
    const check = (reply: (request: Received) => Reply) => {
      receiver.reply = reply;
      return checkReceiver(base, { profileId: ann.profile_id, url: world.url(), kind: 'conversions', secret: SECRET });
    };
    const result = await check(good);
    assert.deepEqual([result.is_right, result.probes.length], [true, 9], JSON.stringify(result));
    assert.deepEqual([...kept.keys()].sort(), result.expected_once.map(({ id }) => id).sort());

    const whenBad =
      (reply: Reply) =>
      (request: Received): Reply =>
        request.body.includes('"never"') ? reply : good(request);
    const named = (index: number): string => JSON.stringify({ rejected: [{ index }] });
    const cases: [name: string, reply: Parameters<typeof check>[0], wrong: string[]][] = [
      ['refuses a bad batch whole and names it', whenBad({ status: 422, body: named(1) }), []],
      ['refuses it without a name', whenBad({ status: 400 }), []],
      ['takes it', whenBad(OK), []],
      ['counts from 1', whenBad({ status: 200, body: named(2) }), ['bad_event']],
      ['names an event that there is not', whenBad({ status: 200, body: named(7) }), ['bad_event']],
      ['breaks down', whenBad({ status: 500 }), ['bad_event']],
      [
        'breaks off its answer',
        (request) => ({ ...Object(good(request)), ...(isSigned(request) ? { body: '{"rejected":[' } : {}) }),
        ['batch'],
      ],
      ['verifies nothing', () => OK, ['foreign_signature', 'changed_bytes', 'no_signature']],
    ];
    for (const [name, reply, wrong] of cases) {
      const found = await check(reply);
      assert.deepEqual(wrongOf(found), wrong, `${name} ${JSON.stringify(found.probes)}`);
    }
  });
});
