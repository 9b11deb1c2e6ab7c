// A profile with a destination: a receiver that compares event ids as destinations do and answers by script, on this machine.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { followJob } from '../../../src/act/sync/follow.ts';
import { laneJob } from '../../../src/act/sync/lane.ts';
import type { ConfigInput } from '../../../src/base/config/config.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import type { Closing } from '../../fakes/provider-server.ts';
import { type ApiAnswer, assertContract, startTestApp, type TestApp } from '../../harness.ts';
import { type Received, type Receiver, type Reply, startReceiver } from '../webhooks/hook-world.ts';

// biome-ignore lint/suspicious/noExplicitAny: the contract has checked it
export type Json = any;

export interface Endpoint extends Receiver {
  url: string;
  /** Accepted events by their ids, in the order of their first acceptance. */
  accepted: Map<string, Json>;
  /** How often an accepted event came again. */
  repeats: number;
  /** What the script says of a request; undefined: accepted. */
  script: (events: Json[], request: Received) => Reply | undefined | Promise<Reply | undefined>;
  secret: string;
}

export interface SyncWorld extends TestApp {
  /** The owner's calls for the profile. */
  owner: Pick<ReturnType<TestApp['api']>, 'get' | 'post'>;
  endpoint: Endpoint;
  destinationId: string;
  put: (path: string, body: unknown, credential?: string) => Promise<ApiAnswer>;
  /** As `put`, under a key of its own or the one that is named. */
  keyed: (path: string, body: unknown, key?: string) => Promise<ApiAnswer>;
  /** Enables goals for the destination. */
  enable: (events: readonly (string | Record<string, unknown>)[]) => Promise<ApiAnswer>;
  outcome: (key: string, more?: Record<string, unknown>) => Promise<string>;
  /** Until everything is followed, and what is due is sent. */
  sync: () => Promise<void>;
  deliveries: (query?: Record<string, unknown>) => Promise<Json[]>;
}

export const eventsOf = ({ body }: Received): Json[] => JSON.parse(body).events;

export async function startEndpoint(t: Closing): Promise<Endpoint> {
  const receiver = await startReceiver(t);
  const endpoint: Endpoint = Object.assign(receiver, {
    url: `http://127.0.0.1:${receiver.port}/in`,
    accepted: new Map<string, Json>(),
    repeats: 0,
    secret: '',
    script: (): undefined => undefined,
  });
  receiver.reply = async (request) => {
    const signed = `sha256=${createHmac('sha256', endpoint.secret).update(request.body).digest('hex')}`;
    if (endpoint.secret !== '') assert.equal(request.headers['x-tributary-signature'], signed);
    const events = eventsOf(request);
    const reply = (await endpoint.script(events, request)) ?? { status: 200 };
    if (reply === 'hang up' || reply.status >= 300) return reply;
    const rejected = new Set<number>(JSON.parse(reply.body ?? '{}').rejected?.map(({ index }: Json) => index) ?? []);
    for (const [index, event] of events.entries()) {
      if (rejected.has(index)) continue;
      if (endpoint.accepted.has(event.event_id)) endpoint.repeats += 1;
      else endpoint.accepted.set(event.event_id, event);
    }
    return reply;
  };
  return endpoint;
}

let keys = 0;

export async function openSyncWorld(t: Closing, config: ConfigInput = {}): Promise<SyncWorld> {
  const app = await startTestApp({ config: { webhookNetworks: '127.0.0.1', ...config } });
  t.after(() => app.close());
  const endpoint = await startEndpoint(t);
  const { profileId } = app;
  const session = app.api(app.session);
  const owner: SyncWorld['owner'] = {
    get: (path, query) => session.get(path, { profile_id: profileId, ...query }),
    post: (path, body, query) => session.post(path, body, { profile_id: profileId, ...query }),
  };
  const call = async (
    method: 'PUT' | 'POST',
    path: string,
    body: unknown,
    key: string,
    credential: string,
  ): Promise<ApiAnswer> => {
    const response = await fetch(`${app.baseUrl}/api/v1${path}?profile_id=${profileId}`, {
      method,
      headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json', 'idempotency-key': key },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = { status: response.status, body: await response.json(), headers: Object.fromEntries(response.headers) };
    assertContract(method === 'PUT' ? 'put' : 'post', `/api/v1${path}`, answer);
    return answer;
  };
  const ownKey = (): string => {
    keys += 1;
    return `key ${keys}`;
  };
  const put: SyncWorld['put'] = (path, body, credential = app.session) => call('PUT', path, body, ownKey(), credential);
  const keyed: SyncWorld['keyed'] = (path, body, key = ownKey()) => call('POST', path, body, key, app.session);
  const made = await owner.post('/exports/destinations', { kind: 'https', settings: { target_id: endpoint.url } });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const destinationId: string = made.body.data.id;
  endpoint.secret = made.body.data.secret;
  const enable: SyncWorld['enable'] = (events) => {
    const named = events.map((each) => (typeof each === 'string' ? { goal: each } : each));
    return put('/conversion-sync/catalog', { destinations: [{ destination_id: destinationId, events: named }] });
  };
  const outcome: SyncWorld['outcome'] = async (key, more = {}) => {
    const event = { event_type: 'payment_received', idempotency_key: key, value: { amount: '49.90', currency: 'USD' }, ...more };
    const { status, body } = await app.api(app.apiKey).post('/events', event);
    assert.equal(status, 201, JSON.stringify(body));
    return body.data.outcome_event_id;
  };
  const sync = async (): Promise<void> => {
    await app.settle();
    await runDue(app.base, [followJob]);
    await runDue(app.base, [laneJob]);
  };
  const deliveries: SyncWorld['deliveries'] = async (query = {}) => {
    const { status, body } = await owner.get('/conversion-sync/deliveries', { limit: 100, ...query });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  return { ...app, owner, endpoint, destinationId, put, keyed, enable, outcome, sync, deliveries };
}
