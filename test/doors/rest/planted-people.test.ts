// Every operation of the contract, called without `customers:read` in a world where names, e-mails, phones and addresses are planted:
// no answer holds one of them, of a read or a write, by REST or as a tool. An operation that is added later is called as well.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { authorizeApp, issueAppToken, registerApp } from '../../../src/account/apps/index.ts';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { setEntitlement, setHealthcare } from '../../../src/account/places/index.ts';
import { type ContractOperation, contract, isJsonObject, type Json } from '../../../src/base/contract/document.ts';
import { AGENT_SCOPES, KEY_SCOPES } from '../../../src/base/contract/scopes.ts';
import { operationTools } from '../../../src/doors/mcp/tools.ts';
import type { ApiAnswer } from '../../harness.ts';
import { AD_URL, type Shop, startShop } from '../../report/shop.ts';
import { agentWith, tokenFor } from '../mcp/agent.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of many operations
type AnyJson = any;

const PEOPLE = ['Quillon', 'Brisketta', 'Vandermolen'].map((name, index) => ({
  first_name: name,
  last_name: `${name}sdottir`,
  email: `${name.toLowerCase()}@planted.example`,
  phone: `+5698765432${index}`,
  address: `Zanzibarweg ${index + 1}71`,
  city: `Quarndonia${index}`,
  postcode: `QX${index}77Z`,
}));
type Planted = (typeof PEOPLE)[number];
const VALUES = PEOPLE.flatMap(({ first_name, last_name, email, phone, address, postcode }) => [
  first_name,
  last_name,
  email,
  phone,
  phone.slice(-8),
  address,
  postcode,
]);
/** The operations that answered personal data to a caller who may read it: they must be among what is called with success. */
const MUST_ANSWER = ['decideMergeProposal', 'listPayments', 'getConversionJourney', 'listTrackingEvents', 'undoMerge'];

const idOfCustomer = (person: Planted): string => `customer-${PEOPLE.indexOf(person)}`;

async function plant(shop: Shop, person: Planted, day: number): Promise<void> {
  const { first_name, last_name, email, phone, address, city, postcode } = person;
  const url = `${AD_URL}&mail=${encodeURIComponent(email)}`;
  await shop.visit({ at: `2026-03-0${day}T10:00:00Z`, browser: `browser-${day}`, url });
  await shop.outcome({
    event_type: 'payment_received',
    idempotency_key: `order-${day}`,
    occurred_at: `2026-03-0${day}T12:00:00Z`,
    value: { amount: `${day}0`, currency: 'USD' },
    anonymous_id: `browser-${day}`,
    properties: { address, city, postcode, hint: `${address}, ${postcode}` },
    user_traits: { external_id: idOfCustomer(person), email, phone, first_name, last_name },
  });
}

interface PlantedWorld {
  shop: Shop;
  /** What stands for an id in a path or a body. */
  ids: Record<string, string>;
}

async function plantedWorld(t: TestContext): Promise<PlantedWorld> {
  const shop = await startShop();
  t.after(() => shop.close());
  for (const [index, person] of PEOPLE.entries()) await plant(shop, person, index + 1);
  shop.clock.set('2026-03-09T00:00:00Z');
  const [one, two, three] = PEOPLE as [Planted, Planted, Planted];
  for (const [a, b] of [
    [one, two],
    [two, three],
  ] as const)
    await shop.outcome({
      event_type: 'lead_created',
      idempotency_key: `both-${idOfCustomer(a)}`,
      occurred_at: '2026-03-08T12:00:00Z',
      user_traits: { external_id: idOfCustomer(a), email: b.email },
    });
  await shop.settle();
  const read = async (path: string, query = {}): Promise<AnyJson> => {
    const { status, body } = await shop.owner.get(path, query);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  const proposals = await read('/identity/merge-proposals');
  assert.equal(proposals.length, 2);
  const shown = JSON.stringify([proposals, await read('/payments'), await read('/tracking/events')]);
  for (const { email, last_name, address } of PEOPLE)
    for (const value of [email, last_name, address]) assert.ok(shown.includes(value), `${value} is planted`);
  const merged = await shop.owner.post(`/identity/merge-proposals/${proposals[1].proposal_id}/decide`, { action: 'merge' });
  await shop.settle();
  const [payment] = await read('/payments');
  const customers = await read('/customers/search', { q: one.email });
  const definitions = await read('/tracking/keys');
  return {
    shop,
    ids: {
      customer: customers[0].customer_profile_id,
      other: proposals[1].customers[1].customer_profile_id,
      proposal: proposals[0].proposal_id,
      merge: merged.body.data.audit_log_id,
      payment: payment.payment_id,
      trackingKey: definitions[0].id,
      workspace: shop.workspaceId,
      profile: shop.profileId,
    },
  };
}

/** The ids in a path, by what comes before them. */
function pathOf({ path }: ContractOperation, ids: Record<string, string>): string {
  const named: [RegExp, string][] = [
    [/(?<=conversions\/)\{id\}/, 'payment'],
    [/(?<=customers\/)\{id\}/, 'customer'],
    [/(?<=merge-proposals\/)\{id\}/, 'proposal'],
    [/\{auditLogId\}/, 'merge'],
    [/\{payment_id\}/, 'payment'],
    [/(?<=keys\/)\{id\}/, 'trackingKey'],
    [/\{workspaceId\}/, 'workspace'],
    [/\{profileId\}/, 'profile'],
    [/\{feature\}/, 'feature'],
    [/\{\w+\}/, 'customer'],
  ];
  return named.reduce(
    (text, [place, name]) => text.replace(place, name === 'feature' ? 'svc_attribution' : (ids[name] as string)),
    path,
  );
}

/** The contract's own example, with ids of this world in it. */
function bodyOf({ path, method }: ContractOperation, ids: Record<string, string>): AnyJson {
  const example = contract().document.paths[path]?.[method]?.requestBody?.content['application/json']?.example;
  if (!isJsonObject(example)) return undefined;
  const own: Record<string, string | undefined> = {
    workspace_id: ids['workspace'],
    profile_id: ids['profile'],
    customer_profile_id: ids['customer'],
    first_payment_id: ids['payment'],
  };
  return Object.fromEntries(Object.entries(example).map(([name, value]) => [name, own[name] ?? value]));
}

const QUERIES: Record<string, Record<string, string>> = {
  getCustomerJourneyByKey: { customer_key: idOfCustomer(PEOPLE[0] as Planted) },
  searchCustomers: { q: 'quillon' },
  getMergePreview: {},
};

function queryOf(
  { id, parameters, grain, path }: ContractOperation,
  ids: Record<string, string>,
  kind: string,
): Record<string, string> {
  const days = parameters.some(({ name }) => name === 'date_from') ? { date_from: '2026-03-01', date_to: '2026-03-31' } : {};
  const profile =
    kind !== 'key' && grain === 'profile' && !path.includes('{profileId}') ? { profile_id: ids['profile'] as string } : {};
  const pair = id === 'getMergePreview' ? { customer_profile_id: ids['customer'], other_customer_profile_id: ids['other'] } : {};
  return { ...days, ...profile, ...QUERIES[id], ...pair } as Record<string, string>;
}

/** Reads first, then writes, then what takes away. */
const ORDER = ['get', 'post', 'put', 'patch', 'delete'];
const LAST = ['revokeTrackingKey', 'deleteProfile', 'deleteWorkspace'];
const rank = ({ id, method }: ContractOperation): number => (LAST.includes(id) ? 9 : ORDER.indexOf(method));
const operations = contract()
  .operations.filter(({ path }) => path.startsWith('/api/v1/'))
  .toSorted((a, b) => rank(a) - rank(b));

function refuseHits(what: string, text: string): void {
  const found = VALUES.filter((value) => text.toLowerCase().includes(value.toLowerCase()));
  assert.deepEqual(found, [], `${what} answered ${text.slice(0, 2_000)}`);
}

async function uploadStatement(shop: Shop, credential: string): Promise<ApiAnswer> {
  const { email, first_name } = PEOPLE[0] as Planted;
  const text = `date,reference,amount,currency,email,first_name\n2026-03-02,ref-1,12.00,USD,${email},${first_name}\n`;
  const { status, body } = await shop.request
    .post('/api/v1/profile/payments/import/parse')
    .query({ profile_id: shop.profileId })
    .set('authorization', `Bearer ${credential}`)
    .attach('file', Buffer.from(text), 'march.csv');
  return { status, body, headers: {} };
}

/** Calls everything that takes this kind of credential; answers what succeeded. */
async function callAll({ shop, ids }: PlantedWorld, credential: string, kind: 'key' | 'user' | 'app'): Promise<string[]> {
  const api = shop.api(credential);
  const succeeded: string[] = [];
  const existing = { ...ids };
  for (const operation of operations.filter(({ auth }) => auth.includes(kind) || auth.includes('public'))) {
    const { id, method, upload } = operation;
    if (id === 'deleteWorkspace' && kind === 'user') continue; // its answer is counts; what follows needs the workspace
    const path = pathOf(operation, existing);
    const query = queryOf(operation, existing, kind);
    const isBare = method === 'get' || method === 'delete';
    let body = bodyOf(operation, existing);
    if (id === 'commitPaymentImport') body = { ...body, import_id: existing['import'] ?? body.import_id, options: {} };
    const answer = upload
      ? await uploadStatement(shop, credential)
      : isBare
        ? await api[method as 'get'](path, query)
        : await api[method as 'post'](path, body, query);
    refuseHits(`${kind} ${id} ${answer.status}`, JSON.stringify(answer.body ?? null));
    if (id === 'parsePaymentImport' && answer.status === 200) existing['import'] = answer.body.data.import_id;
    if (answer.status < 300) succeeded.push(id);
  }
  return succeeded;
}

function tell(t: TestContext, what: string, succeeded: string[], called: number): void {
  t.diagnostic(
    `${what}: ${called} operations called, ${succeeded.length} succeeded, ${VALUES.length} planted values, none answered`,
  );
}
const callable = (kind: 'key' | 'user' | 'app'): number =>
  operations.filter(({ auth }) => auth.includes(kind) || auth.includes('public')).length;

test('an API key without customers:read', async (t) => {
  const world = await plantedWorld(t);
  const { base, profileId } = world.shop;
  const scopes = [...KEY_SCOPES].filter((scope) => scope !== 'customers:read');
  const { secret } = createApiKey(base, { profileId, name: 'all but people', scopes, ratePerMinute: 60_000, actor: 'system' });
  const succeeded = await callAll(world, secret, 'key');
  assert.deepEqual(
    MUST_ANSWER.filter((id) => !succeeded.includes(id)),
    [],
  );
  tell(t, 'API key', succeeded, callable('key'));
  const log = await world.shop.api(world.shop.session).get(`/workspaces/${world.shop.workspaceId}/pii-access-log`);
  const decided = log.body.data.filter((row: Json) => row['operation'] === 'decideMergeProposal');
  assert.deepEqual(
    decided.map(({ route, result }: Json) => [route, result]),
    [['POST /api/v1/identity/merge-proposals/{id}/decide', 'answered']],
    'a write that answered personal data is logged, one that answered the projection is not',
  );
});

test('a user token without customers:read, by REST and as tools', async (t) => {
  const world = await plantedWorld(t);
  const { shop, ids } = world;
  const token = tokenFor(
    shop,
    AGENT_SCOPES.filter((scope) => scope !== 'customers:read'),
  );
  await shop.api(shop.session).put(`/workspaces/${shop.workspaceId}/mcp-settings`, { mcp_writeback_enabled: true });
  const agent = agentWith(shop, token);
  const tools = [...operationTools().values()];
  let answered = 0;
  for (const { operation, shown } of tools) {
    const inPath = Object.fromEntries(
      operation.parameters
        .filter((each) => each.in === 'path')
        .map(({ name }) => [
          name,
          pathOf({ ...operation, path: `${operation.path.split(`{${name}}`)[0]}{${name}}` }, ids)
            .split('/')
            .at(-1),
        ]),
    );
    const args = { ...queryOf(operation, ids, 'user'), ...bodyOf(operation, ids), ...inPath };
    for (const step of operation.method === 'get' ? [undefined] : ['preview', 'dry_run']) {
      const response = await agent.post({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: shown.name, arguments: { ...args, ...(step ? { step } : {}) } },
      });
      const text = await response.text();
      refuseHits(`tool ${shown.name} ${response.status}`, text.replaceAll('\\"', '"'));
      if (response.status === 200 && !text.includes('"isError":true')) answered += 1;
    }
  }
  assert.ok(answered > tools.length / 2, `${answered} of ${tools.length} tools answered`);
  t.diagnostic(`tools: ${tools.length} called, ${answered} calls answered, ${VALUES.length} planted values, none answered`);
  const succeeded = await callAll(world, token, 'user');
  assert.deepEqual(
    MUST_ANSWER.filter((id) => !succeeded.includes(id)),
    [],
  );
  tell(t, 'user token', succeeded, callable('user'));
});

test('a consumer app, and its key, on a profile of the healthcare family', async (t) => {
  const world = await plantedWorld(t);
  const { base, workspaceId, profileId } = world.shop;
  const { appId } = registerApp(base, {
    name: 'Partner',
    tier: 'internal',
    redirectUris: [],
    allowedReturnOrigins: [],
    actor: 'system',
  });
  for (const place of [{ workspaceId }, { workspaceId, profileId }]) authorizeApp(base, { appId, place, kind: 'provisioned' });
  setEntitlement(base, { profileId, feature: 'svc_attribution', isEnabled: true });
  const { secret } = createApiKey(base, {
    profileId,
    name: 'of the app',
    scopes: [...KEY_SCOPES],
    ratePerMinute: 60_000,
    actor: `app:${appId}`,
  });
  setHealthcare(base, { profileId }, true);
  const byKey = await callAll(world, secret, 'key');
  const needed = MUST_ANSWER.filter((id) => id !== 'listTrackingEvents'); // visitors:read is barred as well
  assert.deepEqual(
    needed.filter((id) => !byKey.includes(id)),
    [],
  );
  tell(t, 'key of an app, healthcare', byKey, callable('key'));
  const byApp = await callAll(world, issueAppToken(base, appId).token, 'app');
  tell(t, 'consumer app, healthcare', byApp, callable('app'));
});
