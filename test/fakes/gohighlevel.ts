// A fake of a location of HighLevel: pipelines, opportunities with their contacts, forms with submissions, and webhooks of the app that are
// signed with a key of its own.
import { generateKeyPairSync, sign } from 'node:crypto';
import type { TestContext } from 'node:test';
import { CLIENT_SECRET, createFakeGrants, type FakeGrants } from './oauth-provider.ts';
import { type FakeAnswer, type FakeRequest, type ProviderServer, startProviderServer } from './provider-server.ts';

export const LOCATION_ID = 'l1abc';

interface FakeOpportunity {
  id: string;
  status: 'open' | 'won' | 'lost' | 'abandoned';
  pipelineId: string;
  pipelineStageId: string;
  monetaryValue: number;
  contactId: string | null;
  createdAt: string;
  updatedAt: string;
  lastStageChangeAt: string | null;
  lastStatusChangeAt: string | null;
}

export interface OpportunityMove {
  stage: string;
  at: number;
  status?: 'open' | 'won' | 'lost' | 'abandoned';
  value?: number;
  contact?: string;
}

export interface FakeGoHighLevel {
  server: ProviderServer;
  grants: FakeGrants;
  settings: { clientId: string; clientSecret: string; apiVersion: string; url: string; webhookKey: string };
  opportunities: FakeOpportunity[];
  contacts: Map<string, Record<string, unknown>>;
  submissions: { id: string; formId: string; contactId: string; createdAt: string; name: string; email: string | null }[];
  /** Opportunities are shown without the addresses of their contacts. */
  hidesContacts: boolean;
  move(id: string, move: OpportunityMove): void;
  remove(id: string): void;
  hook(event: Record<string, unknown>): { body: string; headers: Record<string, string> };
}

const ok = (body: unknown): FakeAnswer => ({ status: 200, body });
const refusal = (status: number): FakeAnswer => ({ status, body: { statusCode: status, message: 'no' } });
const isoOf = (at: number): string => new Date(at).toISOString();

export async function startFakeGoHighLevel(t: TestContext): Promise<FakeGoHighLevel> {
  const scope = 'opportunities.readonly contacts.readonly locations.readonly forms.readonly';
  const grants = createFakeGrants(scope, { locationId: LOCATION_ID, userType: 'Location', companyId: 'agency' });
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  let webhooks = 0;

  function answer(request: FakeRequest): FakeAnswer {
    const { pathname, searchParams: query } = new URL(request.url, server.url);
    if (pathname === '/oauth/chooselocation') return grants.authorize(request);
    if (pathname === '/oauth/token')
      return new URLSearchParams(request.body).get('user_type') === 'Location' ? grants.token(request) : refusal(422);
    if (!grants.isGood(request.headers.authorization)) return refusal(401);
    if (request.headers['version'] !== '2021-07-28') return refusal(400);
    const [, kind, id = ''] = pathname.split('/');
    if (kind === 'locations')
      return id === LOCATION_ID ? ok({ location: { id, name: 'North', timezone: 'America/Santiago' } }) : refusal(403);
    if (kind === 'contacts') return fake.contacts.has(id) ? ok({ contact: fake.contacts.get(id) }) : refusal(404);
    return kind === 'forms' ? forms(id, query) : opportunities(id, query);
  }

  function opportunities(id: string, query: URLSearchParams): FakeAnswer {
    if (id === 'pipelines')
      return ok({
        pipelines: [
          { id: 'p1', name: 'Sales', stages: ['st_new', 'st_offer', 'st_done'].map((each) => ({ id: each, name: each })) },
        ],
      });
    if (id === 'search') return search(query);
    const found = fake.opportunities.find((each) => each.id === id);
    return found ? ok({ opportunity: shown(found) }) : refusal(404);
  }

  const shown = (each: FakeOpportunity) => {
    const contact = fake.contacts.get(each.contactId ?? '');
    return { ...each, contact: contact && (fake.hidesContacts ? { id: contact['id'] } : contact) };
  };

  function search(query: URLSearchParams): FakeAnswer {
    const limit = Number(query.get('limit'));
    if (query.get('location_id') !== LOCATION_ID || limit > 100) return refusal(422);
    const rows = [...fake.opportunities].sort((a, b) =>
      a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : a.id < b.id ? 1 : -1,
    );
    const afterId = query.get('startAfterId');
    const start = afterId === null ? 0 : rows.findIndex(({ id }) => id === afterId) + 1;
    const page = rows.slice(start, start + limit);
    const last = page.at(-1);
    return ok({
      opportunities: page.map(shown),
      meta: { startAfter: last ? Date.parse(last.createdAt) : null, startAfterId: last?.id ?? null },
    });
  }

  function forms(id: string, query: URLSearchParams): FakeAnswer {
    if (query.get('locationId') !== LOCATION_ID) return refusal(422);
    if (id === '') return ok({ forms: [{ id: 'form-1', name: 'Contact us' }], total: 1 });
    const [from = '', to = ''] = [query.get('startAt') ?? '', query.get('endAt') ?? ''];
    const found = fake.submissions
      .filter(
        ({ formId, createdAt }) =>
          formId === query.get('formId') && createdAt.slice(0, 10) >= from && createdAt.slice(0, 10) <= to,
      )
      .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
    const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
    const submissions = found.slice((page - 1) * limit, page * limit);
    return ok({
      submissions,
      meta: { total: found.length, currentPage: page, nextPage: page * limit < found.length ? page + 1 : null },
    });
  }

  const server = await startProviderServer(t, answer, { error_once: refusal(500), revoked: refusal(401) });
  const webhookKey = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const fake: FakeGoHighLevel = {
    server,
    grants,
    opportunities: [],
    contacts: new Map(),
    submissions: [],
    hidesContacts: false,
    settings: { apiVersion: '2021-07-28', clientId: 'highlevel-app', clientSecret: CLIENT_SECRET, url: server.url, webhookKey },
    move: (id, { stage, at, status = 'open', value, contact }) => {
      let found = fake.opportunities.find((each) => each.id === id);
      if (!found) {
        found = {
          id,
          status: 'open',
          pipelineId: 'p1',
          pipelineStageId: stage,
          monetaryValue: 0,
          contactId: null,
          createdAt: isoOf(at),
          updatedAt: isoOf(at),
          lastStageChangeAt: null,
          lastStatusChangeAt: null,
        };
        fake.opportunities.push(found);
      }
      if (found.pipelineStageId !== stage) Object.assign(found, { pipelineStageId: stage, lastStageChangeAt: isoOf(at) });
      if (found.status !== status) Object.assign(found, { status, lastStatusChangeAt: isoOf(at) });
      Object.assign(found, { updatedAt: isoOf(at), ...(value === undefined ? {} : { monetaryValue: value }) });
      if (contact !== undefined) found.contactId = contact;
    },
    remove: (id) => {
      fake.opportunities = fake.opportunities.filter((each) => each.id !== id);
    },
    hook: (event) => {
      const body = JSON.stringify({ locationId: LOCATION_ID, webhookId: `w_${++webhooks}`, ...event });
      const signature = sign(null, Buffer.from(body), privateKey).toString('base64');
      return { body, headers: { 'x-ghl-signature': signature, 'content-type': 'application/json' } };
    },
  };
  return fake;
}
