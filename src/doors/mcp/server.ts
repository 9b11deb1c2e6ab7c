// What the protocol's server answers: the list of tools, and a call of one. Refusals come back as results, so that the model
// reads them and can do better; only a tool that does not exist is a fault of the protocol.
import { type CallToolResult, ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Principal } from '../../base/contract/operation.ts';
import { errorText } from '../rest/answer.ts';
import type { Door } from '../rest/exchange.ts';
import type { Metrics } from '../rest/metrics.ts';
import { refusalOf } from '../rest/refusals.ts';
import { argumentsOf, runTool } from './call.ts';
import { answered, refused, told } from './results.ts';
import { listed, type OperationTool } from './tools.ts';
import { unitsOf } from './units.ts';
import { WHOAMI, whoami } from './whoami.ts';

/** What every call of this door shares. */
export interface Desk {
  door: Door;
  tools: Map<string, OperationTool>;
  baseUrl: () => string;
  metrics: Metrics;
}

export interface Caller {
  principal: Principal;
  authorization: string;
  requestId: string;
}

export function addTools(server: Server, desk: Desk, caller: Caller): void {
  const tools = listed(desk.tools);
  server.setRequestHandler('tools/list', () => ({ tools }));
  server.setRequestHandler('tools/call', ({ params }) => call(desk, caller, params.name, argumentsOf(params)));
}

async function call(desk: Desk, caller: Caller, name: string, args: Record<string, unknown>): Promise<CallToolResult> {
  const tool = desk.tools.get(name);
  if (!tool && name !== WHOAMI.name)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 100)}`);
  try {
    return tool ? await runOperation(desk, caller, tool, args) : tellWhoami(desk, caller, args);
  } catch (error) {
    return refuse(desk, caller, name, error);
  }
}

function tellWhoami({ door }: Desk, { principal }: Caller, args: Record<string, unknown>): CallToolResult {
  const [unknown] = Object.keys(args);
  if (unknown !== undefined) throw new ApiError('invalid_parameter', `${unknown}: whoami takes no arguments.`);
  return told(whoami(door.base, principal));
}

async function runOperation(
  desk: Desk,
  caller: Caller,
  tool: OperationTool,
  args: Record<string, unknown>,
): Promise<CallToolResult> {
  const { authorization, requestId } = caller;
  const { outgoing, workspaceId } = await runTool(desk.door, { tool, args, authorization, requestId });
  const units = { ...unitsOf(desk.door.base, workspaceId as string), cost: tool.entry.units };
  return answered(tool, { text: outgoing?.text as string, units });
}

function refuse({ door, baseUrl }: Desk, { requestId }: Caller, name: string, cause: unknown): CallToolResult {
  const { error, unexpected } = refusalOf(cause);
  if (unexpected) door.base.log.error({ err: cause, request_id: requestId, operation: name }, 'a call failed unexpectedly');
  return refused(error, errorText(error, requestId, baseUrl()));
}
