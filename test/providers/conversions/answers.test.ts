// Answers of destinations that cannot be read in whole or in part: each event is judged by its own entry, and what no entry decides is sent again,
// which every platform counts once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliverBatch, type Item, type ItemResult } from '../../../src/providers/conversions/deliver.ts';
import { createHttpsDestination } from '../../../src/providers/conversions/https.ts';
import { RECEIVERS, type ReceiverId } from '../../fakes/conversions/platforms.ts';
import type { FakeAnswer } from '../../fakes/provider-server.ts';
import { fullEvent, grant, NOW, openDestination, SETTINGS } from './events.ts';

type Open = Pick<Awaited<ReturnType<typeof openDestination>>, 'kind'>;
// biome-ignore lint/suspicious/noExplicitAny: answers of every platform
type Json = any;

const ids = Object.keys(RECEIVERS) as ReceiverId[];
const EVENTS = 3;
const UNREADABLE = 'unknown answer_unreadable';

const itemsOf = ({ kind }: Open): Item[] =>
  Array.from({ length: EVENTS }, (_, at) => {
    const event = fullEvent({ eventId: `conversion-${at}`, occurredAt: NOW - 60_000 - at * 1_000 });
    const built = kind.build(event, SETTINGS, 'standard');
    assert.ok('payload' in built);
    return { ...built, occurredAt: event.occurredAt };
  });

const deliver = ({ kind }: Open, items: readonly Item[]) =>
  deliverBatch(kind.limits, (payloads) => kind.send(grant, SETTINGS, payloads), items, { now: () => NOW });

const shown = (results: readonly ItemResult[]): string[] =>
  results.map((result) => ('reason' in result ? `${result.state} ${result.reason}` : result.state));

const changed =
  (change: (body: Json) => Json) =>
  (answer: FakeAnswer): FakeAnswer => ({ ...answer, body: change(answer.body) });

/** Answers that say nothing of any event. */
const NOTHING: Record<string, (answer: FakeAnswer) => FakeAnswer> = {
  'a connection that breaks in the answer': (answer) => ({ ...answer, cutAt: 5 }),
  'an answer that ends too early': ({ status, body }) => ({ status, body, text: JSON.stringify(body).slice(0, -1) }),
  'an empty object': changed(() => ({})),
  'an empty answer': (answer) => ({ ...answer, text: '' }),
  'a page': (answer) => ({ ...answer, text: '<!doctype html><title>OK</title>' }),
};

/** OpenAI does not describe the body of a success: what is no error, and no page, is one. */
const UNDESCRIBED = ['an empty object', 'an empty answer'];

for (const id of ids)
  test(`${id}: an answer that cannot be read decides nothing, and its repetition counts once`, async (t) => {
    const open = await openDestination(t, id);
    const items = itemsOf(open);
    for (const [name, spoil] of Object.entries(NOTHING)) {
      if (id === 'openai_ads' && UNDESCRIBED.includes(name)) continue;
      open.receiver.spoil = spoil;
      const { results } = await deliver(open, items);
      assert.deepEqual(
        shown(results),
        Array.from({ length: EVENTS }, () => UNREADABLE),
        name,
      );
    }
    open.receiver.spoil = undefined;
    const { results } = await deliver(open, items);
    assert.deepEqual(shown(results), ['accepted', 'accepted', 'accepted']);
    assert.equal(open.receiver.kept.length, EVENTS);
  });

/** Answers of which a part can be read, by platform; the second event is bad where `refuse` says so. */
const PARTS: readonly [id: ReceiverId, name: string, change: (body: Json) => Json, expected: string[]][] = [
  ['meta', 'fewer than were sent', (body) => ({ ...body, events_received: 2 }), [UNREADABLE, UNREADABLE, UNREADABLE]],
  ['snap', 'another word than OK', () => ({ status: 'INVALID', reason: 'bad' }), [UNREADABLE, UNREADABLE, UNREADABLE]],
  ['google_ads', 'an id of another kind', () => ({ requestId: 5 }), [UNREADABLE, UNREADABLE, UNREADABLE]],
  ...(['pinterest', 'linkedin'] as const).flatMap((id): [ReceiverId, string, (body: Json) => Json, string[]][] => {
    const list = id === 'pinterest' ? 'events' : 'elements';
    const entries = (change: (each: Json[]) => Json[]) => (body: Json) => ({ ...body, [list]: change(body[list]) });
    return [
      [id, 'an entry that is none', entries(([, ...rest]) => [null, ...rest]), [UNREADABLE, 'accepted', 'accepted']],
      [id, 'a word that is none', entries(([a, , c]) => [a, { status: 'perhaps' }, c]), ['accepted', UNREADABLE, 'accepted']],
      [id, 'an entry too few', entries((all) => all.slice(0, 2)), ['accepted', 'accepted', UNREADABLE]],
      [id, 'an entry too many', entries((all) => [...all, all[0]]), [UNREADABLE, UNREADABLE, UNREADABLE]],
      [id, 'no list', (body) => ({ ...body, [list]: 'none' }), [UNREADABLE, UNREADABLE, UNREADABLE]],
    ];
  }),
  [
    'linkedin',
    'entries of each kind',
    ({ elements: [a] }) => ({ elements: [a, { status: 429 }, { status: 500 }] }),
    ['accepted', 'waiting 429', UNREADABLE],
  ],
  [
    'linkedin',
    'a refused one',
    ({ elements: [a] }) => ({ elements: [a, { status: 400 }, {}] }),
    ['accepted', 'rejected 400', UNREADABLE],
  ],
  [
    'microsoft_ads',
    'an error that is none',
    (body) => ({ ...body, PartialErrors: [{ Index: 1, Code: 5_201, ErrorCode: 'InvalidRow' }, { Code: 'none' }] }),
    [UNREADABLE, 'rejected InvalidRow', UNREADABLE],
  ],
  [
    'microsoft_ads',
    'an error of a row that was not sent',
    (body) => ({ ...body, PartialErrors: [{ Index: 7, Code: 5_201, ErrorCode: 'InvalidRow' }] }),
    [UNREADABLE, UNREADABLE, UNREADABLE],
  ],
  [
    'microsoft_ads',
    'an error of its own in a row',
    (body) => ({ ...body, PartialErrors: [{ Index: 1, Code: 0, ErrorCode: 'InternalError' }] }),
    ['accepted', 'waiting InternalError', 'accepted'],
  ],
  ['microsoft_ads', 'no errors', (body) => ({ ...body, PartialErrors: null }), ['accepted', 'accepted', 'accepted']],
];

for (const [id, name, change, expected] of PARTS)
  test(`${id}: ${name}`, async (t) => {
    const open = await openDestination(t, id);
    open.receiver.spoil = changed(change);
    assert.deepEqual(shown((await deliver(open, itemsOf(open))).results), expected);
  });

test('pinterest: an offline event is not sent again, as its repetition counts twice', async (t) => {
  const open = await openDestination(t, 'pinterest');
  const items = itemsOf(open).map((item, at): Item => ({ ...item, actionSource: at === 0 ? 'website' : 'physical_store' }));
  open.receiver.spoil = NOTHING['an empty answer'];
  const first = await deliver(open, items);
  assert.deepEqual(shown(first.results), [UNREADABLE, UNREADABLE, UNREADABLE]);
  open.receiver.spoil = undefined;
  const again = items.map((item, at): Item => {
    const result = first.results[at];
    return { ...item, firstTriedAt: result?.state === 'unknown' ? result.firstTriedAt : undefined };
  });
  assert.deepEqual(shown((await deliver(open, again)).results), [
    'accepted',
    'expired dedup_window_over',
    'expired dedup_window_over',
  ]);
  assert.equal(open.receiver.repeated.length, 1);
});

test('pinterest: results of a partly accepted request are read wherever they are', async (t) => {
  const entries = [{ status: 'processed' }, { status: 'failed' }, { status: 'processed' }];
  const bodies: Json[] = [
    { events: entries },
    { code: 422, message: 'partly', details: { num_events_received: 3, events: entries } },
    { code: 422, message: 'partly', details: entries },
    { code: 422, message: 'partly', data: { events: entries } },
  ];
  for (const body of bodies) {
    const open = await openDestination(t, 'pinterest');
    open.receiver.spoil = () => ({ status: 422, body });
    const { results, requests } = await deliver(open, itemsOf(open));
    assert.deepEqual([shown(results), requests], [['accepted', 'rejected failed', 'accepted'], 1], JSON.stringify(body));
  }
});

test('pinterest: offline events are not repeated where a partly accepted request does not say which', async (t) => {
  const open = await openDestination(t, 'pinterest');
  const sources = ['website', 'website', 'physical_store', 'phone_call'] as const;
  const items = sources.map((actionSource, at): Item => {
    const event = fullEvent({ eventId: `conversion-${at}`, actionSource });
    const built = open.kind.build(event, SETTINGS, 'standard');
    assert.ok('payload' in built);
    return { ...built, occurredAt: event.occurredAt };
  });
  open.receiver.spoil = () => ({ status: 422, body: { code: 422, message: 'Some events were not processed.' } });
  const { results } = await deliver(open, items);
  assert.deepEqual(shown(results), ['rejected rejected 422', 'rejected rejected 422', UNREADABLE, UNREADABLE]);
  const offline = open.receiver.kept.filter(({ event }) => Object(event).action_source === 'offline');
  assert.deepEqual([offline.length, open.receiver.repeated.length], [2, 2], 'the two of the website again, one by one');
});

interface Reply {
  status?: number;
  body: string;
  isCut?: boolean;
  type?: string;
}

async function httpsResults({ status = 200, body, isCut = false, type = 'application/json' }: Reply): Promise<string[]> {
  const kind = createHttpsDestination(() => async (_url, call) => {
    const sent: Json[] = JSON.parse(call?.body ?? '').events;
    // What is refused whole is sent again without the bad ones.
    const answer = sent.length === EVENTS ? { status, body, isCut } : { status: 200, body: '', isCut: false };
    return { ...answer, headers: { 'content-type': type }, body: Buffer.from(answer.body), address: '192.0.2.1' };
  });
  return shown((await deliver({ kind }, itemsOf({ kind }))).results);
}

test('https: 2xx accepts what is not named as bad; what cannot be read decides nothing', async () => {
  const all = (word: string): string[] => Array.from({ length: EVENTS }, () => word);
  const bad = JSON.stringify({ rejected: [{ index: 1, reason: 'bad_value' }] });
  const refused = 'rejected bad_value';
  const cases: [string, Reply, string[]][] = [
    ['nothing', { body: '' }, all('accepted')],
    ['words', { body: 'OK', type: 'text/plain' }, all('accepted')],
    ['an object of its own', { body: '{"ok":true}' }, all('accepted')],
    ['null', { body: '{"rejected":null}' }, all('accepted')],
    ['one is bad', { body: bad }, ['accepted', refused, 'accepted']],
    ['cut off in the answer', { body: bad.slice(0, -4) }, all(UNREADABLE)],
    ['a connection that broke', { body: '', isCut: true }, all(UNREADABLE)],
    ['words as JSON', { body: 'OK' }, all(UNREADABLE)],
    ['no list', { body: '{"rejected":"1"}' }, all(UNREADABLE)],
    ['an entry that is none', { body: '{"rejected":[{"index":1,"reason":"bad_value"},7]}' }, [UNREADABLE, refused, UNREADABLE]],
    ['a place that was not sent', { body: '{"rejected":[{"index":9}]}' }, all(UNREADABLE)],
    ['a reason that is none', { body: '{"rejected":[{"index":1,"reason":7}]}' }, ['accepted', 'rejected refused', 'accepted']],
    [
      'nothing accepted, one entry is none',
      { status: 422, body: '{"rejected":[{"index":1,"reason":"bad_value"},{}]}' },
      ['accepted', refused, 'accepted'],
    ],
  ];
  for (const [name, reply, expected] of cases) assert.deepEqual(await httpsResults(reply), expected, name);
});
