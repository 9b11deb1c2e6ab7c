// A fake of a HubSpot account: pipelines, deals with the history of their stages, contacts, forms with submissions, and signed webhooks of the
// app that a test sends when it likes.
import { createHmac } from 'node:crypto';
import type { TestContext } from 'node:test';
import { CLIENT_SECRET, createFakeGrants, type FakeGrants } from './oauth-provider.ts';
import { type FakeAnswer, type FakeRequest, type ProviderServer, startProviderServer } from './provider-server.ts';

interface FakeDeal {
  id: string;
  properties: Record<string, string>;
  /** The newest first, as HubSpot lists them. */
  history: { value: string; timestamp: string }[];
  contacts: string[];
  merged: string[];
  modifiedAt: number;
  archivedAt: number | undefined;
}

export interface HubSpotMove {
  stage: string;
  at: number;
  amount?: string;
  currency?: string;
  contacts?: string[];
}

export interface FakeHubSpot {
  server: ProviderServer;
  grants: FakeGrants;
  settings: { clientId: string; clientSecret: string; apiVersion: string; url: string };
  /** Of the account that a person grants access to. */
  portalId: number;
  deals: FakeDeal[];
  contacts: Map<string, Record<string, string | null>>;
  forms: { id: string; name: string }[];
  submissions: { formId: string; conversionId: string; submittedAt: number; values: { name: string; value: string }[] }[];
  /** Runs before the next search is answered. */
  beforeSearch: (() => Promise<void>) | undefined;
  /** Puts a deal into a stage, and makes it where it is not there. */
  move(id: string, move: HubSpotMove): void;
  remove(id: string, at: number): void;
  merge(kept: string, lost: string, at: number): void;
  /** The request of a webhook of the app, as HubSpot sends it to this address. */
  hook(url: string, events: Record<string, unknown>[], now: number): { body: string; headers: Record<string, string> };
}

export const HUBSPOT_STAGES = [
  { id: 'appointmentscheduled', label: 'Appointment', metadata: { isClosed: 'false', probability: '0.2' } },
  { id: 'contractsent', label: 'Contract sent', metadata: { isClosed: 'false', probability: '0.9' } },
  { id: 'closedwon', label: 'Closed won', metadata: { isClosed: 'true', probability: '1.0' } },
  { id: 'closedlost', label: 'Closed lost', metadata: { isClosed: 'true', probability: '0.0' } },
];
const RENEWALS = [
  { id: '4711', label: 'Offered', metadata: { isClosed: 'false', probability: '0.5' } },
  { id: '4712', label: 'Renewed', metadata: { isClosed: 'true', probability: '1.0' } },
];

const SEARCHED = 10_000;
const ok = (body: unknown): FakeAnswer => ({ status: 200, body });
const refusal = (status: number, category: string): FakeAnswer => ({
  status,
  body: { status: 'error', category, message: 'no', correlationId: '1' },
});
const isoOf = (at: number): string => new Date(at).toISOString();

/** The path as it was before versions were dates: `/crm/objects/2026-09/deals` is `/crm/v3/objects/deals`. */
const numbered = (path: string): string =>
  path
    .replace(/^\/crm\/(objects|pipelines|associations)\/\d{4}-\d\d\//, '/crm/v3/$1/')
    .replace(/^\/account-info\/\d{4}-\d\d\//, '/account-info/v3/');

export async function startFakeHubSpot(t: TestContext): Promise<FakeHubSpot> {
  const grants = createFakeGrants('oauth crm.objects.deals.read crm.objects.contacts.read forms', { hub_id: 62515 });

  async function answer(request: FakeRequest): Promise<FakeAnswer> {
    const { pathname, searchParams } = new URL(request.url, server.url);
    const path = numbered(pathname);
    if (path === '/oauth/authorize') return grants.authorize(request);
    if (path === '/oauth/2026-03/token') return grants.token(request);
    if (path === '/oauth/2026-03/token/revoke') return grants.revoke();
    if (!grants.isGood(request.headers.authorization)) return refusal(401, 'EXPIRED_AUTHENTICATION');
    if (path.endsWith('/search')) {
      const run = fake.beforeSearch;
      fake.beforeSearch = undefined;
      await run?.();
    }
    if (request.method === 'POST') return asked(path, JSON.parse(request.body), path !== pathname);
    return listed(path, searchParams);
  }

  function listed(path: string, query: URLSearchParams): FakeAnswer {
    if (path === '/account-info/v3/details')
      return ok({ portalId: fake.portalId, timeZone: 'Europe/Berlin', companyCurrency: 'EUR', uiDomain: 'app.hubspot.com' });
    if (path === '/crm/v3/pipelines/deals')
      return ok({
        results: [
          { id: 'default', label: 'Sales', stages: HUBSPOT_STAGES },
          { id: '99', label: 'Renewals', stages: RENEWALS },
        ],
      });
    if (path === '/marketing/v3/forms') return paged(fake.forms, query);
    if (path === '/crm/v3/objects/deals' && query.get('archived') === 'true')
      return paged(
        fake.deals.flatMap(({ id, archivedAt }) => (archivedAt === undefined ? [] : [{ id, archivedAt: isoOf(archivedAt) }])),
        query,
      );
    const formId = /^\/form-integrations\/v1\/submissions\/forms\/(.+)$/.exec(path)?.[1];
    if (formId !== undefined && formId !== 'form-1') return refusal(404, 'OBJECT_NOT_FOUND');
    if (formId === undefined) return refusal(404, 'OBJECT_NOT_FOUND');
    return paged(
      fake.submissions.filter((each) => each.formId === formId).sort((a, b) => b.submittedAt - a.submittedAt),
      query,
    );
  }

  function paged(rows: readonly unknown[], query: URLSearchParams): FakeAnswer {
    const start = Number(query.get('after') ?? 0);
    const end = start + Number(query.get('limit') ?? 10);
    const next = end < rows.length ? { paging: { next: { after: String(end) } } } : {};
    return ok({ results: rows.slice(start, end), ...next });
  }

  // biome-ignore lint/suspicious/noExplicitAny: requests of our own client
  function asked(path: string, body: any, isDated: boolean): FakeAnswer {
    const ids: string[] = (body.inputs ?? []).map((each: { id: string }) => each.id);
    if (path === '/crm/v3/objects/deals/search') return searched(body);
    if (path === '/crm/v3/objects/deals/batch/read') {
      if (ids.length > 50) return refusal(400, 'VALIDATION_ERROR');
      return ok({ results: ids.flatMap((id) => shownDeal(id)) });
    }
    if (path === '/crm/v3/associations/deals/contacts/batch/read')
      return ok({
        results: ids.flatMap((id) => {
          const to = (findDeal(id)?.contacts ?? []).map((each) =>
            isDated ? { toObjectId: Number(each), associationTypes: [] } : { id: each, type: 'deal_to_contact' },
          );
          return to.length === 0 ? [] : [{ from: { id }, to }];
        }),
      });
    if (path === '/crm/v3/objects/contacts/batch/read')
      return ok({
        results: ids.flatMap((id) =>
          fake.contacts.has(id) ? [{ id, properties: { ...fake.contacts.get(id) }, archived: false }] : [],
        ),
      });
    return refusal(404, 'OBJECT_NOT_FOUND');
  }

  function shownDeal(id: string): unknown[] {
    // HubSpot answers a merged id with the deal that it was merged into.
    const deal = findDeal(id) ?? fake.deals.find(({ merged }) => merged.includes(id));
    if (!deal || deal.archivedAt !== undefined) return [];
    const { properties, history } = deal;
    return [{ id: deal.id, properties, propertiesWithHistory: { dealstage: history }, archived: false }];
  }

  const findDeal = (id: string): FakeDeal | undefined => fake.deals.find((each) => each.id === id);

  // biome-ignore lint/suspicious/noExplicitAny: requests of our own client
  function searched({ filterGroups, limit, after }: any): FakeAnswer {
    let rows = fake.deals.filter(({ archivedAt }) => archivedAt === undefined);
    for (const { propertyName, operator, value, highValue } of filterGroups[0].filters) {
      const of = ({ id, modifiedAt }: FakeDeal): bigint => (propertyName === 'hs_object_id' ? BigInt(id) : BigInt(modifiedAt));
      rows = rows.filter((each) =>
        operator === 'GT' ? of(each) > BigInt(value) : of(each) >= BigInt(value) && of(each) <= BigInt(highValue),
      );
    }
    if (limit > 200 || Number(after ?? 0) + limit > SEARCHED) return refusal(400, 'VALIDATION_ERROR');
    rows.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
    const results = rows.slice(0, limit).map(({ id, merged }) => ({
      id,
      properties: { hs_merged_object_ids: merged.length === 0 ? null : merged.join(';') },
      archived: false,
    }));
    return ok({ total: rows.length, results });
  }

  const server = await startProviderServer(t, answer, {
    error_once: refusal(500, 'INTERNAL_ERROR'),
    revoked: refusal(401, 'EXPIRED_AUTHENTICATION'),
  });
  const fake: FakeHubSpot = {
    server,
    grants,
    portalId: 62515,
    beforeSearch: undefined,
    deals: [],
    contacts: new Map(),
    submissions: [],
    forms: [{ id: 'form-1', name: 'Contact us' }],
    settings: { clientId: 'hubspot-app', clientSecret: CLIENT_SECRET, apiVersion: '2026-09', url: server.url },
    move: (id, { stage, at, amount, currency, contacts }) => {
      let deal = findDeal(id);
      if (!deal) {
        deal = {
          id,
          properties: { createdate: isoOf(at) },
          history: [],
          contacts: [],
          merged: [],
          modifiedAt: at,
          archivedAt: undefined,
        };
        fake.deals.push(deal);
      }
      const isWon = stage === 'closedwon' || stage === '4712';
      if (deal.properties['dealstage'] !== stage) deal.history.unshift({ value: stage, timestamp: isoOf(at) });
      const { closedate: _, ...kept } = deal.properties;
      deal.properties = {
        ...kept,
        dealstage: stage,
        hs_is_closed_won: String(isWon),
        ...(isWon || stage === 'closedlost' ? { closedate: isoOf(at) } : {}),
        ...(amount === undefined ? {} : { amount }),
        ...(currency === undefined ? {} : { deal_currency_code: currency }),
      };
      if (contacts) deal.contacts = contacts;
      deal.modifiedAt = at;
    },
    remove: (id, at) => {
      const deal = findDeal(id);
      if (deal) deal.archivedAt = at;
    },
    merge: (kept, lost, at) => {
      const deal = findDeal(kept);
      if (!deal) throw new Error(`no deal ${kept}`);
      fake.deals = fake.deals.filter(({ id }) => id !== lost);
      deal.merged.push(lost);
      deal.modifiedAt = at;
    },
    hook: (url, events, now) => {
      const sent = events.map((each, eventId) => ({ eventId, portalId: fake.portalId, appId: 54321, occurredAt: now, ...each }));
      // An id of any length is a number.
      const body = JSON.stringify(sent).replace(/"objectId":"(\d+)"/g, '"objectId":$1');
      const signature = createHmac('sha256', CLIENT_SECRET).update(`POST${url}${body}${now}`).digest('base64');
      return {
        body,
        headers: {
          'x-hubspot-signature-v3': signature,
          'x-hubspot-request-timestamp': String(now),
          'content-type': 'application/json',
        },
      };
    },
  };
  return fake;
}
