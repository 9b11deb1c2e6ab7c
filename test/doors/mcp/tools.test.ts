// Tools on a small shop: that they answer what REST answers, to whom, at what cost, and what an agent reads when they refuse.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { setHealthcare } from '../../../src/account/places/index.ts';
import { contract } from '../../../src/base/contract/document.ts';
import { projectFile } from '../../../src/base/kit/paths.ts';
import { inToolWords, nameOperations } from '../../../src/doors/mcp/names.ts';
import { instructionsFor } from '../../../src/doors/mcp/texts.ts';
import { argumentsShared, isWriting, operationTools, toolName } from '../../../src/doors/mcp/tools.ts';
import { openShop, type Shop } from '../../report/shop.ts';
import { type Agent, addMember, addStranger, agentFor, messageIn, toolCall } from './agent.ts';

const WEEK = { date_from: '2026-03-01', date_to: '2026-03-07' };
/** Of JSON with English in it; the tokenizer o200k counts some 4 to 7 in a hundred fewer. */
const CHARACTERS_PER_TOKEN = 4;
const MAX_TOKENS = 8_000;
const NOWHERE = '00000000-0000-4000-8000-000000000000';
const ALL = ['mcp:read', 'customers:read', 'conversions:read'];

const REST_CALL = /\b(?:GET|POST|PUT|PATCH|DELETE) (?:\/[\w{}-]+)+/;

/** Of the service's own files, without comments. */
function sourceLines(): string[] {
  const files = readdirSync(projectFile('src'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const lines = files.flatMap((name) => readFileSync(projectFile('src', name), 'utf8').split('\n'));
  return lines.filter((line) => !/^\s*(\/\/|\/?\*)/.test(line));
}

/** A post whose answer is left as it came. */
function rawPost(
  url: string,
  token: string,
  message: object,
  headers: Record<string, string>,
): Promise<{ encoding: string | null; body: Buffer }> {
  return new Promise((done, failed) => {
    const all = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
    };
    const sent = request(url, { method: 'POST', headers: { ...all, ...headers } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('end', () => done({ encoding: answer.headers['content-encoding'] ?? null, body: Buffer.concat(chunks) }));
    });
    sent.on('error', failed);
    sent.end(JSON.stringify(message));
  });
}

let shop: Shop;
let agent: Agent;
before(async () => {
  shop = await openShop({ config: { plans: true } });
  agent = agentFor(shop, ALL);
});
after(() => shop.close());

const used = async (): Promise<number> => {
  const { body } = await shop.api(shop.session).get(`/workspaces/${shop.workspaceId}/mcp-settings`);
  return body.data.units.used_today;
};

test('every tool answers what REST answers to the same token, in the form that it promises', async () => {
  const profile_id = shop.profileId;
  const listed = await agent.tool('list_customers', { profile_id, ...WEEK, goal: 'payment_received' });
  const [row] = listed.structured.data;
  const options: Record<string, Record<string, unknown>> = {
    get_overview: { ...WEEK, model: 'linear' },
    get_overview_series: { ...WEEK, interval: 'week' },
    get_attribution: { ...WEEK, models: ['linear', 'first_touch'], click_window_days: 30 },
    list_attribution_paths: { ...WEEK, transform: 'exposure' },
    get_economics: { ...WEEK, dimension: 'ad' },
    get_lifetime_value: { ...WEEK, dimension: 'channel' },
    list_customers: { ...WEEK, goal: 'payment_received', limit: 2 },
    search_customers: { q: 'ana' },
    get_customer_journey: { id: row.customer_profile_id },
    get_customer_journey_by_key: { email: 'ana@example.com' },
    get_conversion_journey: { id: row.conversion_id },
    list_spend: WEEK,
    list_ads: { ...WEEK, sort: 'spend' },
    list_connections: {},
    get_attribution_settings: {},
    get_attribution_changes: { ...WEEK, known_from: '9.9' },
    get_classification_rules: {},
    get_pacing: {},
    list_definitions: {},
    get_freshness: {},
    get_replay_status: {},
    get_profile: {},
    get_profile_readiness: {},
    list_tracking_keys: {},
    get_tracking_snippet: {},
    get_tracking_settings: {},
    list_custom_domains: {},
    get_tracking_quality: {},
    get_quality: {},
    get_trust: {},
  };
  // Tools that write are asked in write.test.ts, and so is get_handoff; the one of a workspace below.
  const ofWorkspaces = ['list_workspace_recommendations', 'get_creatives', 'get_test_roadmap'];
  const isElsewhere = (name: string): boolean => name === 'get_handoff' || ofWorkspaces.includes(name);
  const tools = new Map([...operationTools()].filter(([name, tool]) => !isWriting(tool) && !isElsewhere(name)));
  assert.deepEqual([...tools.keys()].sort(), Object.keys(options).sort(), 'each tool is asked here');
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  for (const [name, args] of Object.entries(options)) {
    const { operation, input, output, shown } = tools.get(name) as NonNullable<ReturnType<typeof tools.get>>;
    const { id, ...rest } = args;
    const path = operation.path.replace('{id}', encodeURIComponent(String(id)));
    const query = operation.path.includes('{id}') ? rest : args;
    const models = Array.isArray(query['models']) ? { models: query['models'].join(',') } : {};
    const rest_ = await shop.api(agent.token).get(path, { profile_id, ...query, ...models });
    assert.equal(rest_.status, 200, name);
    const message = await agent.tool(name, { profile_id, ...args });
    assert.equal(message.isError, false, `${name}: ${message.texts[0]}`);
    assert.deepEqual(message.structured, inToolWords(rest_.body), name);
    assert.deepEqual(JSON.parse(message.texts[1] as string), message.structured, `${name}, as text`);
    const validate = ajv.compile(output);
    assert.ok(validate(message.structured), `${name}: ${ajv.errorsText(validate.errors)}`);
    assert.ok(!validate({ meta: {} }), `${name} promises data`);
    const described = await agent.tool('describe_tool', { name });
    assert.deepEqual(described.structured.data.output_schema, output, name);
    const takes = ajv.compile(input);
    const listed = ajv.compile(shown.inputSchema);
    assert.ok(takes({ profile_id, ...args }) && listed({ profile_id, ...args }), `${name}: ${ajv.errorsText(takes.errors)}`);
    assert.ok(!takes(args) && !listed(args), `${name} asks for the profile`);
    assert.ok(!takes({ profile_id, ...args, other: 1 }), `${name} takes nothing else`);
  }
  for (const name of ofWorkspaces)
    for (const args of [{ workspace_id: shop.workspaceId }, { workspaceId: shop.workspaceId }]) {
      const open = await agent.tool(name, args);
      assert.equal(open.isError, false, `${name}: ${open.texts[0]}`);
      const validate = ajv.compile(operationTools().get(name)?.output ?? {});
      assert.ok(validate(open.structured), `${name}: ${ajv.errorsText(validate.errors)}`);
    }
});

test('tools say what an agent needs to know, and whether they only read', async () => {
  const { result } = await messageIn(await agent.post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }));
  assert.equal(result.tools[0].name, 'whoami');
  const names = new Set(result.tools.map(({ name }: { name: string }) => name));
  const writing = new Map([
    ...['create_workspace', 'create_profile', 'create_tracking_key'].map((name) => [name, false] as const),
    ...['update_profile', 'update_attribution_settings', 'put_definition', 'put_pacing'].map((name) => [name, true] as const),
    ...['connect_provider', 'sync_connection'].map((name) => [name, true] as const),
    ...['pause_ad', 'resume_ad', 'set_ad_set_budget', 'apply_recommendation', 'draft_creative_test'].map(
      (name) => [name, true] as const,
    ),
  ]);
  const { structured } = await agent.tool('whoami');
  for (const { name, description, annotations, inputSchema } of result.tools) {
    const writes = writing.get(name);
    assert.deepEqual(
      annotations,
      writes === undefined ? { readOnlyHint: true } : { destructiveHint: writes, idempotentHint: true },
      name,
    );
    assert.equal(inputSchema.type, 'object', name);
    const { data } = (await agent.tool('describe_tool', { name })).structured;
    assert.ok(!JSON.stringify([inputSchema, data]).includes('#/components/'), `${name} means nothing outside itself`);
    if (name !== 'whoami') assert.match(description, /Call it /, name);
    assert.equal(/Costs/.test(description), data.units !== 1, `${name} says what it costs where that is not one unit`);
    // An argument without a description here has one in whoami, or in none.
    for (const [field, schema] of Object.entries<{ description?: string }>(inputSchema.properties)) {
      const whole = data.input_schema.properties[field].description;
      if (schema.description === undefined && whole !== undefined)
        assert.ok(structured.arguments[field].startsWith(whole), `${name}: ${field}`);
    }
    // What a text names exists: another tool, or a field that is no tool at all.
    for (const [named] of description.matchAll(/\b(?:get|list|search|create|update)_[a-z_]+\b/g))
      assert.ok(names.has(named), `${name} names ${named}`);
  }
  const tokens = Math.ceil(JSON.stringify(result).length / CHARACTERS_PER_TOKEN);
  assert.ok(tokens <= MAX_TOKENS, `${tokens} tokens for the list`);
});

test('the list is compressed for who takes it', async () => {
  const query = async (encoding: string): Promise<{ encoding: string | null; bytes: number; tools: number }> => {
    const headers = { 'accept-encoding': encoding };
    const raw = await rawPost(`${shop.baseUrl}/mcp`, agent.token, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers);
    const text = String(raw.encoding === 'gzip' ? gunzipSync(raw.body) : raw.body);
    const message = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
    return { encoding: raw.encoding, bytes: raw.body.byteLength, tools: message.result.tools.length };
  };
  const plain = await query('identity');
  assert.equal(plain.encoding, null);
  for (const encoding of ['gzip', 'br, gzip;q=0.5', '*']) {
    const packed = await query(encoding);
    assert.deepEqual([packed.encoding, packed.tools], ['gzip', plain.tools], encoding);
    assert.ok(packed.bytes * 3 < plain.bytes, `${packed.bytes} of ${plain.bytes} bytes`);
  }
  for (const encoding of ['br', 'gzip;q=0', 'x-gzip-not']) assert.equal((await query(encoding)).encoding, null, encoding);
});

test('only operations that can be tools are', () => {
  const marked = contract().operations.filter(({ mcp }) => mcp);
  const [some] = marked;
  assert.ok(some?.mcp);
  const refusedWith = (change: object, why: RegExp) => assert.throws(() => operationTools([{ ...some, ...change }]), why);
  refusedWith({ method: 'delete' }, /it removes something/);
  refusedWith({ bodySchema: { type: 'array' } }, /its body is no object/);
  refusedWith({ bodySchema: { properties: { step: {} } } }, /one name/);
  refusedWith({ mcp: { ...some.mcp, without: ['colour'] } }, /leaves out an argument/);
  refusedWith({ auth: ['session'] }, /no user token/);
  refusedWith({ grain: 'none' }, /costs units just where it belongs to a workspace/);
  refusedWith({ mcp: { text: 'x', units: 0 } }, /units/);
  refusedWith({ mcp: { text: 'x', units: 0.5 } }, /units/);
  refusedWith({ mcp: { text: '', units: 1 } }, /no text/);
  assert.deepEqual([...operationTools().keys()], marked.map(toolName));
});

test('whoami answers where the access leads, free and to anybody with a token', async (t) => {
  await t.test('workspaces, profiles, money, privacy, write-back', async () => {
    const before = await used();
    const { structured } = await agentFor(shop, ['conversions:read']).tool('whoami');
    const [workspace, ...others] = structured.data.workspaces;
    assert.deepEqual(others, []);
    assert.deepEqual(structured.data.scopes, ['conversions:read']);
    assert.equal(workspace.workspace_id, shop.workspaceId);
    assert.equal(workspace.mcp_writeback_enabled, false);
    assert.equal(workspace.units.per_day, 200);
    assert.deepEqual(workspace.profiles, [
      { profile_id: shop.profileId, name: 'Main', currency: 'USD', timezone: 'UTC', pii_mode: 'standard', role: 'manager' },
    ]);
    assert.equal(await used(), before);
  });
  await t.test('nothing for somebody who has no workspace', async () => {
    addStranger(shop, 'new@elsewhere.example');
    const { structured } = await agentFor(shop, ['mcp:read'], 'new@elsewhere.example').tool('whoami');
    assert.deepEqual(structured.data, { scopes: ['analytics:read', 'campaigns:read'], workspaces: [] });
  });
  await t.test('a member sees the profiles of their roles', async () => {
    addMember(shop, 'vera@shop.example', 'viewer');
    const { structured } = await agentFor(shop, ['mcp:read'], 'vera@shop.example').tool('whoami');
    assert.deepEqual(
      structured.data.workspaces.map(({ role, profiles }: { role: string; profiles: { role: string }[] }) => [
        role,
        profiles[0]?.role,
      ]),
      [['member', 'viewer']],
    );
  });
  await t.test('no archived workspace', async () => {
    const other = await shop.api(shop.session).post('/workspaces', { name: 'Soon gone' });
    const ids = async () => {
      const { structured } = await agent.tool('whoami');
      return structured.data.workspaces.map(({ workspace_id }: { workspace_id: string }) => workspace_id);
    };
    assert.deepEqual(await ids(), [shop.workspaceId, other.body.data.workspace_id]);
    shop.base.state.db
      .prepare('update access_workspaces set archived_at = 1 where workspace_id = ?')
      .run(other.body.data.workspace_id);
    assert.deepEqual(await ids(), [shop.workspaceId]);
  });
  await t.test('it explains the arguments of several tools', async () => {
    const { structured } = await agent.tool('whoami');
    assert.match(structured.arguments.step, /preview, dry_run, confirm/);
    assert.match(structured.arguments.model, /data_driven/);
  });
  await t.test('it takes no arguments', async () => {
    const { isError, texts } = await agent.tool('whoami', { profile_id: shop.profileId });
    assert.ok(isError);
    assert.match(texts[0] as string, /^invalid_parameter \(400\): profile_id: whoami takes no arguments/);
  });
});

test('a refusal is a result that says its code, why, and what to do', async (t) => {
  const profile_id = shop.profileId;
  const refusals: [string, Record<string, unknown>, RegExp][] = [
    ['get_overview', { profile_id }, /^invalid_date_range \(400\): date_from: is required/],
    ['get_overview', { profile_id, date_from: '2026-03-08', date_to: '2026-03-01' }, /^invalid_date_range \(400\)/],
    ['get_overview', { profile_id, date_from: '2026-02-30', date_to: '2026-03-01' }, /^invalid_date_range \(400\)/],
    ['get_overview', WEEK, /^invalid_parameter \(400\): profile_id: name the profile/],
    ['get_overview', { profile_id: 'main', ...WEEK }, /^invalid_parameter \(400\): profile_id: must be a valid uuid/],
    ['get_overview', { profile_id: NOWHERE, ...WEEK }, /^not_found \(404\): No such profile/],
    ['get_overview', { profile_id, ...WEEK, model: 'magic' }, /^invalid_parameter \(400\): model: must be one of/],
    ['get_overview', { profile_id, ...WEEK, colour: 'red' }, /^invalid_parameter \(400\): colour: is not a parameter/],
    ['get_overview', { profile_id, ...WEEK, channel: { a: 1 } }, /^invalid_parameter \(400\): channel: must be a text/],
    ['get_overview', { profile_id, ...WEEK, channel: 'a\u0000b' }, /^invalid_parameter \(400\): channel: /],
    ['get_attribution', { profile_id, ...WEEK, models: ['linear,first_touch'] }, /an element contains a comma/],
    ['get_attribution', { profile_id, ...WEEK, click_window_days: -1 }, /^invalid_parameter \(400\): click_window_days/],
    // Refused by the operation itself, after its units were taken.
    ['list_customers', { profile_id, ...WEEK, goal: 'no_such_goal' }, /^invalid_parameter \(400\): goal/],
    ['get_customer_journey', { profile_id }, /^invalid_parameter \(400\): id: is required/],
    ['describe_tool', {}, /^invalid_parameter \(400\): name: must be the name of a tool/],
    ['describe_tool', { name: 'drop_tables' }, /^invalid_parameter \(400\): name: must be the name of a tool/],
    ['describe_tool', { name: 'whoami', profile_id }, /^invalid_parameter \(400\): profile_id: describe_tool takes only name/],
    ['get_handoff', { id: '../../me' }, /^invalid_parameter \(400\): id: /],
  ];
  for (const [name, args, said] of refusals) {
    await t.test(`${name} ${JSON.stringify(args).replace(profile_id, '…')}`, async () => {
      const before = await used();
      const { isError, texts, structured } = await agent.tool(name, args);
      assert.ok(isError);
      assert.equal(structured, undefined, 'or a client would hold it to the schema of an answer');
      assert.match(texts[0] as string, said);
      assert.match(texts[0] as string, /\nWhat to do: \S/);
      const { error } = JSON.parse(texts[1] as string);
      assert.ok((texts[0] as string).startsWith(`${error.code} (${error.status}): ${error.message}`));
      assert.ok(error.request_id && error.docs_url.endsWith(`/docs/errors#${error.code}`));
      assert.equal(await used(), before, 'it costs nothing');
    });
  }

  // A browser's own id may be any text; in a path it stays one part of it.
  await t.test('an id that looks like a path leads nowhere else', async () => {
    const { isError, structured } = await agent.tool('get_customer_journey', { profile_id, id: '../../me' });
    assert.deepEqual([isError ?? false, structured.data.events], [false, []]);
  });
});

test('null is an argument left out, as agents say it', async () => {
  const args = { profile_id: shop.profileId, ...WEEK };
  const plain = await agent.tool('get_overview', args);
  const padded = await agent.tool('get_overview', { ...args, channel: null, model: null });
  assert.deepEqual(padded.structured, plain.structured);
});

test("another workspace's profile is not there", async () => {
  addStranger(shop, 'zoe@south.example');
  const zoe = agentFor(shop, ALL, 'zoe@south.example');
  const { isError, texts } = await zoe.tool('get_overview', { profile_id: shop.profileId, ...WEEK });
  const unknown = await zoe.tool('get_overview', { profile_id: NOWHERE, ...WEEK });
  assert.ok(isError);
  assert.equal(texts[0], unknown.texts[0], 'it looks like one that does not exist');
});

test('a further page is asked for as the words say', async () => {
  const args = { profile_id: shop.profileId, ...WEEK, goal: 'payment_received', limit: 1 };
  const first = await agent.tool('list_customers', args);
  const next = JSON.parse(/call again with the same arguments and (\{.*\})\./.exec(first.texts[0] as string)?.[1] ?? '');
  const second = await agent.tool('list_customers', { ...args, ...next });
  assert.notEqual(second.structured.data[0].conversion_id, first.structured.data[0].conversion_id);
});

test('a read of personal data is written down, as on REST', async () => {
  const log = async (): Promise<{ operation: string; credential: string; status: number }[]> =>
    (await shop.api(shop.session).get(`/workspaces/${shop.workspaceId}/pii-access-log`)).body.data;
  const before = (await log()).length;
  await agent.tool('search_customers', { profile_id: shop.profileId, q: 'ana' });
  const [latest, ...rest] = await log();
  assert.equal(rest.length, before);
  assert.deepEqual([latest?.operation, latest?.credential, latest?.status], ['searchCustomers', 'grant', 200]);
});

test('a scope that the person could grant is asked for (RFC 6750 §3.1), one that they cannot is told', async (t) => {
  const args = { profile_id: shop.profileId, ...WEEK, goal: 'payment_received' };
  await t.test('403 names all scopes to ask for', async () => {
    const response = await agentFor(shop, ['mcp:read']).post(toolCall('list_customers', args));
    assert.equal(response.status, 403);
    const log = (await shop.api(shop.session).get(`/workspaces/${shop.workspaceId}/pii-access-log`)).body.data;
    assert.deepEqual([log[0].operation, log[0].status, log[0].result], ['listCustomers', 403, 'insufficient_scope']);
    assert.equal(
      response.headers.get('www-authenticate'),
      `Bearer error="insufficient_scope", scope="mcp:read customers:read", resource_metadata="${shop.baseUrl}/.well-known/oauth-protected-resource/mcp"`,
    );
    const { error } = (await response.json()) as { error: { code: string; required_scopes: string[]; message: string } };
    assert.deepEqual([error.code, error.required_scopes], ['insufficient_scope', ['customers:read']]);
    assert.match(error.message, /authorize again and request mcp:read customers:read/);
  });
  await t.test('part of a bundle is requested by its own name', async () => {
    const response = await agentFor(shop, ['analytics:read']).post(toolCall('list_customers', args));
    assert.match(response.headers.get('www-authenticate') ?? '', /scope="analytics:read customers:read"/);
  });
  await t.test('a viewer would ask in vain, and hears it from the tool', async () => {
    addMember(shop, 'vic@shop.example', 'viewer');
    const { isError, texts } = await agentFor(shop, ['mcp:read'], 'vic@shop.example').tool('list_customers', args);
    assert.ok(isError);
    assert.match(texts[0] as string, /needs|role|insufficient_scope|forbidden/);
  });
  await t.test('the same with the scope granted and the permission taken away', async () => {
    addMember(shop, 'alf@shop.example', 'analyst', false);
    const { isError, texts } = await agentFor(shop, ALL, 'alf@shop.example').tool('list_customers', args);
    assert.ok(isError);
    assert.match(texts[0] as string, /^insufficient_scope \(403\): This credential lacks the scope customers:read/);
  });
  await t.test('a profile of the healthcare family is open to its own people', async () => {
    setHealthcare(shop.base, { profileId: shop.profileId }, true);
    assert.equal((await agent.tool('list_customers', args)).isError, false);
    setHealthcare(shop.base, { profileId: shop.profileId }, false);
  });
});

test('tools are named as tools, and no text names a verb and a path of REST', async (t) => {
  const owner = shop.api(shop.session);
  const { body: workspace } = await owner.post('/workspaces', { name: 'Bare' });
  const { body: created } = await owner.post('/profiles', { workspace_id: workspace.data.workspace_id, name: 'Bare' });
  const { profile_id } = created.data;
  await t.test('the list, and what an agent reads before its first call', async () => {
    const { result } = await messageIn(await agent.post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }));
    assert.doesNotMatch(JSON.stringify(result), REST_CALL);
    assert.doesNotMatch(instructionsFor(argumentsShared(operationTools())), REST_CALL);
  });
  await t.test('what to do next, in an answer and in words', async () => {
    const { structured, texts } = await agent.tool('get_profile_readiness', { profile_id });
    const next = Object.fromEntries(structured.data.steps.map(({ name, next }: { name: string; next: string }) => [name, next]));
    assert.match(next['tracking_key_issued'] ?? '', /create_tracking_key/);
    assert.match(next['profile_configured'] ?? '', /update_profile/);
    assert.doesNotMatch(texts.join(), REST_CALL);
    const refused = await agent.tool('get_tracking_snippet', { profile_id });
    assert.match(refused.texts[0] as string, /create_tracking_key/);
    assert.doesNotMatch(refused.texts.join(), REST_CALL);
    const { body } = await shop.api(agent.token).get('/tracking/snippet', { profile_id });
    assert.match(body.error.message, /POST \/api\/v1\/tracking\/keys/, 'REST goes on in its own words');
  });
  await t.test('whatever a source file says of an operation has a name', () => {
    const said = sourceLines().flatMap((line) => line.match(new RegExp(REST_CALL, 'g')) ?? []);
    assert.ok(said.length > 10, 'there are such texts');
    for (const each of new Set(said)) assert.doesNotMatch(nameOperations(each), REST_CALL, each);
  });
  await t.test('what others wrote stays as it is', () => {
    const page = { title: 'GET /api/v1/overview', properties: { next: 'POST /api/v1/tracking/keys' } };
    assert.deepEqual(inToolWords({ data: [page] }), { data: [page] });
    const first = { finding: 'late', text: 'See GET /profile/freshness.', fix: null };
    assert.equal(inToolWords({ next: first, text: first.text }).next.text, 'See get_freshness.', 'what to do first');
    assert.equal(inToolWords({ next: first, text: first.text }).text, first.text, 'a text of somebody else');
    assert.equal(nameOperations('See GET /profile/freshness.'), 'See get_freshness.');
    assert.equal(nameOperations('Send it (POST /api/v1/events).'), 'Send it (REST operation createEvent).');
  });
});
