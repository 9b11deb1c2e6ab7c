// A fake of the WhatsApp Cloud API: the numbers of a business account, messages that it accepts, and webhooks of the app that a test sends when it likes.
import { createHash, createHmac } from 'node:crypto';
import type { TestContext } from 'node:test';
import { type FakeAnswer, type FakeRequest, type ProviderServer, startProviderServer } from './provider-server.ts';

const APP_SECRET = 'whatsapp-app-secret-4711';
export const ACCOUNT = '102290129340398';
export const NUMBER = '106540352242922';
const TOKEN = 'EAAG-system-user-token-4711';
export const SIGN_UP = { appId: '1234567890', configId: '9876543210' };
export const PERSON = { wa_id: '16505551234', user_id: 'US.13491208655302741918', profile: { name: 'Sheena Nelson' } };

/** The templates of the account. */
const TEMPLATES = [
  {
    name: 'order_shipped',
    language: 'en_US',
    status: 'APPROVED',
    category: 'UTILITY',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Hello {{1}}' },
      { type: 'BODY', text: 'Your order {{1}} arrives on {{2}}.' },
      { type: 'FOOTER', text: 'North' },
      { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Thanks' }] },
    ],
  },
  {
    name: 'named',
    language: 'de',
    status: 'APPROVED',
    category: 'MARKETING',
    components: [{ type: 'BODY', text: 'Hallo {{first_name}}, {{first_name}}!' }],
  },
  {
    name: 'with_picture',
    language: 'en_US',
    status: 'APPROVED',
    category: 'MARKETING',
    components: [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'New: oak.' },
    ],
  },
  {
    name: 'with_link',
    language: 'en_US',
    status: 'APPROVED',
    category: 'UTILITY',
    components: [
      { type: 'BODY', text: 'Track it.' },
      { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Track', url: 'https://north.example/{{1}}' }] },
    ],
  },
  {
    name: 'waits',
    language: 'en_US',
    status: 'PENDING',
    category: 'UTILITY',
    components: [{ type: 'BODY', text: 'Soon.' }],
  },
];

export interface FakeWhatsApp {
  server: ProviderServer;
  settings: { appSecret: string; verifyToken: string; url: string };
  fields: Record<string, string>;
  numbers: { id: string; display_phone_number: string; verified_name: string }[];
  /** Messages that were accepted, in order. */
  // biome-ignore lint/suspicious/noExplicitAny: requests of our own client
  sent: any[];
  /** Called with a message that was accepted, before that is answered. */
  onSent: (message: { biz_opaque_callback_data: string }) => Promise<void>;
  /** What the next send is refused with. */
  refuse(code: number, more?: { status?: number; subcode?: number; details?: string }): void;
  templates: { name: string; language: string; status: string; category: string; components: unknown[] }[];
  /** The accounts that a person chooses in the embedded sign-up. */
  signedUp: string[];
  registrations: string[];
  /** Files that were given to it to send, in order. */
  uploads: { type: string; name: string; bytes: Buffer }[];
  /** Files that people have sent, by id; null of one that it does not have any more. */
  files: Map<string, { type: string; bytes: Buffer; sha256?: string; host?: string } | null>;
  isRevoked: boolean;
  /** The request of a webhook of the app. */
  hook(value: Record<string, unknown>, field?: string, account?: string): { body: string; headers: Record<string, string> };
  message(message: Record<string, unknown>, contact?: Record<string, unknown>): { body: string; headers: Record<string, string> };
  status(id: string, status: string, more?: Record<string, unknown>): { body: string; headers: Record<string, string> };
}

const ok = (body: unknown): FakeAnswer => ({ status: 200, body });

function refusalOf(
  code: number,
  { status = 400, subcode, details }: { status?: number; subcode?: number; details?: string } = {},
): FakeAnswer {
  const more = {
    ...(subcode === undefined ? {} : { error_subcode: subcode }),
    ...(details === undefined ? {} : { error_data: { details } }),
  };
  return { status, body: { error: { message: `(#${code}) no`, type: 'OAuthException', code, fbtrace_id: 'x', ...more } } };
}

export async function startFakeWhatsApp(t: TestContext): Promise<FakeWhatsApp> {
  let refusal: FakeAnswer | undefined;

  async function answer(request: FakeRequest): Promise<FakeAnswer> {
    const { pathname, searchParams } = new URL(request.url, server.url);
    const signUp = signUpAnswer(request, pathname, searchParams);
    if (signUp) return signUp;
    if (fake.isRevoked || request.headers.authorization !== `Bearer ${TOKEN}`)
      return refusalOf(190, { status: 401, subcode: 463 });
    const [, version, id, what] = pathname.split('/');
    if (version !== 'v26.0' && version !== 'files') return refusalOf(2635);
    if (id === ACCOUNT && what === 'subscribed_apps') return ok({ success: true });
    if (id === ACCOUNT && what === 'message_templates') return templates(new URL(request.url, server.url).searchParams);
    if (id === ACCOUNT && what === 'phone_numbers') return ok({ data: fake.numbers });
    const file = fileAnswer(version, id, what);
    if (file) return file;
    if (!fake.numbers.some((each) => each.id === id)) return refusalOf(100, { subcode: 33 });
    if (what === 'media') return takeUpload(request);
    const body = JSON.parse(request.body);
    const refused = refusal;
    refusal = undefined;
    if (refused) return refused;
    if (what === 'register') {
      fake.registrations.push(body.pin);
      return body.pin === '000000' ? refusalOf(133005, { details: 'Two step verification PIN Mismatch' }) : ok({ success: true });
    }
    fake.sent.push(body);
    const messageId = `wamid.sent${fake.sent.length}`;
    await fake.onSent(body);
    const to =
      body.recipient === undefined ? { input: body.to, wa_id: body.to } : { input: body.recipient, user_id: body.recipient };
    return ok({ messaging_product: 'whatsapp', contacts: [to], messages: [{ id: messageId }] });
  }

  /** The page of the embedded sign-up, on which a person grants at once, and what becomes of the code. */
  function signUpAnswer({ body, headers }: FakeRequest, pathname: string, query: URLSearchParams): FakeAnswer | undefined {
    if (pathname === '/v26.0/dialog/oauth') {
      const isRight = query.get('config_id') === SIGN_UP.configId && query.get('client_id') === SIGN_UP.appId;
      const back = new URL(query.get('redirect_uri') ?? server.url);
      back.searchParams.set('state', query.get('state') ?? '');
      back.searchParams.set('code', 'signup-code-4711');
      return isRight ? { status: 302, body: {}, headers: { location: back.href } } : refusalOf(191);
    }
    if (pathname === '/v26.0/oauth/access_token') {
      const form = new URLSearchParams(body);
      const isRight = form.get('code') === 'signup-code-4711' && form.get('client_secret') === APP_SECRET;
      return isRight ? ok({ access_token: TOKEN, token_type: 'bearer' }) : refusalOf(100, { subcode: 36009 });
    }
    if (pathname !== '/v26.0/debug_token') return undefined;
    const isRight = headers.authorization === `Bearer ${SIGN_UP.appId}|${APP_SECRET}` && query.get('input_token') === TOKEN;
    const scopes = ['whatsapp_business_management', 'whatsapp_business_messaging'];
    const granular_scopes = scopes.map((scope) => ({ scope, target_ids: fake.signedUp }));
    return isRight ? ok({ data: { is_valid: true, granular_scopes } }) : refusalOf(190, { status: 401 });
  }

  /** By a part of the name, and by a state. */
  function templates(query: URLSearchParams): FakeAnswer {
    const [name, status] = [query.get('name') ?? '', query.get('status')];
    const data = fake.templates.filter((each) => each.name.includes(name) && (status === null || each.status === status));
    return ok({ data });
  }

  function fileAnswer(version: string | undefined, id = '', what?: string): FakeAnswer | undefined {
    const file = fake.files.get(id);
    if (file === undefined || what !== undefined) return undefined;
    if (file === null) return refusalOf(100, { subcode: 33 });
    const { type, bytes, host = server.url } = file;
    if (version === 'files') return { status: 200, body: null, bytes, headers: { 'content-type': type } };
    const sha256 = file.sha256 ?? createHash('sha256').update(bytes).digest('hex');
    return ok({ id, url: `${host}/files/${id}`, mime_type: type, sha256, file_size: bytes.length });
  }

  /** A form with a file, read by the library of the platform. */
  async function takeUpload({ headers, raw = Buffer.alloc(0) }: FakeRequest): Promise<FakeAnswer> {
    const type = headers['content-type'] ?? '';
    const length = Number(headers['content-length']);
    if (length !== raw.length) return refusalOf(100, { details: 'no length' });
    const form = await new Response(new Uint8Array(raw), { headers: { 'content-type': type } }).formData();
    const file = form.get('file');
    if (!(file instanceof File) || form.get('messaging_product') !== 'whatsapp') return refusalOf(100, { details: 'no file' });
    fake.uploads.push({ type: file.type, name: file.name, bytes: Buffer.from(await file.arrayBuffer()) });
    return ok({ id: `media.${fake.uploads.length}` });
  }

  const server = await startProviderServer(t, answer, { revoked: refusalOf(190, { status: 401 }) });
  const metadata = { display_phone_number: '15550783881', phone_number_id: NUMBER };
  const signed = (payload: unknown) => {
    const body = JSON.stringify(payload);
    const signature = createHmac('sha256', APP_SECRET).update(body).digest('hex');
    return { body, headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` } };
  };
  const fake: FakeWhatsApp = {
    signedUp: [ACCOUNT],
    server,
    sent: [],
    onSent: async () => undefined,
    registrations: [],
    uploads: [],
    files: new Map(),
    isRevoked: false,
    templates: structuredClone(TEMPLATES),
    numbers: [{ id: NUMBER, display_phone_number: '+1 555-078-3881', verified_name: 'North' }],
    settings: { appSecret: APP_SECRET, verifyToken: 'vt_given', url: server.url },
    fields: { account_id: ACCOUNT, access_token: TOKEN },
    refuse: (code, more) => {
      refusal = refusalOf(code, more);
    },
    hook: (value, field = 'messages', account = ACCOUNT) =>
      signed({
        object: 'whatsapp_business_account',
        entry: [{ id: account, changes: [{ value: { messaging_product: 'whatsapp', metadata, ...value }, field }] }],
      }),
    message: (message, contact = PERSON) =>
      fake.hook({ contacts: [contact], messages: [{ from: PERSON.wa_id, type: 'text', text: { body: 'Hello' }, ...message }] }),
    status: (id, status, more = {}) =>
      fake.hook({ statuses: [{ id, status, timestamp: '1795500100', recipient_id: PERSON.wa_id, ...more }] }),
  };
  return fake;
}
