// A profile with a connected WhatsApp number, whose person a test lets write.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { slice } from '../../../src/act/messaging/slice.ts';
import { intentJob } from '../../../src/base/work/intents.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import { type FakeWhatsApp, startFakeWhatsApp } from '../../fakes/whatsapp.ts';
import type { ApiAnswer } from '../../harness.ts';
import { NOW_SECONDS, type RecordWorld, startRecordWorld } from '../connections/records/record-world.ts';

export interface WhatsAppWorld {
  w: RecordWorld;
  whatsapp: FakeWhatsApp;
  query: { profile_id: string };
  /** With a key under which a call is repeated. */
  post(path: string, body: Record<string, unknown>, key?: string): Promise<ApiAnswer>;
  text(body: Record<string, unknown>, key?: string): Promise<ApiAnswer>;
  /** As Meta posts it; answers the status. */
  receive(hook: { body: string; headers: Record<string, string> }): Promise<number>;
  /** The person writes, so many seconds ago. */
  hears(id: string, secondsAgo?: number, more?: Record<string, unknown>): Promise<void>;
  messages(params?: Record<string, unknown>): Promise<ApiAnswer['body']>;
  message(id: string): Promise<ApiAnswer['body']>;
  work(): Promise<void>;
}

export async function startWhatsAppWorld(t: TestContext): Promise<WhatsAppWorld> {
  const whatsapp = await startFakeWhatsApp(t);
  const w = await startRecordWorld(t, { whatsapp: whatsapp.settings });
  const query = { profile_id: w.app.profileId };
  const { url } = await w.link('whatsapp');
  assert.equal((await w.visitor.submit(url, whatsapp.fields)).status, 303);
  const hooks = `${w.app.baseUrl}/hooks/whatsapp`;
  const receive: WhatsAppWorld['receive'] = (hook) => w.post(hooks, hook);
  const post: WhatsAppWorld['post'] = async (path, body, key) => {
    const target = new URL(`/api/v1${path}`, w.app.baseUrl);
    target.searchParams.set('profile_id', w.app.profileId);
    const response = await fetch(target, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${w.app.session}`,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json(), headers: Object.fromEntries(response.headers) };
  };
  return {
    w,
    whatsapp,
    query,
    receive,
    post,
    text: (body, key) => post('/messages', { channel: 'whatsapp', ...body }, key),
    hears: async (id, secondsAgo = 0, more = {}) => {
      const timestamp = String(NOW_SECONDS - secondsAgo);
      assert.equal(await receive(whatsapp.message({ id, timestamp, ...more })), 200);
    },
    messages: async (params = {}) => (await w.api.get('/messages', { ...query, ...params })).body.data,
    message: async (id) => (await w.api.get(`/messages/${id}`, query)).body.data,
    work: async () => {
      await runDue(w.app.base, [...(slice.jobs ?? []), intentJob]);
      await w.app.settle();
    },
  };
}
