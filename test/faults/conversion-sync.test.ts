// Conversion sync while destinations fail in every way and while the service is killed: each delivery ends in a named state, and a
// destination that compares event ids accepts each conversion once. ROUNDS says how many times, TEST_SEED which.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSession, findPerson } from '../../src/account/people/index.ts';
import { followJob } from '../../src/act/sync/follow.ts';
import { setEndpoints } from '../../src/act/sync/kinds.ts';
import { laneJob } from '../../src/act/sync/lane.ts';
import { runDue } from '../../src/base/work/runner.ts';
import { eventsOf, type Json, openSyncWorld, type SyncWorld } from '../act/sync/sync-world.ts';
import type { Reply } from '../act/webhooks/hook-world.ts';
import { seededRandom } from '../base/random.ts';
import { until } from '../until.ts';
import { asOwner, ENV, killWhileSending, startReceiver } from './tools/receiver-kills.ts';
import { rounds, tell } from './tools/results.ts';
import { install, startService } from './tools/service.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const OK: Reply = { status: 200 };
/** How old conversions are when they come: 36 hours before they are too old, so that what waits for a dead destination ends soon. */
const AGE_MS = 28.5 * DAY_MS;
const HANG: Promise<Reply> = new Promise(() => undefined);

type Random = (below: number) => number;

interface Request {
  /** Since the destination was added. */
  sinceMs: number;
  isFirst: boolean;
  random: Random;
  events: readonly Json[];
}

/** How a destination behaves. */
interface Scenario {
  name: string;
  /** `cut`: it has the events, and nobody hears of it. */
  reply: (request: Request) => Reply | Promise<Reply> | 'cut';
  /** How deliveries may end; `accepted` alone where absent. */
  ends?: readonly string[];
}

const failing = (random: Random): Reply => (random(2) === 0 ? { status: 500 + random(4) } : 'hang up');
/** One amount in four is bad for a destination that refuses some. */
const isBad = ({ value }: Json): boolean => Number(value?.amount ?? 0) % 4 === 0;
const badOf = (events: readonly Json[]): number[] => events.flatMap((event, index) => (isBad(event) ? [index] : []));
const named = (events: readonly Json[]): string =>
  JSON.stringify({ rejected: badOf(events).map((index) => ({ index, reason: 'bad_value' })) });

const SCENARIOS: readonly Scenario[] = [
  { name: 'steady', reply: () => OK },
  { name: 'down for a day', reply: ({ sinceMs, random }) => (sinceMs < DAY_MS ? failing(random) : OK) },
  { name: 'down for ever', reply: ({ random }) => failing(random), ends: ['sent', 'expired'] },
  { name: 'flapping', reply: ({ random }) => (random(3) === 0 ? OK : failing(random)) },
  { name: 'silent', reply: ({ sinceMs }) => (sinceMs < 2 * HOUR_MS ? HANG : OK) },
  { name: 'redirecting', reply: ({ sinceMs }) => (sinceMs < HOUR_MS ? { status: 307, headers: { location: '/else' } } : OK) },
  // After a 500 nobody knows whether the destination has it, so it stays sent.
  { name: 'gone', reply: ({ sinceMs }) => ({ status: sinceMs < 10 * MINUTE_MS ? 500 : 410 }), ends: ['skipped', 'sent'] },
  {
    name: 'throttling',
    reply: ({ sinceMs, random }) =>
      sinceMs < 3 * HOUR_MS && random(3) > 0 ? { status: 429, headers: { 'retry-after': String(1 + random(600)) } } : OK,
  },
  { name: 'cut', reply: ({ isFirst, random }) => (!isFirst && random(3) === 0 ? OK : 'cut') },
  {
    name: 'naming bad events',
    reply: ({ events }) => (badOf(events).length > 0 ? { status: 422, body: named(events) } : OK),
    ends: ['accepted', 'rejected'],
  },
  {
    name: 'refusing without a name',
    reply: ({ events }) => (badOf(events).length > 0 ? { status: 400 } : OK),
    ends: ['accepted', 'rejected'],
  },
  {
    name: 'accepting in part',
    reply: ({ events }) => ({ status: 200, body: named(events) }),
    ends: ['accepted', 'rejected'],
  },
];

const GENERATIONS = Math.max(1, Math.ceil(rounds(SCENARIOS.length) / SCENARIOS.length));
const ROUNDS = GENERATIONS * SCENARIOS.length;
const KILLS = Math.max(2, Math.ceil(ROUNDS / 25));

interface Round {
  scenario: Scenario;
  destinationId: string;
  /** By event id. */
  accepted: Map<string, Json>;
  repeats: number;
  requests: number;
}

/** Lanes run whenever one is due, until nothing waits. */
async function untilNothingWaits({ base, clock }: SyncWorld): Promise<void> {
  const next = base.state.db
    .prepare<[], number | null>("select min(run_at) from jobs where kind = 'conversion_lane' and status = 'waiting'")
    .pluck();
  for (let step = 0; step < 5_000; step += 1) {
    await runDue(base, [laneJob]);
    const at = next.get();
    if (at === null || at === undefined) return;
    clock.set(new Date(Math.max(at, clock.now() + 1)).toISOString());
  }
  assert.fail('deliveries wait for ever');
}

let generation = 0;

/** One destination of each scenario, and the same conversions for all of them. */
async function play(world: SyncWorld, random: Random): Promise<{ rounds: Round[]; expected: number }> {
  const { base, clock, endpoint, profileId, api } = world;
  generation += 1;
  // Sessions end while the clock goes on for months.
  const personId = findPerson(base, 'owner@shop.example')?.personId ?? '';
  const session = api(createSession(base, { personId, actor: 'system' }).token);
  const put = (path: string, body: unknown): Promise<Json> => session.post(path, body, { profile_id: profileId });
  const began = clock.now();
  const rounds: Round[] = [];
  for (const [index, scenario] of SCENARIOS.entries()) {
    const settings = { target_id: `${endpoint.url}/${generation}/${index}` };
    const made = await put('/exports/destinations', { kind: 'https', settings });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    rounds.push({ scenario, destinationId: made.body.data.id, accepted: new Map(), repeats: 0, requests: 0 });
  }
  const destinations = rounds.map(({ destinationId }) => ({
    destination_id: destinationId,
    events: [{ goal: 'payment_received' }],
  }));
  base.state.tx(() => {
    for (const { destination_id } of destinations)
      base.state.statement('act/sync/catalog_put').run({
        destination_id,
        conversion_key: 'payment_received',
        profile_id: profileId,
        event_name: 'purchase',
        value_rule: 'net',
        enabled_at: began - AGE_MS,
      });
  });
  endpoint.reply = async (request) => {
    const [, , , index] = request.path.split('/');
    const round = rounds[Number(index)];
    assert.ok(round, 'nothing else is called');
    round.requests += 1;
    const events = eventsOf(request);
    const reply = await round.scenario.reply({ sinceMs: clock.now() - began, isFirst: round.requests === 1, random, events });
    if (reply === 'hang up' || (reply !== 'cut' && reply.status >= 300)) return reply;
    const rejected: number[] =
      reply !== 'cut' && reply.body ? JSON.parse(reply.body).rejected.map((each: Json) => each.index) : [];
    for (const [at, event] of events.entries()) {
      if (rejected.includes(at)) continue;
      if (round.accepted.has(event.event_id)) round.repeats += 1;
      round.accepted.set(event.event_id, event);
    }
    return reply === 'cut' ? 'hang up' : reply;
  };
  const expected = 3 + random(6);
  for (let n = 0; n < expected; n += 1)
    await world.outcome(`round ${generation} ${n}`, {
      occurred_at: new Date(began - AGE_MS + n).toISOString(),
      value: { amount: String(1 + random(40)), currency: 'USD' },
    });
  await world.settle();
  await runDue(base, [followJob]);
  await untilNothingWaits(world);
  for (const { destinationId } of rounds)
    base.state.statement('act/sync/destination_remove').run({ destination_id: destinationId, now: clock.now() });
  return { rounds, expected };
}

/** What is wrong with a round. */
function faultsOf({ base }: SyncWorld, { scenario, destinationId, accepted, repeats }: Round, expected: number): string[] {
  const states = ['pending', 'sent', 'accepted', 'rejected', 'skipped', 'expired'];
  const entries: Json[] = base.ledger.lanePage({ ledger: 'conversions', lane: destinationId }, { states, limit: 1_000 });
  const { ends = ['accepted'] } = scenario;
  const faults: string[] = [];
  // Nothing that was confirmed comes again.
  if (repeats > 0 && scenario.name !== 'cut') faults.push(`${repeats} repeats`);
  if (entries.length !== expected) faults.push(`${entries.length} of ${expected} conversions`);
  for (const { state, dueAt, body } of entries) {
    if (!ends.includes(state)) faults.push(`ended as ${state} (${body.reason})`);
    if (dueAt !== undefined) faults.push('waits');
    if (state !== 'accepted' && state !== 'sent' && accepted.has(body.event_id)) faults.push(`${state} and accepted`);
    if (state === 'accepted' && !accepted.has(body.event_id)) faults.push('not accepted');
    if (state !== 'accepted' && typeof body.reason !== 'string') faults.push(`${state} without a reason`);
  }
  if (new Set(entries.map(({ body }) => body.event_id)).size !== entries.length) faults.push('two with one event id');
  return faults.map((fault) => `${scenario.name}: ${fault}`);
}

test(`destinations fail in ${ROUNDS} rounds, and each delivery ends in a named state`, async (t) => {
  const random = seededRandom(t);
  const world = await openSyncWorld(t);
  setEndpoints(world.base, { timeoutMs: 250 });
  world.endpoint.secret = '';
  const faults: string[] = [];
  let [requests, deliveries, repeats] = [0, 0, 0];
  for (let n = 0; n < GENERATIONS; n += 1) {
    const { rounds: played, expected } = await play(world, random);
    faults.push(...played.flatMap((round) => faultsOf(world, round, expected)));
    for (const round of played) {
      requests += round.requests;
      repeats += round.repeats;
    }
    deliveries += expected * played.length;
  }
  tell(t, {
    name: 'destinations of conversions that fail',
    figure: `${deliveries} deliveries in ${requests} requests of ${SCENARIOS.length} kinds of destinations, ${repeats} repeats under the same id; ${[`${faults.length} faults`, ...faults.slice(0, 3)].join('; ')}`,
    target: 'every delivery in a named end, accepted once by event id, 0 faults',
    rounds: ROUNDS,
    holds: faults.length === 0,
  });
});

test(`the service is killed ${KILLS} times while it sends conversions, and each is accepted once`, async (t) => {
  const random = seededRandom(t);
  const installed = await install(t);
  const started = await startService(t, installed.dataDir, ENV);
  const accepted = new Map<string, number>();
  const receiver = await startReceiver(t, (body) => {
    for (const { event_id } of JSON.parse(body).events) accepted.set(event_id, (accepted.get(event_id) ?? 0) + 1);
  });
  const made = await asOwner(started, installed, '/exports/destinations', {
    kind: 'https',
    settings: { target_id: receiver.url },
  });
  const destination_id = made.data.id;
  const goals = [{ goal: 'payment_received' }];
  const catalog = { destinations: [{ destination_id, events: goals }] };
  await asOwner(started, installed, '/conversion-sync/catalog', catalog, 'PUT');
  const { service, paid, hits } = await killWhileSending(t, { service: started, installed, receiver, random, kills: KILLS });
  const waiting = async (): Promise<number> => {
    const states = ['pending', 'sent'];
    const pages = await Promise.all(
      states.map((status) => asOwner(service, installed, `/conversion-sync/deliveries?status=${status}`)),
    );
    return pages.reduce((sum: number, { data }) => sum + data.length, 0);
  };
  await until(async () => accepted.size >= paid && (await waiting()) === 0, 'all conversions are accepted');
  const left = await waiting();
  assert.equal((await service.terminate()).code, 0, service.log());
  const repeats = [...accepted.values()].reduce((sum, times) => sum + times - 1, 0);
  tell(t, {
    name: 'kill -9 while conversions are sent',
    figure: `${paid} conversions: ${paid - accepted.size} lost or under a second id, ${left} waiting; ${repeats} repeats under the same id. Hit: ${hits}`,
    target: '0 lost, one id a conversion, 0 waiting',
    rounds: KILLS,
    holds: accepted.size === paid && left === 0,
  });
});
