// The answers of the protocol's server: the list of tools, and a call of one. Refusals are results, so that the model
// reads them and can do better; only a tool that does not exist is a fault of the protocol.
import { type CallToolResult, ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import { ApiError } from '../../base/contract/api-error.ts';
import { hostileFault } from '../../base/contract/hostile.ts';
import type { Principal } from '../../base/contract/operation.ts';
import { type Calls, errorText, refusalOf } from '../../call/index.ts';
import type { Metrics } from '../http/metrics.ts';
import { argumentsOf, runTool, unitGate } from './call.ts';
import { DESCRIBE_TOOL, describeTool } from './describe-tool.ts';
import type { SharedArguments } from './list.ts';
import { answered, refused, textResult, wrote } from './results.ts';
import { isWriting, listed, type OperationTool } from './tools.ts';
import { type Units, unitsOf } from './units.ts';
import { WHOAMI, whoami } from './whoami.ts';
import { runWrite } from './write.ts';

/** The common part of all calls of this door. */
export interface Desk {
  calls: Calls;
  tools: Map<string, OperationTool>;
  shared: SharedArguments;
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
  const own = OWN[name];
  if (!tool && !own) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 100)}`);
  try {
    refuseHostile(args);
    if (tool) return await runOperation(desk, caller, tool, args);
    return textResult(own?.(desk, caller, args) ?? {});
  } catch (error) {
    return refuse(desk, caller, name, error);
  }
}

/** The tools without an operation. */
const OWN: Readonly<Record<string, (desk: Desk, caller: Caller, args: Record<string, unknown>) => Record<string, unknown>>> = {
  [WHOAMI.shown.name]: ({ calls, shared }, { principal }, args) => {
    const [unknown] = Object.keys(args);
    if (unknown !== undefined) throw new ApiError('invalid_parameter', `${unknown}: whoami takes no arguments.`);
    return whoami(calls.base, principal, shared);
  },
  [DESCRIBE_TOOL.shown.name]: ({ tools }, _caller, args) => describeTool((name) => describedTool(tools, name), args),
};

function describedTool(tools: Desk['tools'], name: string) {
  const tool = tools.get(name);
  if (tool) return { ...tool, scopes: tool.operation.scopes, units: tool.entry.units };
  const own = [WHOAMI, DESCRIBE_TOOL].find(({ shown }) => shown.name === name);
  return own && { ...own, scopes: [], units: 0 };
}

/** Before anything walks through them. */
function refuseHostile(args: Record<string, unknown>): void {
  const fault = hostileFault(args);
  if (fault) throw new ApiError('invalid_parameter', `${fault.path || 'The call'}: ${fault.message}.`);
}

async function runOperation(
  desk: Desk,
  caller: Caller,
  tool: OperationTool,
  args: Record<string, unknown>,
): Promise<CallToolResult> {
  const { authorization, requestId, principal } = caller;
  const toolCall = { tool, args, authorization, requestId };
  if (isWriting(tool)) {
    const written = await runWrite(desk.calls, principal, toolCall);
    return wrote(tool, written, costOf(desk, written.workspaceId, written.isReplay ? 0 : tool.entry.units));
  }
  const gate = unitGate(desk.calls.base, tool.entry.units);
  const { text, refusal, workspaceId } = await runTool(desk.calls, toolCall, { gate });
  if (refusal) return refused(refusal, text);
  return answered(tool, { text, units: costOf(desk, workspaceId, tool.entry.units) });
}

/** The rest of the day's allowance; undefined without a workspace, or without a limit in its plan. */
function costOf({ calls }: Desk, workspaceId: string | undefined, cost: number): (Units & { cost: number }) | undefined {
  const isLimited = workspaceId !== undefined && calls.base.config.plans;
  return isLimited ? { ...unitsOf(calls.base, workspaceId), cost } : undefined;
}

function refuse({ calls, baseUrl }: Desk, { requestId }: Caller, name: string, cause: unknown): CallToolResult {
  const { error, unexpected } = refusalOf(cause);
  if (unexpected) calls.base.log.error({ err: cause, request_id: requestId, operation: name }, 'a call failed unexpectedly');
  return refused(error, errorText(error, requestId, baseUrl()));
}
