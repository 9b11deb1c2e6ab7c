// The protocol at the door: who is let in, from where, in which revision, and that a client of the protocol's own makers works.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { startTestApp, type TestApp } from '../../harness.ts';
import { OFFERED } from '../oauth/flow.ts';
import { type Agent, agentFor, agentWith, messageIn, OWNER, tokenFor, toolCall } from './agent.ts';

let app: TestApp;
let agent: Agent;
before(async () => {
  app = await startTestApp({ config: { mcpOrigins: 'https://agents.example' } });
  agent = agentFor(app, ['mcp:read']);
});
after(() => app.close());

const LIST = { jsonrpc: '2.0', id: 7, method: 'tools/list' };
const metadata = () => `${app.baseUrl}/.well-known/oauth-protected-resource/mcp`;

test('only a user token for this server is let in (RFC 9728 §5.1, RFC 8707)', async (t) => {
  await t.test('nobody hears where to go, and of no error (RFC 6750 §3.1)', async () => {
    const response = await agentWith(app, undefined).post(LIST);
    assert.equal(response.status, 401);
    assert.equal(
      response.headers.get('www-authenticate'),
      `Bearer scope="${OFFERED.join(' ')}", resource_metadata="${metadata()}"`,
    );
    const { error } = (await response.json()) as { error: { code: string } };
    assert.equal(error.code, 'unauthorized');
  });
  const wrong: [string, () => string][] = [
    ['an unknown token', () => 'svc_user_nobody'],
    ['a token for another server', () => tokenFor(app, ['mcp:read'], OWNER, 'https://other.example/mcp')],
    ['a session', () => app.session],
    ['an API key', () => app.apiKey],
  ];
  for (const [what, token] of wrong) {
    await t.test(what, async () => {
      const response = await agentWith(app, token()).post(LIST);
      assert.equal(response.status, 401);
      assert.match(
        response.headers.get('www-authenticate') ?? '',
        /^Bearer error="invalid_token", .*scope="mcp:read mcp:write .*customers:read.*", resource_metadata="/,
      );
    });
  }
  await t.test('a token of an hour ago', async () => {
    const old = agentFor(app, ['mcp:read']);
    assert.equal((await old.post(LIST)).status, 200);
    app.clock.set('2026-03-31T13:00:01Z');
    assert.equal((await old.post(LIST)).status, 401);
    agent = agentFor(app, ['mcp:read']);
  });
  await t.test('the body of a stranger is never read', async () => {
    const response = await agentWith(app, undefined).post('x'.repeat(2_000_000));
    assert.equal(response.status, 401);
  });
});

test('browsers may ask from anywhere before anybody is identified (CORS)', async () => {
  const response = await fetch(`${app.baseUrl}/mcp`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://pages.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,mcp-protocol-version',
    },
  });
  assert.equal(response.status, 204);
  assert.equal(response.headers.get('access-control-allow-origin'), '*');
  for (const name of ['Authorization', 'Content-Type', 'MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name', 'Last-Event-ID'])
    assert.ok(response.headers.get('access-control-allow-headers')?.includes(name), name);
  assert.equal(response.headers.get('access-control-allow-credentials'), null);
  const refused = await agentWith(app, undefined).post(LIST);
  assert.equal(refused.headers.get('access-control-allow-origin'), '*');
  assert.ok(refused.headers.get('access-control-expose-headers')?.includes('WWW-Authenticate'));
});

test('a page of an unknown origin is refused, of a known one not', async () => {
  const from = async (origin: string) => (await agent.post(LIST, { origin })).status;
  assert.equal(await from('https://evil.example'), 403);
  assert.equal(await from('null'), 403);
  assert.equal(await from('http://localhost.evil.example'), 403);
  assert.equal(await from('https://agents.example.evil.example'), 403);
  assert.equal(await from('https://agents.example'), 200);
  assert.equal(await from('http://localhost:6274'), 200);
  assert.equal(await from(app.baseUrl), 200);
});

test('the bare call of the specification works', async () => {
  const response = await agent.post(toolCall('whoami'));
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('mcp-session-id'), null, 'there are no sessions');
  assert.equal(response.headers.get('cache-control'), 'no-store, no-transform');
  const { id, result } = await messageIn(response);
  assert.equal(id, 1);
  assert.equal(result.structuredContent.data.workspaces[0].workspace_id, app.workspaceId);
});

test('the revision of 2025-11-25 is spoken by its own client', async () => {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${agent.token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${app.baseUrl}/mcp`), { requestInit }) as never);
  try {
    assert.match(client.getInstructions() ?? '', /Call whoami first/);
    const { tools } = await client.listTools();
    assert.ok(tools.length > 10);
    for (const { name, inputSchema } of tools.filter(
      (tool) =>
        tool.annotations?.readOnlyHint === true &&
        !/whoami|describe|handoff|customer|conversion|overview|attribution|economics|lifetime|spend|ads/.test(tool.name),
    )) {
      const result = await client.callTool({
        name,
        arguments: inputSchema.required?.includes('workspace_id')
          ? { workspace_id: app.workspaceId }
          : { profile_id: app.profileId },
      });
      assert.equal(result.isError ?? false, false, `${name} ${JSON.stringify(result.content)}`);
    }
    const period = { date_from: '2026-03-01', date_to: '2026-03-07' };
    for (const name of [
      'get_overview',
      'get_overview_series',
      'get_attribution',
      'list_attribution_paths',
      'get_economics',
      'get_lifetime_value',
      'list_spend',
      'list_ads',
    ]) {
      const result = await client.callTool({ name, arguments: { profile_id: app.profileId, ...period } });
      assert.equal(result.isError ?? false, false, `${name} ${JSON.stringify(result.content)}`);
      assert.ok((result.structuredContent as { data: unknown }).data, name);
    }
    const refused = await client.callTool({ name: 'get_overview', arguments: { profile_id: app.profileId } });
    assert.equal(refused.isError, true);
    await assert.rejects(client.callTool({ name: 'drop_tables', arguments: {} }), /Unknown tool: drop_tables/);
  } finally {
    await client.close();
  }
});

test('the revision of 2026-07-28 is spoken without a handshake', async (t) => {
  const VERSION = '2026-07-28';
  const headers = (method: string, name?: string) => ({
    'mcp-protocol-version': VERSION,
    'mcp-method': method,
    ...(name === undefined ? {} : { 'mcp-name': name }),
  });
  const message = (method: string, params: Record<string, unknown> = {}) => ({
    jsonrpc: '2.0',
    id: 3,
    method,
    params: {
      ...params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': VERSION,
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  });
  await t.test('it says who it is', async () => {
    const { result } = await messageIn(await agent.post(message('server/discover'), headers('server/discover')));
    assert.ok(result.supportedVersions.includes(VERSION));
    assert.match(result.instructions, /Call whoami first/);
  });
  await t.test('the list says how long it holds', async () => {
    const { result } = await messageIn(await agent.post(message('tools/list'), headers('tools/list')));
    assert.deepEqual([result.ttlMs, result.cacheScope], [3_600_000, 'public']);
  });
  await t.test('a call, with headers that agree with its body and with others', async () => {
    const body = message('tools/call', { name: 'whoami', arguments: {} });
    const { result } = await messageIn(await agent.post(body, headers('tools/call', 'whoami')));
    assert.equal(result.structuredContent.data.workspaces.length, 1);
    assert.equal((await agent.post(body, headers('tools/call', 'get_overview'))).status, 400);
    assert.equal((await agent.post(body, headers('tools/list', 'whoami'))).status, 400);
  });
  await t.test('a revision that nobody knows is refused', async () => {
    const body = message('tools/list');
    body.params._meta['io.modelcontextprotocol/protocolVersion'] = '2031-01-01';
    const response = await agent.post(body, { ...headers('tools/list'), 'mcp-protocol-version': '2031-01-01' });
    assert.equal(response.status, 400);
  });
});

test('what is no call is refused, and harms nothing', async (t) => {
  const odd: [string, string | object, Record<string, string>, number][] = [
    ['no JSON', '{"jsonrpc":', {}, 400],
    ['no body', '', {}, 400],
    ['another content type', LIST, { 'content-type': 'text/plain' }, 415],
    ['an answer that is not wanted', LIST, { accept: 'text/html' }, 406],
    ['an unknown revision', LIST, { 'mcp-protocol-version': '1999-01-01' }, 400],
    ['a body that is too large', `{"x":"${'x'.repeat(1_100_000)}"}`, {}, 413],
  ];
  for (const [what, message, headers, status] of odd) {
    await t.test(what, async () => {
      assert.equal((await agent.post(message, headers)).status, status);
    });
  }
  await t.test('arguments that are too deep, or that reach for prototypes', async () => {
    const call = (args: string) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"put_definition","arguments":${args}}}`;
    const writer = agentFor(app, ['mcp:read', 'mcp:write', 'goals:write']);
    for (const [args, why] of [
      [`{"profile_id":"${app.profileId}","name":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, /nested deeper than 32 levels/],
      [`{"profile_id":"${app.profileId}","constructor":{"is_default":true}}`, /constructor: is a reserved name/],
    ] as const) {
      const { result } = await messageIn(await writer.post(call(args)));
      assert.match(result.content[0].text, why);
      assert.match(result.content[0].text, /^invalid_parameter \(400\)/);
    }
  });
  await t.test('an unknown method', async () => {
    const { error } = await messageIn(await agent.post({ jsonrpc: '2.0', id: 1, method: 'resources/list' }));
    assert.equal(error.code, -32601);
  });
  await t.test('there is no stream to listen to and no session to end', async () => {
    for (const method of ['GET', 'DELETE']) {
      const headers = { authorization: `Bearer ${agent.token}`, accept: 'text/event-stream' };
      assert.equal((await fetch(`${app.baseUrl}/mcp`, { method, headers })).status, 405, method);
    }
  });
  assert.equal((await agent.post(LIST)).status, 200);
});

test('calls are limited as on REST, together with them', async () => {
  const greedy = agentFor(app, ['mcp:read']);
  const statuses: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    const many = Array.from({ length: 80 }, async () => {
      const response = await greedy.post({ jsonrpc: '2.0', id: 1, method: 'ping' });
      await response.arrayBuffer();
      return response;
    });
    const answers = await Promise.all(many);
    statuses.push(...answers.map(({ status }) => status));
    const over = answers.find(({ status }) => status === 429);
    if (over) assert.ok(Number(over.headers.get('retry-after')) > 0);
  }
  assert.equal(statuses.filter((status) => status === 200).length, 600);
  const { status } = await app.api(greedy.token).get('/workspaces');
  assert.equal(status, 429, 'one credential, one count');
  const many = agentFor(app, ['mcp:read']);
  const batch = Array.from({ length: 100 }, (_, id) => ({ ...toolCall('whoami'), id }));
  const batches: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    const answer = await many.post(batch);
    await answer.arrayBuffer();
    batches.push(answer.status);
  }
  assert.deepEqual(batches, [...Array(6).fill(200), 429], 'a batch counts for each of its messages');
});
