// Fakes of what Meta and Google keep lists of customers and datasets with: real HTTP, members as a set of rows, terms that a person has
// to accept first, names that may be refused, objects that can be found again by their names.
import { createHmac } from 'node:crypto';
import type { TestContext } from 'node:test';
import { z } from 'zod';
import { type FakeAnswer, type FakeRequest, type ProviderServer, startProviderServer } from '../provider-server.ts';
import { bearerOf, TOKEN } from './receiver.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const hashOrNothing = z.union([hash, z.literal('')]);
const text = z.string().min(1);

export interface FakeLists {
  server: ProviderServer;
  /** Members of each list, as the platform compares them. */
  lists: Map<string, { name: string; members: Set<string> }>;
  /** What each change said of itself. */
  sessions: unknown[];
  hasTerms: boolean;
  refusesNames: boolean;
  /** Datasets of Meta, with the accounts that they are shared with. */
  datasets: Map<string, { name: string; accounts: string[] }>;
  /** Events of conversions, and the dataset that got them. */
  events: { dataset: string; event: unknown }[];
  adSets: Record<string, unknown>[];
  permissions: string[];
  business: string | undefined;
  /** Before rows of a list are changed. */
  beforeUsers?: (() => Promise<void>) | undefined;
}

const state = (server: ProviderServer): FakeLists => ({
  server,
  lists: new Map(),
  sessions: [],
  hasTerms: true,
  refusesNames: false,
  datasets: new Map(),
  events: [],
  adSets: [],
  permissions: ['ads_management', 'business_management'],
  business: '42',
});

const metaError = (code: number, message: string, more = {}): FakeAnswer => ({
  status: 400,
  body: { error: { message, type: 'OAuthException', code, fbtrace_id: 'trace-1', ...more } },
});
const ok = (body: unknown): FakeAnswer => ({ status: 200, body });
const creation = z.strictObject({
  name: text,
  subtype: z.literal('CUSTOM'),
  customer_file_source: z.literal('USER_PROVIDED_ONLY'),
});
const SCHEMA = ['EXTERN_ID', 'EMAIL', 'PHONE', 'FN', 'LN', 'CT', 'ST', 'ZIP', 'COUNTRY'] as const;
const upload = z.strictObject({
  payload: z.strictObject({
    schema: z.tuple(SCHEMA.map((name) => z.literal(name)) as [z.ZodLiteral<string>, ...z.ZodLiteral<string>[]]),
    data: z.array(z.array(z.string()).length(SCHEMA.length)).max(10_000),
  }),
  session: z.strictObject({
    session_id: z.int().positive(),
    batch_seq: z.int().positive(),
    last_batch_flag: z.boolean(),
    estimated_num_total: z.int().nonnegative(),
  }),
});

function answerMeta(fake: FakeLists, request: FakeRequest): FakeAnswer {
  const url = new URL(request.url, 'http://fake');
  const token = bearerOf(request) ?? '';
  if (token !== TOKEN) return metaError(190, 'Error validating access token', { error_subcode: 463 });
  const proof = createHmac('sha256', 'secret').update(token).digest('hex');
  if (url.searchParams.get('appsecret_proof') !== proof) return metaError(100, 'Invalid appsecret_proof');
  const path = url.pathname.replace('/v26.0/', '');
  const body: unknown = request.body === '' ? {} : JSON.parse(request.body);
  const [object = '', edge = ''] = path.split('/');
  const key = `${request.method} ${object.startsWith('act_') ? 'account' : 'object'} ${edge}`;
  if (path === 'me/permissions') return ok({ data: fake.permissions.map((permission) => ({ permission, status: 'granted' })) });
  switch (key) {
    case 'GET account ':
      return ok({
        tos_accepted: fake.hasTerms ? { custom_audience_tos: 1 } : {},
        user_tasks: ['ADVERTISE', 'MANAGE'],
        ...(fake.business === undefined ? {} : { business: { id: fake.business } }),
      });
    case 'POST account customaudiences':
      return createAudience(fake, body);
    case 'GET account customaudiences':
      return page([...fake.lists].map(([id, { name }]) => ({ id, name })));
    case 'POST object users':
    case 'DELETE object users':
      return changeUsers(fake, request.method, object, body);
    case 'POST account adspixels': {
      const id = String(900 + fake.datasets.size);
      fake.datasets.set(id, { name: z.strictObject({ name: text }).parse(body).name, accounts: [] });
      return ok({ id });
    }
    case 'GET account adspixels':
      return page([...fake.datasets].map(([id, { name }]) => ({ id, name })));
    case 'POST object shared_accounts': {
      const { account_id: account, business } = z.strictObject({ account_id: text, business: text }).parse(body);
      const dataset = fake.datasets.get(object);
      if (!dataset || business !== fake.business) return metaError(100, 'Unsupported post request', { error_subcode: 33 });
      if (!dataset.accounts.includes(account)) dataset.accounts.push(account);
      return ok({ success: true });
    }
    case 'GET object shared_accounts':
      return page((fake.datasets.get(object)?.accounts ?? []).map((account_id) => ({ account_id, id: `act_${account_id}` })));
    case 'POST object events': {
      const { data } = z.object({ data: z.array(z.unknown()) }).parse(body);
      fake.events.push(...data.map((event) => ({ dataset: object, event })));
      return ok({ events_received: data.length, messages: [], fbtrace_id: 'trace-1' });
    }
    case 'GET account adsets':
      return page(fake.adSets);
    case 'POST object dataset':
      return ok({ id: `dataset-of-${object}` });
    default:
      return metaError(100, 'Unsupported request', { error_subcode: 33 });
  }
}

const page = (data: unknown[]): FakeAnswer => ok({ data, paging: {} });

function createAudience(fake: FakeLists, body: unknown): FakeAnswer {
  const { name } = creation.parse(body);
  if (!fake.hasTerms) return metaError(2663, '(#2663) Terms of service has not been accepted');
  if (fake.refusesNames)
    return metaError(100, 'Invalid parameter', { error_subcode: 1_713_230, error_user_msg: 'Audience Upload Blocked' });
  const id = `2386${fake.lists.size}`;
  fake.lists.set(id, { name, members: new Set() });
  return ok({ id });
}

function changeUsers(fake: FakeLists, method: string, id: string, body: unknown): FakeAnswer {
  const list = fake.lists.get(id);
  if (!list) return metaError(100, 'Unsupported post request', { error_subcode: 33 });
  const { payload, session } = upload.parse(body);
  fake.sessions.push(session);
  let invalid = 0;
  for (const [id = '', ...hashes] of payload.data) {
    if (hashes.some((value) => !hashOrNothing.safeParse(value).success) || (id === '' && hashes.every((value) => value === ''))) {
      invalid += 1;
      continue;
    }
    const [email = '', phone = ''] = hashes;
    if (method === 'POST') list.members.add(`${id} ${email} ${phone}`);
    else for (const member of list.members) if (isAny(member.split(' '), [id, email, phone])) list.members.delete(member);
  }
  const samples = invalid === 0 ? {} : { 'somebody@example.com': 'bad hash' };
  return ok({
    audience_id: id,
    session_id: String(session.session_id),
    num_received: payload.data.length,
    num_invalid_entries: invalid,
    invalid_entry_samples: samples,
  });
}

/** A row to be removed names a member by any of its columns. */
const isAny = (member: string[], row: string[]): boolean => row.some((value, column) => value !== '' && member[column] === value);

export async function startMetaLists(t: TestContext): Promise<FakeLists> {
  const server = await startProviderServer(
    t,
    async (request) => {
      if (request.method === 'POST' && request.url.includes('/users')) await fake.beforeUsers?.();
      return answerMeta(fake, request);
    },
    { throttled: { ...metaError(17, 'User request limit reached'), headers: { 'retry-after': '3600' } } },
  );
  const fake = state(server);
  return fake;
}

const account = z.strictObject({ accountType: z.literal('GOOGLE_ADS'), accountId: z.string().regex(/^\d+$/) });
const identifier = z.union([
  z.strictObject({ emailAddress: hash }),
  z.strictObject({ phoneNumber: hash }),
  z.strictObject({
    address: z.strictObject({ givenName: hash, familyName: hash, regionCode: z.string().length(2), postalCode: text }),
  }),
]);
const consent = z.strictObject({
  adUserData: z.enum(['CONSENT_GRANTED', 'CONSENT_DENIED']).optional(),
  adPersonalization: z.enum(['CONSENT_GRANTED', 'CONSENT_DENIED']).optional(),
});
const userData = z.strictObject({ userIdentifiers: z.array(identifier).min(1).max(10) });
const members = {
  destinations: z
    .array(
      z.strictObject({
        reference: text,
        operatingAccount: account,
        loginAccount: account.optional(),
        productDestinationId: text,
      }),
    )
    .length(1),
  audienceMembers: z
    .array(z.strictObject({ userData, consent: consent.optional() }))
    .min(1)
    .max(10_000),
  encoding: z.literal('HEX'),
};
const ingestion = z.strictObject({
  ...members,
  termsOfService: z.strictObject({ customerMatchTermsOfServiceStatus: z.literal('ACCEPTED') }),
});
const removal = z.strictObject(members);
const listCreation = z.strictObject({
  displayName: text,
  membershipDuration: z.string().regex(/^\d+s$/),
  ingestedUserListInfo: z.strictObject({ uploadKeyTypes: z.tuple([z.literal('CONTACT_ID')]) }),
});

const googleError = (status: number, word: string, details: unknown[] = []): FakeAnswer => ({
  status,
  body: { error: { code: status, status: word, message: 'There was a problem with the request.', details } },
});

function answerGoogle(fake: FakeLists, request: FakeRequest): FakeAnswer {
  const { pathname } = new URL(request.url, 'http://fake');
  if (bearerOf(request) !== TOKEN) return googleError(401, 'UNAUTHENTICATED');
  const body: unknown = request.body === '' ? {} : JSON.parse(request.body);
  const lists = /^\/v1\/accountTypes\/GOOGLE_ADS\/accounts\/(\d+)\/userLists$/.exec(pathname);
  const nameOf = (id: string): string => `accountTypes/GOOGLE_ADS/accounts/${lists?.[1]}/userLists/${id}`;
  if (lists && request.method === 'GET')
    return ok({ userLists: [...fake.lists].map(([id, { name }]) => ({ name: nameOf(id), displayName: name })) });
  if (lists) {
    const { displayName } = listCreation.parse(body);
    const id = String(7_000 + fake.lists.size);
    fake.lists.set(id, { name: displayName, members: new Set() });
    return ok({ name: nameOf(id), displayName });
  }
  const isRemoval = pathname === '/v1/audienceMembers:remove';
  if (!isRemoval && pathname !== '/v1/audienceMembers:ingest') return googleError(404, 'NOT_FOUND');
  if (!fake.hasTerms)
    return googleError(400, 'INVALID_ARGUMENT', [
      { fieldViolations: [{ field: 'destinations[0]', reason: 'CUSTOMER_MATCH_TERMS_AND_CONDITIONS_NOT_SIGNED' }] },
    ]);
  const parsed = isRemoval ? removal.safeParse(body) : ingestion.safeParse(body);
  if (!parsed.success) return googleError(400, 'INVALID_ARGUMENT');
  const list = fake.lists.get(parsed.data.destinations[0]?.productDestinationId ?? '');
  if (!list) return googleError(404, 'NOT_FOUND');
  for (const { userData } of parsed.data.audienceMembers)
    for (const each of userData.userIdentifiers) {
      if (isRemoval) list.members.delete(JSON.stringify(each));
      else list.members.add(JSON.stringify(each));
    }
  return ok({ requestId: 'google-1' });
}

export async function startGoogleLists(t: TestContext): Promise<FakeLists> {
  const server = await startProviderServer(t, (request) => answerGoogle(fake, request));
  const fake = state(server);
  return fake;
}
