// Changes of ads, one round after the other on one account whose platform fails in every way: what a round asks for, what it leaves at the
// platform, and what the service says that it left.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { expiryJob } from '../../../src/account/handoffs/handoffs.ts';
import { decideHandoff } from '../../../src/account/handoffs/index.ts';
import { findPerson } from '../../../src/account/people/index.ts';
import { ApiError } from '../../../src/base/contract/api-error.ts';
import type { Principal } from '../../../src/base/contract/operation.ts';
import { intentJob } from '../../../src/base/work/intents.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import { createMeta } from '../../../src/providers/meta/client.ts';
import { startWriteWorld, type WriteAnswer, type WriteWorld } from '../../act/ads/write-world.ts';
import type { MetaRow } from '../../fakes/meta-objects.ts';
import type { FailureScript } from '../../fakes/provider-server.ts';
import { until } from '../../until.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ATTEMPTS = 14;
/** How long the service waits for an answer of the platform. */
const TIMEOUT_MS = 300;
const TAGS = '/quality/ad-ids/url-tags';
const ADS = ['991', '992', '993'];

export type Random = (below: number) => number;
export const FAULTS: readonly (FailureScript | undefined)[] = [
  undefined,
  'reset_after_apply',
  'error_after_apply',
  'reset',
  'error_once',
  'throttled',
  'html',
  'wrong_json',
  'revoked',
  'timeout_after_apply',
  'timeout',
] as const;

interface Change {
  path: string;
  body: Record<string, unknown>;
  /** The ad, or the ad set. */
  target: string;
}

type Scenario = (random: Random) => Promise<WriteAnswer[]>;

export interface Rounds {
  w: WriteWorld;
  scenarios: Record<string, Scenario>;
  /** What the platform has: of ads their status and parameters, of ad sets their budget. */
  state(): Map<string, string>;
  /** What a person has changed at the platform meanwhile. */
  drifted: Map<string, string>;
  /** Until every change has ended: as the service does by itself in the hours after. */
  settle(): Promise<void>;
  openIntents(): number;
}

const picked = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T;

/** Any of the requests of a change may be the one that fails. */
const faulty = (random: Random): (FailureScript | undefined)[] => [
  ...Array.from({ length: random(3) }, () => undefined),
  picked(random, FAULTS),
  picked(random, FAULTS),
];

export const statusOf = (row: MetaRow | undefined): string => String(row?.['configured_status'] ?? row?.['status']);

export async function startRounds(t: TestContext): Promise<Rounds> {
  const w = await startWriteWorld(t);
  const { base } = w.app;
  const { account, meta } = w;
  const creatives = account.ads.map((ad) => withLink(Object(ad['creative'])));
  account.creatives = creatives;
  const client = createMeta(base.config.providers.meta, { clock: base.clock, timeoutMs: TIMEOUT_MS });
  base.memo('ad platforms', () => new Map<string, unknown>()).set('meta', client);
  const drifted = new Map<string, string>();
  const adOf = (id: string) => account.ads.find((ad) => ad.id === id);
  const tagsOf = (ad: MetaRow) => creatives.find(({ id }) => id === Object(ad['creative']).id)?.['url_tags'];

  const state = () =>
    new Map([
      ...account.ads.flatMap((ad): [string, string][] => [
        [`${ad.id} status`, statusOf(ad).toLowerCase()],
        [`${ad.id} url_tags`, String(tagsOf(ad) ?? '')],
      ]),
      ...account.adsets.map((adSet): [string, string] => [`${adSet.id} daily_budget`, String(adSet['daily_budget'] ?? '')]),
    ]);

  /** One that makes a difference, by what the platform has and what was changed before. */
  function change(random: Random, id = picked(random, ADS)): Change {
    const kind = random(8);
    if (kind < 2) return budget(random);
    if (kind < 4) return swapOf(id);
    if (kind < 6) return tagged(id);
    return { path: `/ads/${id}/${statusOf(adOf(id)) === 'ACTIVE' ? 'pause' : 'resume'}`, body: {}, target: id };
  }

  function budget(random: Random): Change {
    const live = Number(account.adsets.find(({ id }) => id === '81')?.['daily_budget']);
    const daily_budget = live > 1500 ? live - 100 - random(200) : live + 100 + random(200);
    return { path: '/adsets/81/budget', body: { daily_budget }, target: '81' };
  }

  const lastOf = (id: string, kind: string) =>
    Object(
      base.state.db.prepare('select * from ad_writes where target_id = ? and kind = ? order by rowid desc limit 1').get(id, kind),
    ) as { status?: string; undoes?: string | null; write_id?: string; plan_id?: string; copy_id?: string };

  function swapOf(id: string): Change {
    const { status, undoes, write_id, copy_id } = lastOf(id, 'duplicate_and_swap');
    const at = { path: `/ads/${id}/duplicate-and-swap`, target: id };
    const isSwapped = status === 'applied' && undoes === null && statusOf(adOf(copy_id ?? '')) === 'ACTIVE';
    if (statusOf(adOf(id)) === 'ACTIVE') return { ...at, body: { confirm_duplicate_swap: true } };
    if (isSwapped) return { ...at, body: { confirm_duplicate_swap: true, undo_of: write_id } };
    return { path: `/ads/${id}/resume`, body: {}, target: id };
  }

  function tagged(id: string): Change {
    const { status, undoes, plan_id } = lastOf(id, 'url_tags');
    const acknowledge_learning_reset = true;
    if (status === 'applied' && undoes === null)
      return { path: `${TAGS}/undo`, body: { change_id: plan_id, acknowledge_learning_reset }, target: id };
    return { path: `${TAGS}/apply`, body: { ad_ids: [id], acknowledge_learning_reset }, target: id };
  }

  /** A person changes at the platform what an approval was planned on. */
  function drift(target: string): void {
    const adSet = account.adsets.find(({ id }) => id === target);
    if (adSet) adSet['daily_budget'] = String(Number(adSet['daily_budget']) + 1);
    const ad = adOf(target);
    const id = `8${creatives.length}`;
    if (ad) {
      creatives.push(withLink({ id, name: 'Another', url_tags: `other=${id}` }));
      ad['creative'] = { id };
    }
    for (const [key, value] of state()) if (key.startsWith(`${target} `)) drifted.set(key, value);
  }

  const openIntents = (): number => count(w, 'select count(*) from intents where ended_at is null');

  async function settle(): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      await runDue(base, [intentJob, expiryJob]);
      if (openIntents() === 0) return;
      if (needsGrant(w)) await again(() => w.connect());
      w.app.clock.advance(HOUR_MS);
    }
  }

  /** Until the platform has the write of a call; false where the call ends without one. */
  const isWritten = async (call: Promise<WriteAnswer>): Promise<boolean> => {
    const before = meta.server.writes.length;
    const state = { isOver: false };
    const end = (): void => {
      state.isOver = true;
    };
    call.then(end, end);
    await until(() => meta.server.writes.length > before || state.isOver, 'the platform has the write', 1);
    return meta.server.writes.length > before;
  };

  const scenarios: Record<string, Scenario> = {
    one: async (random) => {
      const { path, body } = change(random);
      meta.server.failWrites(...faulty(random));
      return [await w.write(path, body)];
    },
    'two callers with one key': async (random) => {
      const { path, body } = change(random);
      meta.server.failWrites(...faulty(random));
      const key = randomUUID();
      return Promise.all([w.write(path, body, { key }), w.write(path, body, { key })]);
    },
    'two keys on one target': async (random) => {
      const id = picked(random, ADS);
      const [one, other] = [change(random, id), change(random, id)];
      meta.server.failWrites(...faulty(random));
      return Promise.all([w.write(one.path, one.body), w.write(other.path, other.body)]);
    },
    'lost after it was done': async (random) => {
      const { path, body } = change(random);
      const key = randomUUID();
      meta.server.failWrites('reset_after_apply');
      // Whatever is read afterwards fails as well, so that nobody can say what happened.
      const first = w.write(path, body, { key });
      if (!(await isWritten(first))) {
        const refused = await first;
        assert.ok(!hasApplied(refused), `nothing was written: ${JSON.stringify(refused.body)}`);
        return [refused];
      }
      meta.server.fail('reset', 3);
      const answers = [await first];
      answers.push(await w.write(path, body, { key }));
      return answers;
    },
    'revoked midway': async (random) => {
      const { path, body } = change(random);
      meta.server.failWrites(...Array.from({ length: random(3) }, () => undefined), 'revoked');
      return [await w.write(path, body)];
    },
    'approved while the platform changes': async (random) => {
      const { path, body, target } = change(random);
      const token = await raise(w, path, body);
      if (random(2) === 0) drift(target);
      if (random(3) === 0) meta.server.failWrites(...faulty(random));
      await decide(w, token);
      return [];
    },
    'approved as it expires': async (random) => {
      const { path, body } = change(random);
      const token = await raise(w, path, body);
      w.app.clock.advance(DAY_MS - 1 + random(2));
      const decided = decide(w, token);
      w.app.clock.advance(2);
      await Promise.all([decided, runDue(base, [expiryJob])]);
      await decide(w, token);
      return [];
    },
  };
  return { w, scenarios, state, drifted, settle, openIntents };
}

/** Does the answer say that something was changed? */
const hasApplied = ({ status, body }: WriteAnswer): boolean =>
  status < 300 && (body.data.results?.some(({ result }: { result: string }) => result === 'applied') ?? true);

const withLink = (creative: Record<string, unknown>): MetaRow => ({
  ...creative,
  id: String(creative['id']),
  object_story_spec: { page_id: '1', link_data: { link: 'https://shop.example/' } },
});

/** The token of the page on which a person decides; empty where the change was refused, as by the four changes of the hour. */
async function raise(w: WriteWorld, path: string, body: Record<string, unknown>): Promise<string> {
  const raised = await w.write(path, { ...body, require_approval: true });
  if (raised.status !== 202) return '';
  return decodeURIComponent(new URL(raised.body.data.handoff.url).pathname.split('/').at(-1) ?? '');
}

async function decide(w: WriteWorld, token: string): Promise<void> {
  const personId = findPerson(w.app.base, 'owner@shop.example')?.personId ?? '';
  const principal: Principal = { kind: 'session', credentialId: 'another', personId, scopes: new Set(), ratePerMinute: 100 };
  try {
    if (token !== '') await decideHandoff(w.app.base, token, { principal, decision: 'approved' });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/** A script that nothing has used up yet fails the request of a person too, and a busy service may close an idle connection. */
export async function again<T>(ask: () => Promise<T>): Promise<T> {
  for (let left = 5; ; left -= 1) {
    try {
      return await ask();
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}

export const count = (w: WriteWorld, sql: string, ...values: unknown[]): number =>
  w.app.base.state.db
    .prepare(sql)
    .pluck()
    .get(...values) as number;

export const needsGrant = (w: WriteWorld): boolean =>
  count(w, "select count(*) from connections where status = 'reconnect_required'") > 0;
