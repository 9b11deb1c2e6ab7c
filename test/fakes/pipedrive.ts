// A fake of a Pipedrive company: pipelines, deals with their changes, persons, leads, and webhooks with the password that the client gave.
import type { TestContext } from 'node:test';
import { CLIENT_SECRET, createFakeGrants, type FakeGrants } from './oauth-provider.ts';
import { type FakeAnswer, type FakeRequest, type ProviderServer, startProviderServer } from './provider-server.ts';

interface FakeDeal {
  id: string;
  stage_id: number;
  status: 'open' | 'won' | 'lost' | 'deleted';
  value: number;
  currency: string;
  person_id: number | null;
  add_time: string;
  update_time: string;
  stage_change_time: string | null;
  won_time: string | null;
  is_archived: boolean;
}

export interface PipedriveMove {
  stage: number;
  at: number;
  status?: 'open' | 'won' | 'lost';
  value?: number;
  currency?: string;
  person?: number;
}

interface FakeHook {
  id: number;
  subscription_url: string;
  event_object: string;
  http_auth_user: string;
  http_auth_password: string;
}

export interface FakePipedrive {
  server: ProviderServer;
  grants: FakeGrants;
  settings: { clientId: string; clientSecret: string; url: string };
  deals: FakeDeal[];
  persons: Map<number, Record<string, unknown>>;
  leads: { id: string; person_id: number | null; source_name: string; add_time: string; is_archived: boolean }[];
  hooks: FakeHook[];
  /** Registering webhooks is refused. */
  hasNoHooks: boolean;
  move(id: string, move: PipedriveMove): void;
  remove(id: string, at: number): void;
  archive(id: string): void;
  /** The request of a webhook about a deal as it is now, and as it was before. */
  hook(id: string, previous?: Record<string, unknown>): { body: string; headers: Record<string, string> };
  leadHook(id: string, action: 'create' | 'delete'): { body: string; headers: Record<string, string> };
}

const COMPANY_ID = 8_765_432;
const DAY = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const ok = (data: unknown, more: Record<string, unknown> = {}): FakeAnswer => ({
  status: 200,
  body: { success: true, data, additional_data: more },
});
const refusal = (status: number): FakeAnswer => ({
  status,
  body: { success: false, error: 'no', errorCode: status, code: 'ERR' },
});
const rfcOf = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
/** A number in JSON, however long. */
const withNumbers = (answer: FakeAnswer): FakeAnswer => ({
  ...answer,
  text: JSON.stringify(answer.body).replace(/"(id|deal_id|entity_id)":"(\d+)"/g, '"$1":$2'),
});

export async function startFakePipedrive(t: TestContext): Promise<FakePipedrive> {
  const grants = createFakeGrants('base,deals:read,contacts:read,leads:read,webhooks:full', {
    api_domain: 'https://north.pipedrive.com',
  });
  const changes: { dealId: string; field_key: string; old_value: unknown; new_value: unknown; time: string }[] = [];

  function answer(request: FakeRequest): FakeAnswer {
    const { pathname, searchParams } = new URL(request.url, server.url);
    if (pathname === '/oauth/authorize') return grants.authorize(request);
    if (pathname.startsWith('/oauth/')) return token(request, pathname);
    if (!grants.isGood(request.headers.authorization)) return refusal(401);
    const path = pathname.slice(1);
    if (path.startsWith('v1/webhooks')) return webhooks(request, path);
    return request.method === 'GET' ? withNumbers(listed(path, searchParams)) : refusal(404);
  }

  /** The secret is in the header of basic authentication, and not in the body. */
  function token(request: FakeRequest, path: string): FakeAnswer {
    const [, basic = ''] = (request.headers.authorization ?? '').split(' ');
    const credentials = decodeURIComponent(Buffer.from(basic, 'base64').toString());
    if (credentials !== `pipedrive-app:${CLIENT_SECRET}`) return { status: 401, body: { error: 'invalid_client' } };
    if (path === '/oauth/revoke') return grants.revoke();
    return grants.token({ ...request, body: `${request.body}&client_secret=${CLIENT_SECRET}` });
  }

  function webhooks({ method, body }: FakeRequest, path: string): FakeAnswer {
    if (method === 'GET') return ok(fake.hooks.length === 0 ? null : fake.hooks);
    if (fake.hasNoHooks) return refusal(403);
    if (method === 'DELETE') {
      fake.hooks = fake.hooks.filter(({ id }) => `v1/webhooks/${id}` !== path);
      return ok({ id: 1 });
    }
    const hook = { ...JSON.parse(body), id: (fake.hooks.at(-1)?.id ?? 0) + 1 };
    if (hook.version !== '2.0') return refusal(400);
    fake.hooks.push(hook);
    return ok(hook);
  }

  function listed(path: string, query: URLSearchParams): FakeAnswer {
    switch (path) {
      case 'v1/users/me':
        return ok({
          id: 5,
          company_id: COMPANY_ID,
          company_name: 'North',
          default_currency: 'EUR',
          timezone_name: 'Europe/Berlin',
        });
      case 'api/v2/pipelines':
        return ok([{ id: 1, name: 'Sales' }]);
      case 'api/v2/stages':
        return ok([1, 2, 3].map((id) => ({ id, name: `Stage ${id}`, pipeline_id: 1 })));
      case 'v1/leadSources':
        return ok([{ name: 'Web forms' }, { name: 'Manually created' }]);
      case 'api/v2/deals':
        return dealsOf(query, false);
      case 'api/v2/deals/archived':
        return dealsOf(query, true);
      case 'api/v2/persons':
        return ok((query.get('ids') ?? '').split(',').flatMap((id) => fake.persons.get(Number(id)) ?? []));
      case 'v1/leads':
      case 'v1/leads/archived':
        return leadsOf(query, path.endsWith('archived'));
    }
    const lead = fake.leads.find((each) => path === `v1/leads/${each.id}`);
    if (lead) return ok(lead);
    const [, id = '', isLog] = /^(?:api\/v2|v1)\/deals\/(\d+)(\/changelog)?$/.exec(path) ?? [];
    const deal = fake.deals.find((each) => each.id === id);
    if (!deal) return refusal(404);
    return isLog ? ok(changes.filter(({ dealId }) => dealId === id).reverse()) : ok(shown(deal));
  }

  const shown = (deal: FakeDeal) => ({ ...deal, is_deleted: deal.status === 'deleted' });

  function dealsOf(query: URLSearchParams, isArchived: boolean): FakeAnswer {
    const [since = '', until = ''] = [query.get('updated_since') ?? '', query.get('updated_until') ?? ''];
    if (!DAY.test(since) || !DAY.test(until) || Number(query.get('limit')) > 500) return refusal(400);
    const isDeleted = query.get('status') === 'deleted';
    const found = fake.deals
      .filter(({ status, is_archived }) => (status === 'deleted') === isDeleted && is_archived === isArchived)
      .filter(({ update_time }) => update_time >= since && update_time <= until)
      .sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
    const start = found.findIndex(({ id }) => BigInt(id) > BigInt(query.get('cursor') ?? '-1'));
    const page = start < 0 ? [] : found.slice(start, start + Number(query.get('limit')));
    const isLast = page.at(-1) === found.at(-1);
    return ok(page.map(shown), { next_cursor: isLast ? null : page.at(-1)?.id });
  }

  function leadsOf(query: URLSearchParams, isArchived: boolean): FakeAnswer {
    if (query.get('sort') !== 'add_time DESC') return refusal(400);
    const start = Number(query.get('start'));
    const found = fake.leads.filter(({ is_archived }) => is_archived === isArchived);
    found.sort((a, b) => (a.add_time < b.add_time ? 1 : -1));
    return ok(found.slice(start, start + Number(query.get('limit'))));
  }

  const metaOf = (entity: string, entity_id: string, action: string) => ({
    action,
    entity,
    entity_id,
    company_id: String(COMPANY_ID),
    version: '2.0',
  });

  function hookOf(body: Record<string, unknown>): { body: string; headers: Record<string, string> } {
    const { http_auth_user: user, http_auth_password: password } = fake.hooks.at(-1) ?? {};
    const basic = Buffer.from(`${user}:${password}`).toString('base64');
    return { body: JSON.stringify(body), headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' } };
  }

  const server = await startProviderServer(t, answer, { error_once: refusal(500), revoked: refusal(401) });
  const fake: FakePipedrive = {
    server,
    grants,
    deals: [],
    persons: new Map(),
    leads: [],
    hooks: [],
    hasNoHooks: false,
    settings: { clientId: 'pipedrive-app', clientSecret: CLIENT_SECRET, url: server.url },
    move: (id, { stage, at, status = 'open', value, currency, person }) => {
      let deal = fake.deals.find((each) => each.id === id);
      if (!deal) {
        deal = {
          id,
          stage_id: stage,
          status: 'open',
          value: 0,
          currency: 'EUR',
          person_id: null,
          is_archived: false,
          add_time: rfcOf(at),
          update_time: rfcOf(at),
          stage_change_time: null,
          won_time: null,
        };
        fake.deals.push(deal);
      }
      if (deal.stage_id !== stage) {
        // The log has times of UTC in a form of its own.
        const time = rfcOf(at).replace('T', ' ').replace('Z', '');
        changes.push({ dealId: id, field_key: 'stage_id', old_value: String(deal.stage_id), new_value: String(stage), time });
        changes.push({ dealId: id, field_key: 'value', old_value: { amount: 1 }, new_value: null, time });
        Object.assign(deal, { stage_id: stage, stage_change_time: rfcOf(at) });
      }
      Object.assign(deal, { status, update_time: rfcOf(at), won_time: status === 'won' ? rfcOf(at) : null });
      Object.assign(deal, { ...(value === undefined ? {} : { value }), ...(currency === undefined ? {} : { currency }) });
      if (person !== undefined) deal.person_id = person;
    },
    remove: (id, at) => {
      const deal = fake.deals.find((each) => each.id === id);
      if (deal) Object.assign(deal, { status: 'deleted', update_time: rfcOf(at) });
    },
    archive: (id) => {
      const deal = fake.deals.find((each) => each.id === id);
      if (deal) deal.is_archived = true;
    },
    hook: (id, previous) => {
      const deal = fake.deals.find((each) => each.id === id);
      const data = deal ? shown(deal) : null;
      return hookOf({ data, previous: previous ?? null, meta: metaOf('deal', id, 'change') });
    },
    leadHook: (id, action) => hookOf({ data: null, previous: null, meta: metaOf('lead', id, action) }),
  };
  return fake;
}
