// A client of the protocol's own makers that was granted reading and needs more: its call is refused with the scopes to ask for
// (403, RFC 6750 §3.1), the person allows them on the consent page, and the same call then answers.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { decideFor } from '../../conformance/person.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { CALLBACK, granted, OFFERED, opens, refresh } from '../oauth/flow.ts';
import { agentWith, toolCall } from './agent.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

/** What the library asks of a program: to keep what it is handed, and to send the person to an address. */
class Keeper implements OAuthClientProvider {
  readonly redirectUrl = CALLBACK;
  readonly clientMetadata = { client_name: 'Official', redirect_uris: [CALLBACK] };
  visited: URL | undefined;
  private client: OAuthClientInformationMixed | undefined;
  private kept: OAuthTokens | undefined;
  private verifier = '';

  clientInformation = (): OAuthClientInformationMixed | undefined => this.client;
  saveClientInformation = (client: OAuthClientInformationMixed): void => {
    this.client = client;
  };
  tokens = (): OAuthTokens | undefined => this.kept;
  saveTokens = (tokens: OAuthTokens): void => {
    this.kept = tokens;
  };
  redirectToAuthorization = (url: URL): void => {
    this.visited = url;
  };
  saveCodeVerifier = (verifier: string): void => {
    this.verifier = verifier;
  };
  codeVerifier = (): string => this.verifier;
  invalidateCredentials = (): void => {
    this.kept = undefined;
  };
}

interface Connected {
  client: Client;
  transport: StreamableHTTPClientTransport;
  keeper: Keeper;
}

const connection = (keeper: Keeper): Connected => ({
  client: new Client({ name: 'official', version: '1' }),
  transport: new StreamableHTTPClientTransport(new URL(`${app.baseUrl}/mcp`), { authProvider: keeper }),
  keeper,
});

/** The person ticks these of what is offered; the program goes on with the code it gets. */
async function authorizeWith({ transport, keeper }: Connected, ticked: string[]): Promise<string> {
  const address = keeper.visited ?? assert.fail('the library sent nobody to the consent page');
  keeper.visited = undefined;
  const back = await decideFor(app, address.href, ticked);
  await transport.finishAuth(back.searchParams.get('code') ?? assert.fail(`no code in ${back}`));
  return address.searchParams.get('scope') ?? '';
}

/** Connected with reading alone, though all was offered. */
async function connectedReader(): Promise<Connected> {
  const keeper = new Keeper();
  const stranger = connection(keeper);
  await assert.rejects(stranger.client.connect(stranger.transport as never), UnauthorizedError);
  assert.equal(await authorizeWith(stranger, ['mcp:read']), OFFERED.join(' '), 'the library asks for what is offered');
  await stranger.client.close();
  const connected = connection(keeper);
  await connected.client.connect(connected.transport as never);
  return connected;
}

const createWorkspace = { name: 'create_workspace', arguments: { name: 'Second shop' } };

test('the official client steps up by itself, and its call then works', async () => {
  const connected = await connectedReader();
  const { client } = connected;
  await assert.rejects(client.callTool(createWorkspace), UnauthorizedError);
  assert.equal(await authorizeWith(connected, ['mcp:read', 'mcp:write']), 'mcp:read mcp:write');
  const { structuredContent, isError } = await client.callTool(createWorkspace);
  assert.deepEqual([isError ?? false, (structuredContent as { step: string }).step], [false, 'preview']);
  await client.close();
});

test('a refresh after such a refusal is refused once, for a minute, and burns nothing', async (t) => {
  const { clientId, access, refresh: first } = await granted(app);
  const refuse = async (): Promise<void> => {
    const response = await agentWith(app, access).post(toolCall('list_customers', { profile_id: app.profileId }));
    assert.equal(response.status, 403, await response.text());
  };
  let token = first;
  await t.test('refused once, then as before', async () => {
    await refuse();
    const { status, body } = await refresh(app, clientId, token);
    assert.deepEqual([status, body.error], [400, 'invalid_grant']);
    assert.match(body.error_description, /new authorization request/);
    const again = await refresh(app, clientId, token);
    assert.equal(again.status, 200);
    token = again.body.refresh_token;
  });
  await t.test('a refresh that names its scopes is none of this', async () => {
    await refuse();
    const narrow = await refresh(app, clientId, token, { scope: 'mcp:read' });
    assert.equal(narrow.status, 200);
    token = narrow.body.refresh_token;
  });
  await t.test('after a minute nobody remembers', async () => {
    await refuse();
    app.clock.set(new Date(app.clock.now() + 61_000).toISOString());
    assert.equal((await refresh(app, clientId, token)).status, 200);
  });
  await t.test('a used one still burns its family', async () => {
    await refuse();
    assert.equal((await refresh(app, clientId, first)).body.error, 'invalid_grant');
    assert.equal(await opens(app, access), false);
  });
});
