// The door of agents, POST /mcp: Model Context Protocol over Streamable HTTP, without sessions, in its revisions up to 2025-11-25
// and in that of 2026-07-28. The protocol is the library's; who may, from where, with which token and at what cost is decided here.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AuthInfo, createMcpHandler, type McpServerFactory, Server } from '@modelcontextprotocol/server';
import { identify } from '../../account/access/index.ts';
import { mcpUrlOf, OAUTH_PATHS, startStepUp } from '../../account/apps/index.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { objectOf } from '../../base/contract/document.ts';
import type { Principal } from '../../base/contract/operation.ts';
import { type Calls, errorText, RateExceeded, rateHeaders, refusalOf } from '../../call/index.ts';
import { answer, logWhenOver, requestIdOf } from '../http/answer.ts';
import { readBody } from '../http/body.ts';
import type { Metrics } from '../http/metrics.ts';
import { argumentsOf, inputOf } from './call.ts';
import { scopeChallenge, scopesToAsk, unauthorizedChallenge } from './challenge.ts';
import { isOriginAllowed } from './origin.ts';
import { addTools, type Caller, type Desk } from './server.ts';
import { instructionsFor } from './texts.ts';
import { argumentsShared, type OperationTool, operationTools } from './tools.ts';
import { toWebRequest, writeWebResponse } from './web.ts';

const PATH = '/mcp';
const BODY_LIMIT = 1024 * 1024;
/** The most messages of a batch; the protocol's library refuses larger ones whole. */
const MAX_MESSAGES = 100;
/** Tools change with a release only. */
const LIST_TTL_MS = 3_600_000;

/** Browsers may ask from anywhere: nothing here goes by cookies. Sent before anybody is identified. */
const CORS: readonly (readonly [string, string])[] = [
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Allow-Methods', 'POST, GET, DELETE, OPTIONS'],
  [
    'Access-Control-Allow-Headers',
    'Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID',
  ],
  ['Access-Control-Expose-Headers', 'WWW-Authenticate, MCP-Protocol-Version, Mcp-Session-Id, Retry-After, X-Request-Id'],
  ['Access-Control-Max-Age', '86400'],
];

export interface McpDoorOptions {
  baseUrl: () => string;
  metrics: Metrics;
  /** The server behind the door; the tools of this service when left out. */
  factory?: McpServerFactory;
}

/** Answers whether the request is this door's; when it is not, it is left for the next one. */
export function createMcpDoor(calls: Calls, { baseUrl, metrics, factory }: McpDoorOptions) {
  const tools = operationTools();
  const desk: Desk = { calls, tools, shared: argumentsShared(tools), baseUrl, metrics };
  const mcp = createMcpHandler(factory ?? serverFor(desk), { maxRequestBodySize: BODY_LIMIT });
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (!isHere(request.url)) return false;
    void handle(desk, mcp, request, response);
    return true;
  };
}

const isHere = (url = ''): boolean => (url.split('?', 1)[0] as string) === PATH;

/** One server for one request, as nothing is remembered between two. */
function serverFor(desk: Desk): McpServerFactory {
  return ({ authInfo }) => {
    const server = new Server(
      { name: 'tributary', title: 'Tributary', version: '1.0.0' },
      {
        capabilities: { tools: {} },
        instructions: instructionsFor(desk.shared),
        cacheHints: { 'tools/list': { ttlMs: LIST_TTL_MS, cacheScope: 'public' } },
      },
    );
    addTools(server, desk, authInfo?.extra?.['caller'] as Caller);
    return server;
  };
}

async function handle(
  desk: Desk,
  mcp: ReturnType<typeof createMcpHandler>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const started = performance.now();
  const requestId = requestIdOf(request);
  logWhenOver(desk.calls.base.log, request, response, requestId);
  for (const [name, value] of [...CORS, ['X-Request-Id', requestId], ['X-Content-Type-Options', 'nosniff']] as const)
    response.setHeader(name, value);
  try {
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    checkOrigin(desk, request);
    const caller: Caller = { principal: callerOf(desk, request, response), authorization: authorizationOf(request), requestId };
    const body = request.method === 'POST' ? await readBody(request, BODY_LIMIT) : undefined;
    await admit(desk, caller, body, response);
    const web = toWebRequest(request, response, mcpUrlOf(desk.baseUrl()), body);
    await writeWebResponse(request, response, await mcp.fetch(web, { authInfo: authInfoOf(caller) }));
  } catch (error) {
    refuse(desk, response, requestId, error);
  }
  desk.metrics.observe('mcp', response.statusCode, (performance.now() - started) / 1000);
}

function checkOrigin({ calls, baseUrl }: Desk, { headers }: IncomingMessage): void {
  if (isOriginAllowed(headers, baseUrl(), calls.base.config.mcpOrigins)) return;
  throw new ApiError('forbidden', 'Pages of this origin may not call here; TRIBUTARY_MCP_ORIGINS lists the allowed origins.');
}

/** A person's token, issued for this server and no other. */
function callerOf({ calls, baseUrl }: Desk, request: IncomingMessage, response: ServerResponse): Principal {
  const authorization = request.headers.authorization;
  const principal = identify(calls.base, authorization);
  if (principal?.kind === 'user' && principal.resource === mcpUrlOf(baseUrl())) return principal;
  response.setHeader('WWW-Authenticate', unauthorizedChallenge(metadataUrl(baseUrl()), authorization !== undefined));
  const message =
    'Agents call with a user token (svc_user_…) issued for this server; its metadata shows where a person authorizes one.';
  throw new ApiError('unauthorized', message);
}

const metadataUrl = (baseUrl: string): string => `${baseUrl}${OAUTH_PATHS.resourceMetadata}`;
const authorizationOf = ({ headers }: IncomingMessage): string => headers.authorization ?? '';

/** Before the protocol sees the call: how often one may, and whether more scopes would help. */
async function admit(desk: Desk, caller: Caller, body: Buffer | undefined, response: ServerResponse): Promise<void> {
  const { principal } = caller;
  const { calls, tools, baseUrl } = desk;
  const [toolCall, ...more] = callsIn(body);
  const tool = toolCall && tools.get(toolCall.name);
  // A message that runs an operation is counted with the operation; in a batch, which older revisions have, each message.
  for (const call of [toolCall, ...more])
    if (!call || !tools.has(call.name)) calls.limit(principal, { id: 'mcp', isIntake: false, rateLimit: undefined });
  if (more.length > 0) return; // its calls hear from their tools what they lack
  const scopes = tool && scopesToAsk(calls.base, principal, tool, toolCall.named);
  if (!scopes || !(await isRefusedForScope(desk, caller, tool, toolCall.args))) return;
  startStepUp(calls.base, principal);
  const needed = tool.operation.scopes;
  response.setHeader('WWW-Authenticate', scopeChallenge(metadataUrl(baseUrl()), scopes));
  throw new ApiError(
    'insufficient_scope',
    `${tool.shown.name} needs ${needed.join(' or ')}, which the person has not granted yet: authorize again and request ${scopes.join(' ')}.`,
    { required_scopes: [...needed] },
  );
}

/** The refusal is a call like any other: counted, and in the access log of personal data. */
async function isRefusedForScope(
  { calls }: Desk,
  { authorization, requestId }: Caller,
  tool: OperationTool,
  args: Record<string, unknown>,
): Promise<boolean> {
  try {
    const input = { ...inputOf(tool, args), mode: 'check' as const };
    const { refusal } = await calls.invoke({ authorization, requestId }, tool.operation.id, input);
    return refusal?.code === 'insufficient_scope';
  } catch {
    return false; // the tool itself says what is wrong with its arguments
  }
}

interface ToolCallIn {
  name: string;
  args: Record<string, unknown>;
  named: { profileId?: string; workspaceId?: string };
}

/** One for each message; what calls no tool is undefined. Anything odd about it is the protocol's to refuse. */
function callsIn(body: Buffer | undefined): (ToolCallIn | undefined)[] {
  try {
    const message: unknown = JSON.parse(String(body));
    if (!Array.isArray(message) || message.length === 0 || message.length > MAX_MESSAGES) return [toolCallIn(message)];
    return message.map(toolCallIn);
  } catch {
    return [undefined];
  }
}

function toolCallIn(message: unknown): ToolCallIn | undefined {
  const { method, params: sent } = objectOf(message);
  const params = objectOf(sent);
  const { name } = params;
  if (method !== 'tools/call' || typeof name !== 'string') return undefined;
  const args = argumentsOf(params);
  const { profile_id: profileId, workspaceId: inPath, workspace_id: workspaceId = inPath } = args;
  return {
    name,
    args,
    named: {
      ...(typeof profileId === 'string' ? { profileId } : {}),
      ...(typeof workspaceId === 'string' ? { workspaceId } : {}),
    },
  };
}

/** The library hands this on and reads nothing in it; the token itself stays out of its sight. */
const authInfoOf = (caller: Caller): AuthInfo => ({
  token: '',
  clientId: caller.principal.credentialId,
  scopes: [...caller.principal.scopes],
  extra: { caller },
});

function refuse({ calls, baseUrl }: Desk, response: ServerResponse, requestId: string, cause: unknown): void {
  const { error, unexpected } = refusalOf(cause);
  if (unexpected) calls.base.log.error({ err: cause, request_id: requestId, operation: 'mcp' }, 'a call failed unexpectedly');
  const headers = cause instanceof RateExceeded ? rateHeaders(cause.rate) : [];
  if (error.retryAfterSeconds !== undefined) headers.push('Retry-After', String(error.retryAfterSeconds));
  answer(response, { status: error.status, text: errorText(error, requestId, baseUrl()), headers, error });
}
