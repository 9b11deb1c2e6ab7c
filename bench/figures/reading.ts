// Reading figures: the overview, lists, journeys and search over HTTP, against the bare statements they run; and what the REST
// pipeline itself costs.

import { createGrant, issueUserToken, registerClient } from '../../src/account/apps/index.ts';
import { createSession, findPerson, type Person } from '../../src/account/people/index.ts';
import type { Base } from '../../src/base/base.ts';
import { publicAddress } from '../../src/base/kit/public-address.ts';
import type { AnyStatement, ReadOptions, RowsOfEach, Target, Warehouse } from '../../src/base/warehouse/port.ts';
import { handlersFor } from '../../src/call/handlers.ts';
import { slices } from '../../src/slices.ts';
import { type Profile, withServiceHere } from '../bench.ts';
import type { Figure, Result } from '../figure.ts';
import { median, quantile, timed } from '../numbers.ts';
import { mustSucceed } from './doors.ts';

const DAY_MS = 86_400_000;
const ROUNDS = 15;

export const lastDays = (days: number): { date_from: string; date_to: string } => {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const day = (back: number): string => new Date(today - back * DAY_MS).toISOString().slice(0, 10);
  return { date_from: day(days), date_to: day(1) };
};

export const query = (values: Record<string, string | number>): string =>
  new URLSearchParams(Object.entries(values).map(([name, value]): [string, string] => [name, String(value)])).toString();

export type Get = (path: string) => Promise<Record<string, never>>;

export const getter =
  (address: string, { apiKey }: Profile): Get =>
  async (path) => {
    const response = await fetch(`${address}/api/v1${path}`, { headers: { authorization: `Bearer ${apiKey}` } });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status} ${text.slice(0, 300)}`);
    return JSON.parse(text);
  };

type Recorded = () => Promise<unknown> | unknown;

/** The statements of warehouse and state that `work` runs, so that they can be run again alone. */
async function recorded(base: Base, work: () => Promise<unknown>): Promise<Recorded[]> {
  const again: Recorded[] = [];
  const { warehouse, state } = base;
  const ask = warehouse.queryEach; // what `query` asks through, too
  const statement = state.statement;
  warehouse.queryEach = <const List extends readonly AnyStatement[]>(target: Target, statements: List, options?: ReadOptions) => {
    again.push(() => ask.call(warehouse, target, statements, options));
    return ask.call<Warehouse, [Target, List, ReadOptions?], Promise<RowsOfEach<List>>>(warehouse, target, statements, options);
  };
  state.statement = (name) => {
    const found = statement.call(state, name);
    // Access and rate limits belong to the pipeline; what the operation asks of people is its own.
    if (!name.startsWith('collect/identity/')) return found;
    const kept =
      <T>(method: (params?: Record<string, unknown>) => T) =>
      (params?: Record<string, unknown>): T => {
        again.push(() => method.call(found, params));
        return method.call(found, params);
      };
    return Object.assign(Object.create(found), { all: kept(found.all), allBig: kept(found.allBig), get: kept(found.get) });
  };
  try {
    await work();
    return again;
  } finally {
    warehouse.queryEach = ask;
    state.statement = statement;
  }
}

/** Requests of one kind, each with another `i`, interleaved with the bare statements of the same request. */
async function compare(base: Base, get: Get, path: (i: number) => string): Promise<{ http: number[]; bare: number[] }> {
  const http: number[] = [];
  const bare: number[] = [];
  for (let i = 0; i < ROUNDS + 3; i += 1) {
    const statements = await recorded(base, () => get(path(i)));
    const alone = await timed(async () => {
      for (const run of statements) await run();
    });
    const whole = await timed(() => get(path(i)));
    if (i < 3) continue;
    bare.push(alone.ms);
    http.push(whole.ms);
  }
  return { http, bare };
}

function comparison(name: string, { http, bare }: { http: number[]; bare: number[] }, mostMs: number): Result {
  const p50 = median(http);
  const alone = median(bare);
  return {
    name,
    measured: { value: p50, unit: 'ms' },
    baseline: { value: alone, unit: 'ms', what: 'bare SQL' },
    ratio: p50 / alone,
    targets: [
      { of: 'ratio', found: p50 / alone, atMost: 2 },
      { of: 'p50', found: p50, atMost: mostMs, unit: 'ms' },
    ],
    details: { p95_ms: quantile(http, 0.95) },
  };
}

interface Someone {
  id: string;
  email: string;
}

/** Customers of the world, the newest buyers. */
async function someCustomers(get: Get): Promise<Someone[]> {
  const answer = (await get(`/customers?${query({ ...lastDays(119), goal: 'payment_received', limit: 100 })}`)) as unknown as {
    data: { customer_profile_id: string; email: string | null }[];
  };
  return answer.data.flatMap(({ customer_profile_id: id, email }) => (email === null ? [] : [{ id, email }]));
}

function list(name: string, about: string, path: (someone: Someone) => string, mostMs: number): Figure {
  return {
    name,
    about,
    baseline: 'the bare statements of the same request',
    run: async (bench) => {
      const { dataDir, profile } = await bench.ground();
      return withServiceHere(dataDir, async ({ base, address }) => {
        const get = getter(address, profile);
        const people = await someCustomers(get);
        const times = await compare(base, get, (i) => path(people[i % people.length] as Someone));
        return [comparison(name, times, mostMs)];
      });
    },
  };
}

const range = (): string => query({ ...lastDays(30), goal: 'payment_received', limit: 25 });

export const customers = list('customers', 'GET /customers, a page of 25 of the last 30 days', () => `/customers?${range()}`, 50);
export const journey = list('journey', 'GET /customers/{id}/journey of a buyer', ({ id }) => `/customers/${id}/journey`, 50);
export const search = list(
  'search',
  'GET /customers/search for a part of an e-mail',
  ({ email }) => `/customers/search?${query({ q: email.slice(0, -8), limit: 20 })}`,
  30,
);

/** Distinct browsers of the same sixty days: what any overview must at least count. */
const DISTINCT =
  'select count(distinct visitor_key) as visitors from sessions where session_day between $from::date and $to::date';

export const overview: Figure = {
  name: 'overview',
  about: 'GET /overview of 30 days with the 30 before',
  baseline: 'count(distinct visitor_key) over the same sessions',
  run: async (bench) => {
    const { dataDir, profile } = await bench.ground();
    return withServiceHere(dataDir, async ({ base, address }) => {
      const get = getter(address, profile);
      const params = { from: lastDays(60).date_from, to: lastDays(1).date_to };
      const count = () => base.warehouse.query({ profileId: profile.profileId }, { sql: DISTINCT, params });
      const counts: number[] = [];
      const cold: number[] = [];
      const warm: number[] = [];
      const whole = query(lastDays(30));
      const first = (await timed(() => get(`/overview?${whole}`))).ms;
      await count();
      for (let round = 0; round < ROUNDS; round += 1) {
        counts.push((await timed(count)).ms);
        // Another range of the same length each time: nothing that was answered before helps.
        const days = lastDays(30 + 1 + round);
        const other = query({
          date_from: days.date_from,
          date_to: new Date(Date.parse(days.date_from) + 29 * DAY_MS).toISOString().slice(0, 10),
        });
        cold.push((await timed(() => get(`/overview?${other}`))).ms);
        warm.push((await timed(() => get(`/overview?${other}`))).ms);
      }
      const distinct = median(counts);
      const p50 = median(cold);
      return [
        {
          name: 'overview',
          measured: { value: p50, unit: 'ms' },
          baseline: { value: distinct, unit: 'ms', what: 'count(distinct)' },
          ratio: p50 / distinct,
          targets: [
            { of: 'ratio', found: p50 / distinct, atMost: 6, fromSize: '10m' },
            { of: 'p50 cold', found: p50, atMost: 250, unit: 'ms', toSize: '10m' },
          ],
          details: { first_ms: first, p95_ms: quantile(cold, 0.95) },
        },
        {
          name: 'overview.warm',
          measured: { value: median(warm), unit: 'ms' },
          baseline: { value: distinct, unit: 'ms', what: 'count(distinct)' },
          ratio: median(warm) / distinct,
          targets: [],
        },
      ];
    });
  },
};

const CALLS = 2_000;
/** So many that no limit is reached: each keeps count of its own minute. */
const CREDENTIALS = 60;

/** What each kind of credential is sent as. All hold the scope, and name the profile; a key's is held to it. */
function bearersOf(base: Base, { apiKey }: Profile): Record<'key' | 'user' | 'session', string[]> {
  const { personId } = findPerson(base, 'owner0@shop.example') as Person;
  const many = (make: () => string): string[] => Array.from({ length: CREDENTIALS }, make);
  const clientId = registerClient(base, { name: 'bench', redirectUris: [], scopes: [] });
  const resource = `${publicAddress(base)}/mcp`;
  const user = (): string => {
    const { grantId, scopes } = createGrant(base, { personId, clientId, scopes: ['mcp:read', 'mcp:write'], resource });
    return issueUserToken(base, { grantId, scopes }).token;
  };
  return { key: [apiKey], user: many(user), session: many(() => createSession(base, { personId, actor: 'system' }).token) };
}

export const pipelineCost: Figure = {
  name: 'pipeline',
  about: 'GET /profile/attribution-settings over HTTP, one after the other, less its handler called directly',
  baseline: 'the handler',
  run: async (bench) => {
    const { dataDir, profiles } = await bench.place(1);
    const profile = profiles[0] as Profile;
    return withServiceHere(dataDir, async ({ base, address }) => {
      const handler = handlersFor(slices).get('getAttributionSettings');
      if (handler?.effect !== 'read') throw new Error('getAttributionSettings is no read');
      const { profileId, workspaceId } = profile;
      const call = { profile: { profileId, workspaceId }, workspaceId, params: {}, requestId: 'bench' };
      const kinds = Object.entries(bearersOf(base, profile));
      const direct: number[] = [];
      const http = new Map(kinds.map(([kind]) => [kind, [] as number[]]));
      for (let round = 0; round < 3; round += 1) {
        for (let i = 0; i < CALLS; i += 1) direct.push((await timed(async () => handler.run(call as never, base))).ms);
        for (const [kind, bearers] of kinds) {
          const answer = await bench.load({
            kind: 'get',
            paths: [`/api/v1/profile/attribution-settings?profile_id=${profileId}`],
            bearers,
            port: Number(new URL(address).port),
            connections: 1,
            ms: 2_000,
          });
          http.get(kind)?.push(...mustSucceed(answer).latencies.subarray(200));
        }
      }
      return [...http].map(([kind, latencies]): Result => {
        const cost = median(latencies) - median(direct);
        return {
          name: kind === 'key' ? 'pipeline' : `pipeline.${kind}`,
          measured: { value: cost, unit: 'ms' },
          baseline: { value: median(direct), unit: 'ms', what: 'the handler called directly' },
          targets: [{ of: 'on top', found: cost, atMost: 1, unit: 'ms' }],
          details: { http_p50_ms: median(latencies), http_p99_ms: quantile(latencies, 0.99), requests: latencies.length },
        };
      });
    });
  },
};

/** Paths of journeys of buyers. */
export const journeyPaths = async (get: Get): Promise<string[]> =>
  (await someCustomers(get)).slice(0, 20).map(({ id }) => `/api/v1/customers/${id}/journey`);
