// Changes of ads while the platform fails in every way, callers race and the service is killed: nothing is written twice, nothing that was
// written goes unreported, and every change comes to an end. ROUNDS says how many times, TEST_SEED which.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { expiryJob } from '../../src/account/handoffs/handoffs.ts';
import { decideHandoff } from '../../src/account/handoffs/index.ts';
import { findPerson } from '../../src/account/people/index.ts';
import { ApiError } from '../../src/base/contract/api-error.ts';
import type { Principal } from '../../src/base/contract/operation.ts';
import { intentJob } from '../../src/base/work/intents.ts';
import { runDue } from '../../src/base/work/runner.ts';
import { startWriteWorld, type WriteAnswer, type WriteWorld, writeAccount } from '../act/ads/write-world.ts';
import { seededRandom } from '../base/random.ts';
import { startFakeMeta } from '../fakes/meta.ts';
import type { FailureScript, FakeWrite } from '../fakes/provider-server.ts';
import { completed, connect, settingsOf } from './tools/ad-accounts.ts';
import { rounds, tell } from './tools/results.ts';
import { type Installed, install, type Running, startService } from './tools/service.ts';

const ROUNDS = rounds(25);
/** With a service that is killed; each costs seconds. */
const KILLS = Math.max(2, Math.ceil(ROUNDS / 100));
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ATTEMPTS = 14;

type Random = (below: number) => number;
const FAULTS: readonly (FailureScript | undefined)[] = [
  ...[undefined, 'reset_after_apply', 'error_after_apply', 'reset', 'error_once', 'throttled', 'html', 'wrong_json', 'revoked'],
] as const;
/** What a refusal may be; each is a code of the catalogue, and none says that the service failed. */
const CODES = new Set([
  'idempotency_key_in_flight',
  'provider_error',
  'invalid_state',
  'connection_not_ready',
  'budget_change_out_of_bounds',
  'validation_error',
]);

interface Tally {
  doubles: number;
  unreported: number;
  open: number;
  unmapped: string[];
  applied: number;
}

let w: WriteWorld;

const picked = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T;

/** A change that makes a difference, by what the platform has. */
function change(random: Random): { path: string; body: Record<string, unknown>; target: string } {
  if (random(3) === 0) {
    const live = Number(w.account.adsets.find(({ id }) => id === '81')?.['daily_budget']);
    const daily_budget = live > 1500 ? live - 100 - random(200) : live + 100 + random(200);
    return { path: '/adsets/81/budget', body: { daily_budget }, target: '81' };
  }
  const id = picked(random, ['991', '992', '993']);
  const ad = w.account.ads.find((each) => each.id === id);
  return { path: `/ads/${id}/${ad?.['configured_status'] === 'ACTIVE' ? 'pause' : 'resume'}`, body: {}, target: id };
}

function judge(tally: Tally, answers: readonly WriteAnswer[]): void {
  for (const { status, body } of answers)
    if (status >= 300 && !CODES.has(body.error?.code)) tally.unmapped.push(`${status} ${body.error?.code}`);
}

type Scenario = (random: Random) => Promise<WriteAnswer[]>;

const scenarios: Record<string, Scenario> = {
  one: async (random) => {
    const { path, body } = change(random);
    w.meta.server.failWrites(picked(random, FAULTS));
    return [await w.write(path, body)];
  },
  'two callers with one key': async (random) => {
    const { path, body } = change(random);
    w.meta.server.failWrites(picked(random, FAULTS));
    const key = randomUUID();
    return Promise.all([w.write(path, body, { key }), w.write(path, body, { key })]);
  },
  'two keys on one target': async (random) => {
    const { path, body } = change(random);
    w.meta.server.failWrites(picked(random, FAULTS), picked(random, FAULTS));
    return Promise.all([w.write(path, body), w.write(path, body)]);
  },
  'lost after it was done': async (random) => {
    const { path, body } = change(random);
    const key = randomUUID();
    w.meta.server.failWrites('reset_after_apply');
    // Whatever is read afterwards fails as well, so that nobody can say what happened.
    const first = w.write(path, body, { key });
    await written();
    w.meta.server.fail('reset', 3);
    const answers = [await first];
    answers.push(await w.write(path, body, { key }));
    return answers;
  },
  'revoked midway': async (random) => {
    const { path, body } = change(random);
    w.meta.server.failWrites('revoked');
    return [await w.write(path, body)];
  },
  'approved while the platform changes': async (random) => {
    const { path, body, target } = change(random);
    const token = await raise(path, body);
    const ad = w.account.ads.find(({ id }) => id === target) ?? w.account.adsets.find(({ id }) => id === target);
    if (random(2) === 0 && ad) {
      if (target === '81') ad['daily_budget'] = String(Number(ad['daily_budget']) + 1);
      else ad['creative'] = { id: `8${random(1_000)}`, name: 'Another' };
    }
    await decide(token);
    return [];
  },
  'approved as it expires': async (random) => {
    const { path, body } = change(random);
    const token = await raise(path, body);
    w.app.clock.advance(DAY_MS - 1 + random(2));
    const decided = decide(token);
    w.app.clock.advance(2);
    await Promise.all([decided, runDue(w.app.base, [expiryJob])]);
    await decide(token);
    return [];
  },
};

const written = async (): Promise<void> => {
  const before = w.meta.server.writes.length;
  for (let turn = 0; turn < 400 && w.meta.server.writes.length === before; turn += 1) await pause(1);
};

async function raise(path: string, body: Record<string, unknown>): Promise<string> {
  const raised = await w.write(path, { ...body, require_approval: true });
  // An earlier round may have used up the four changes of the hour.
  if (raised.status !== 202) return '';
  return decodeURIComponent(new URL(raised.body.data.handoff.url).pathname.split('/').at(-1) ?? '');
}

async function decide(token: string): Promise<void> {
  const personId = findPerson(w.app.base, 'owner@shop.example')?.personId ?? '';
  const principal: Principal = { kind: 'session', credentialId: 'another', personId, scopes: new Set(), ratePerMinute: 100 };
  try {
    if (token !== '') await decideHandoff(w.app.base, token, { principal, decision: 'approved' });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/** A script that nothing has used up yet fails the request of a person too, and a busy service may close an idle connection. */
async function again<T>(ask: () => Promise<T>): Promise<T> {
  for (let left = 5; ; left -= 1) {
    try {
      return await ask();
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}

/** Until every change has ended: as the service does by itself in the hours after. */
async function settle(): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    await runDue(w.app.base, [intentJob, expiryJob]);
    if (openIntents() === 0) return;
    if (needsGrant()) await again(() => w.connect());
    w.app.clock.advance(HOUR_MS);
  }
}

const count = (sql: string, ...values: unknown[]): number =>
  w.app.base.state.db
    .prepare(sql)
    .pluck()
    .get(...values) as number;
const needsGrant = (): boolean => count("select count(*) from connections where status = 'reconnect_required'") > 0;
const openIntents = (): number => count('select count(*) from intents where ended_at is null');

/** The same value twice in a row at one target. */
function doublesAmong(writes: readonly FakeWrite[]): number {
  const last = new Map<string, string>();
  return writes.filter(({ kind, id, value }) => {
    const isDouble = last.get(`${kind} ${id}`) === value;
    last.set(`${kind} ${id}`, value);
    return isDouble;
  }).length;
}

async function play(random: Random, name: string, tally: Tally): Promise<void> {
  const scenario = scenarios[name];
  assert.ok(scenario);
  const since = w.app.base.clock.now();
  const from = w.meta.server.writes.length;
  judge(tally, await scenario(random));
  w.meta.server.failWrites();
  await settle();
  const carriedOut = w.meta.server.writes.slice(from);
  const reported = count(
    "select count(*) from ad_writes where status in ('applied', 'undone') and sent_at is not null and created_at >= ?",
    since,
  );
  tally.doubles += doublesAmong(carriedOut);
  tally.unreported += Math.abs(carriedOut.length - reported);
  tally.applied += reported;
  tally.open += openIntents() + count("select count(*) from ad_writes where ended_at is null and status <> 'awaiting_approval'");
  if (needsGrant()) await again(() => w.connect());
  w.app.clock.advance(2 * HOUR_MS);
}

test(`${ROUNDS} changes of ads under faults are made once, reported and ended`, async (t) => {
  const random = seededRandom(t);
  const tally: Tally = { doubles: 0, unreported: 0, open: 0, unmapped: [], applied: 0 };
  const names = Object.keys(scenarios);
  for (let round = 0; round < ROUNDS; round += 1) {
    // Sessions end after a month, and a round takes hours.
    if (round % 200 === 0) w = await startWriteWorld(t);
    const name = names[round % names.length] ?? 'one';
    const before = JSON.stringify(tally);
    await play(random, name, tally);
    const { doubles, unreported, open, unmapped } = tally;
    if (doubles + unreported + open + unmapped.length > 0)
      assert.fail(`round ${round}, ${name}: ${before} -> ${JSON.stringify(tally)}`);
  }
  const figure = (name: string, found: number) =>
    tell(t, {
      name: `ad writes: ${name}`,
      figure: `${found} of ${tally.applied} made`,
      target: '0',
      rounds: ROUNDS,
      holds: found === 0,
    });
  figure('made twice', tally.doubles);
  figure('made and not reported', tally.unreported);
  figure('without an end', tally.open);
  figure('refusals without a code', tally.unmapped.length);
  assert.ok(tally.applied > ROUNDS / 4, 'most rounds change something');
});

test(`${KILLS} kills amid changes of ads`, async (t) => {
  const random = seededRandom(t);
  const account = writeAccount();
  const meta = await startFakeMeta(t, [account]);
  meta.hasReportsAtOnce = true;
  const env = settingsOf([{ id: 'meta', settings: meta.settings }]);
  const installed = await install(t);
  let service = await startService(t, installed.dataDir, env);
  await connect(service, installed, 'meta');
  await completed(service, installed);
  let madeOnce = 0;
  for (let round = 0; round < KILLS; round += 1) {
    const isActive = account.ads[0]?.['configured_status'] === 'ACTIVE';
    const post = { path: `/ads/991/${isActive ? 'pause' : 'resume'}`, key: `kill ${round}` };
    const from = meta.server.writes.length;
    const sent = write(service, installed, post).catch(() => undefined);
    await pause(random(40));
    await service.kill();
    await sent;
    service = await startService(t, installed.dataDir, env);
    const answer = await answered(service, installed, post);
    if (answer === 200 && meta.server.writes.length - from === 1) madeOnce += 1;
  }
  const figure = `${madeOnce} of ${KILLS} made once and confirmed`;
  tell(t, { name: 'ad writes: kill -9', figure, target: `${KILLS}`, rounds: KILLS, holds: madeOnce === KILLS });
});

interface Post {
  path: string;
  key: string;
}

async function write({ address }: Running, { session, profileId }: Installed, { path, key }: Post): Promise<number> {
  const response = await fetch(`${address}/api/v1${path}?profile_id=${profileId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: '{}',
  });
  await response.text();
  return response.status;
}

async function answered(service: Running, installed: Installed, post: Post): Promise<number> {
  for (let attempt = 0; ; attempt += 1) {
    const status = await write(service, installed, post);
    if (status === 200 || attempt > 100) return status;
    await pause(250);
  }
}
