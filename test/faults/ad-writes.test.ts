// Changes of ads while the platform fails in every way, callers race and the service is killed: nothing is written twice, nothing that was
// written goes unreported, every change comes to an end, and of an ad and its copy one delivers. ROUNDS says how many times, TEST_SEED which.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type WriteAnswer, writeAccount } from '../act/ads/write-world.ts';
import { seededRandom } from '../base/random.ts';
import { type FakeMeta, type FakeMetaAccount, startFakeMeta } from '../fakes/meta.ts';
import { isWriteToMeta } from '../fakes/meta-objects.ts';
import type { FailureScript, FakeWrite } from '../fakes/provider-server.ts';
import { letPass, until } from '../until.ts';
import { completed, connect, settingsOf } from './tools/ad-accounts.ts';
import { again, count, needsGrant, type Random, type Rounds, startRounds, statusOf } from './tools/ad-rounds.ts';
import { rounds, tell } from './tools/results.ts';
import { type Installed, install, type Json, type Running, startService } from './tools/service.ts';

const ROUNDS = rounds(17);
/** With a service that is killed; each costs seconds. */
const KILLS = Math.max(1, Math.ceil(ROUNDS / 100));
const HOUR_MS = 3_600_000;

/** What a refusal may be; each is a code of the catalogue, and none says that the service failed. */
const CODES = new Set([
  'idempotency_key_in_flight',
  'provider_error',
  'invalid_state',
  'connection_not_ready',
  'budget_change_out_of_bounds',
  'validation_error',
]);
const SKIPPED = new Set(['already_set', 'not_active', 'invalid_state']);

interface Tally {
  doubles: number;
  unreported: number;
  open: number;
  pairs: number;
  unmapped: string[];
  applied: number;
}

function judge(tally: Tally, answers: readonly WriteAnswer[]): void {
  for (const { status, body } of answers) {
    if (status >= 300 && !CODES.has(body.error?.code)) tally.unmapped.push(`${status} ${body.error?.code}`);
    for (const { result, reason } of status === 200 ? (body.data.results ?? []) : [])
      if (!(result === 'failed' ? CODES : SKIPPED).has(reason) && result !== 'applied')
        tally.unmapped.push(`${result} ${reason}`);
  }
}

interface StoredRow {
  kind: string;
  status: string;
  target_id: string;
  copy_id: string | null;
  undoes: string | null;
  sent_at: number | null;
  value: string;
}

const ROWS = `select kind, status, target_id, copy_id, undoes, sent_at,
  coalesce(json_extract(after, '$.status'), json_extract(after, '$.url_tags'), json_extract(after, '$.daily_budget.minor_units')) as value
  from ad_writes where created_at >= ? order by rowid`;
const FIELDS: Record<string, string> = { budget: 'daily_budget', url_tags: 'url_tags' };

const isMade = ({ status }: StoredRow): boolean => status === 'applied' || status === 'undone';

/** What the platform must have, by what it had and what the service says that it has written. */
function expectedOf(before: ReadonlyMap<string, string>, drifted: Iterable<[string, string]>, rows: readonly StoredRow[]) {
  const expected = new Map([...before, ...drifted]);
  for (const row of rows) {
    const { kind, target_id: target, copy_id: copy, undoes, value } = row;
    const isUndone = undoes !== null;
    if (kind === 'duplicate_and_swap' && copy !== null)
      expected.set(`${copy} status`, isMade(row) && !isUndone ? 'active' : isMade(row) || !isUndone ? 'paused' : 'active');
    if (isMade(row)) expected.set(`${target} ${FIELDS[kind] ?? 'status'}`, String(value));
  }
  return expected;
}

/** Keys of which platform and service do not say the same; the parameters of a copy are those of its original. */
function differences(expected: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] {
  const keys = new Set([...expected.keys(), ...now.keys()]);
  return [...keys].filter((key) => {
    const isOfCopy = key.endsWith(' url_tags') && !expected.has(key);
    return !isOfCopy && expected.get(key) !== now.get(key);
  });
}

/** The same value twice in a row at one target, more copies than swaps, or two creatives of one change. */
function doublesAmong(writes: readonly FakeWrite[], rows: readonly StoredRow[]): number {
  const last = new Map<string, string>();
  const repeated = writes.filter(({ kind, id, value }) => {
    const key = kind === 'creative' ? `creative ${value}` : `${kind} ${id}`;
    const isDouble = last.get(key) === value;
    last.set(key, value);
    return isDouble;
  });
  const copies = writes.filter(({ kind }) => kind === 'copy').length;
  const swaps = rows.filter(({ kind, undoes, sent_at }) => kind === 'duplicate_and_swap' && undoes === null && sent_at !== null);
  return repeated.length + Math.max(0, copies - swaps.length);
}

/** Swaps that did not end with one of both ads, unless another change of the round was about the same ad. */
function pairsAmong({ w }: Rounds, rows: readonly StoredRow[]): number {
  const ads = w.account.ads;
  return rows.filter(({ kind, target_id, copy_id }) => {
    const isAlone = rows.filter((row) => row.target_id === target_id && isMade(row)).length < 2;
    if (kind !== 'duplicate_and_swap' || copy_id === null || !isAlone) return false;
    return ads.filter((ad) => [target_id, copy_id].includes(ad.id) && statusOf(ad) === 'ACTIVE').length !== 1;
  }).length;
}

async function play(played: Rounds, random: Random, name: string, tally: Tally): Promise<string[]> {
  const { w, scenarios, state, drifted } = played;
  const scenario = scenarios[name];
  assert.ok(scenario);
  const since = w.app.base.clock.now();
  const before = state();
  drifted.clear();
  const from = w.meta.server.writes.length;
  judge(tally, await scenario(random));
  await played.settle();
  const carriedOut = w.meta.server.writes.slice(from);
  const rows = w.app.base.state.db.prepare<[number], StoredRow>(ROWS).all(since);
  const found = differences(expectedOf(before, drifted, rows), state());
  tally.doubles += doublesAmong(carriedOut, rows);
  tally.unreported += found.length;
  tally.pairs += pairsAmong(played, rows);
  tally.applied += rows.filter((row) => isMade(row) && row.sent_at !== null).length;
  const unended = "select count(*) from ad_writes where ended_at is null and status <> 'awaiting_approval'";
  tally.open += played.openIntents() + count(w, unended);
  if (needsGrant(w)) await again(() => w.connect());
  w.app.clock.advance(2 * HOUR_MS);
  return [
    ...found,
    ...carriedOut.map(({ kind, id, value }) => `${kind} ${id} ${value}`),
    ...rows.map((row) => JSON.stringify(row)),
  ];
}

test(`${ROUNDS} changes of ads under faults are made once, reported and ended`, async (t) => {
  const random = seededRandom(t);
  const tally: Tally = { doubles: 0, unreported: 0, open: 0, pairs: 0, unmapped: [], applied: 0 };
  let played: Rounds | undefined;
  for (let round = 0; round < ROUNDS; round += 1) {
    // Sessions end after a month, and a round takes hours.
    if (round % 200 === 0 || !played) played = await startRounds(t);
    const names = Object.keys(played.scenarios);
    const name = names[round % names.length] ?? 'one';
    const story = await play(played, random, name, tally);
    const { doubles, unreported, open, pairs, unmapped } = tally;
    if (doubles + unreported + open + pairs + unmapped.length > 0)
      assert.fail(`round ${round}, ${name}: ${JSON.stringify(tally)}\n${story.join('\n')}`);
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
  figure('swaps that end with both ads or none', tally.pairs);
  figure('refusals without a code', tally.unmapped.length);
  assert.ok(tally.applied > ROUNDS / 8, 'many rounds change something');
});

interface Killable {
  account: FakeMetaAccount;
  meta: FakeMeta;
  installed: Installed;
  start(): Promise<Running>;
}

async function killable(t: TestContext): Promise<Killable> {
  const account = writeAccount();
  const meta = await startFakeMeta(t, [account]);
  meta.hasReportsAtOnce = true;
  const env = settingsOf([{ id: 'meta', settings: meta.settings }]);
  const installed = await install(t);
  return { account, meta, installed, start: () => startService(t, installed.dataDir, env) };
}

test(`${2 * KILLS} kills amid changes of ads`, async (t) => {
  const random = seededRandom(t);
  const at = await killable(t);
  const { account, meta, installed } = at;
  let service = await at.start();
  await connect(service, installed, 'meta');
  await completed(service, installed);
  let madeOnce = 0;
  for (let round = 0; round < KILLS; round += 1) {
    const post = { path: `/ads/991/${statusOf(account.ads[0]) === 'ACTIVE' ? 'pause' : 'resume'}`, key: `kill ${round}` };
    const from = meta.server.writes.length;
    const sent = write(service, installed, post).catch(() => undefined);
    await letPass(random(40));
    await service.kill();
    await sent;
    service = await at.start();
    const { status } = await answered(service, installed, post);
    if (status === 200 && meta.server.writes.length - from === 1) madeOnce += 1;
  }
  const figure = `${madeOnce} of ${KILLS} made once and confirmed`;
  tell(t, { name: 'ad writes: kill -9', figure, target: `${KILLS}`, rounds: KILLS, holds: madeOnce === KILLS });

  const first = random(POINTS.length);
  let good = 0;
  let undo: Json;
  for (let round = 0; round < KILLS; round += 1) {
    // In full each point comes to its turn; undone at the two steps that the way back has.
    const point = POINTS[(first + round) % POINTS.length] as Point;
    const before = account.ads.length;
    const body = { confirm_duplicate_swap: true, ...(undo ? { undo_of: undo.id } : {}) };
    const post = { path: '/ads/992/duplicate-and-swap', key: `swap ${round}`, body };
    service = await killAt(at, service, post, undo ? { ...point, step: point.step % 2 } : point);
    const { status, data } = await answered(service, installed, post);
    const copy = account.ads.find(({ id }) => id === data?.copy_id);
    const delivering = [account.ads[1], copy].filter((ad) => statusOf(ad) === 'ACTIVE');
    const copies = account.ads.length - before;
    const isRight = delivering.length === 1 && delivering[0] === (undo ? account.ads[1] : copy) && copies === (undo ? 0 : 1);
    if (status === 200 && isRight) good += 1;
    undo = undo ? undefined : data;
  }
  tell(t, {
    name: 'ad writes: kill -9 at each step of a swap',
    figure: `${good} of ${KILLS} ended with one copy and one of both delivering`,
    target: `${KILLS}`,
    rounds: KILLS,
    holds: good === KILLS,
  });
});

interface Point {
  /** Which request for a change, from 0. */
  step: number;
  script: FailureScript;
}

/** Before the platform has done a step, and after it, with no answer yet. */
const POINTS: readonly Point[] = (['timeout', 'timeout_after_apply'] as const).flatMap((script) =>
  [0, 1, 2].map((step) => ({ step, script })),
);

async function killAt(at: Killable, service: Running, post: Post, { step, script }: Point): Promise<Running> {
  const { requests, writes, failWrites } = at.meta.server;
  const asked = () => requests.filter(isWriteToMeta).length;
  const [from, made] = [asked(), writes.length];
  failWrites(...Array.from({ length: step }, () => undefined), script);
  const sent = write(service, at.installed, post).catch(() => undefined);
  const isThere = () => asked() - from > step && writes.length - made >= step + (script === 'timeout' ? 0 : 1);
  await until(isThere, `the request ${step} comes`, 2);
  await service.kill();
  await sent;
  return at.start();
}

interface Post {
  path: string;
  key: string;
  body?: Record<string, unknown>;
}

interface Answered {
  status: number;
  data: Json;
}

async function write({ address }: Running, { session, profileId }: Installed, { path, key, body = {} }: Post): Promise<Answered> {
  const response = await fetch(`${address}/api/v1${path}?profile_id=${profileId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  });
  const { data }: Json = await response.json();
  return { status: response.status, data };
}

async function answered(service: Running, installed: Installed, post: Post): Promise<Answered> {
  return until(
    async () => {
      const answer = await write(service, installed, post);
      return answer.status === 200 && answer;
    },
    `${post.path} is carried out`,
    250,
  );
}
