// A profile with a mailbox at a fake mail server, and callers with keys.
import assert from 'node:assert/strict';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { type MailRules, type MailServer, startMailServer } from '../../fakes/mail-server.ts';
import type { Closing } from '../../fakes/provider-server.ts';
import type { Api, ApiAnswer, TestOptions } from '../../harness.ts';
import { type RecordWorld, startRecordWorld } from '../connections/records/record-world.ts';
import { uploadFile } from './media-files.ts';

export const SHOP = 'hello@shop.example';
export const ANA = 'ana@example.com';
export const MAIL = { channel: 'email', to: ANA, subject: 'Your order', text: 'It is on its way.' };

export interface MailWorld {
  w: RecordWorld;
  server: MailServer;
  key: Api;
  /** A file to send. */
  upload(bytes: Uint8Array<ArrayBuffer>, name: string, type?: string): Promise<ApiAnswer>;
  keyOf(...scopes: string[]): Api;
  secretOf(...scopes: string[]): string;
  /** Types in the mailbox on the page of a link. */
  connect(fields?: Record<string, string>): Promise<void>;
  /** With an Idempotency-Key. */
  send(body?: Record<string, unknown>, key?: string): Promise<ApiAnswer>;
}

export async function startMailWorld(
  t: Closing,
  rules: Partial<MailRules> = {},
  options: Pick<TestOptions, 'dataDir' | 'installation'> & {
    more?: readonly string[];
    providers?: Parameters<typeof startRecordWorld>[1];
  } = {},
): Promise<MailWorld> {
  const server = await startMailServer(t, { extensions: ['8BITMIME', 'AUTH PLAIN'], ...rules });
  const { more = [], providers = {}, ...rest } = options;
  const smtp = server.url.replace('smtp://', '');
  const w = await startRecordWorld(t, { ...providers, smtp: { ownServers: [smtp, ...more].join(' ') } }, rest);
  const secretOf = (...scopes: string[]): string =>
    createApiKey(w.app.base, { profileId: w.app.profileId, name: 'k', scopes, actor: 'test' }).secret;
  const keyOf = (...scopes: string[]): Api => w.app.api(secretOf(...scopes));
  const secret = secretOf('messages:read', 'messages:write', 'customers:read');
  const key = w.app.api(secret);
  return {
    w,
    server,
    key,
    keyOf,
    secretOf,
    upload: (bytes, name, type) => uploadFile(w.app, secret, bytes, name, type),
    connect: async (fields = {}) => {
      const { url } = await w.link('smtp');
      const typed = { address: SHOP, sender: 'Shop', user: '', password: 'pass word', smtp, imap: '', ...fields };
      const { status, html } = await w.visitor.submit(url, typed);
      assert.equal(status, 303, html);
    },
    send: async (body = MAIL, idempotencyKey) => {
      if (idempotencyKey === undefined) return key.post('/messages', body);
      const response = await fetch(`${w.app.baseUrl}/api/v1/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
        body: JSON.stringify(body),
      });
      const headers = Object.fromEntries(response.headers);
      return { status: response.status, body: await response.json(), headers };
    },
  };
}
