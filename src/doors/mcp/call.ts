// A tool call as a call of its operation: the arguments become path, query and body, and the pipeline of the REST door does the
// rest, with the caller's own token. So a tool can do nothing that REST would refuse.
import { ApiError } from '../../base/contract/api-error.ts';
import { type ContractOperation, contract, type Json } from '../../base/contract/document.ts';
import { type Door, type Exchange, exchangeFor, type Incoming } from '../rest/exchange.ts';
import { runPipeline } from '../rest/pipeline.ts';
import { takesNull } from './schemas.ts';
import type { OperationTool } from './tools.ts';
import { forUnits } from './units.ts';

export interface ToolCall {
  tool: OperationTool;
  args: Record<string, unknown>;
  /** The caller's Authorization header. */
  authorization: string;
  requestId: string;
  /** For a call that is to have one effect, however often it is made. */
  idempotencyKey?: string;
}

/** The same door, but a run costs units: after access, limits and arguments are found right, and only if it answers. */
export function metered(door: Door): Door {
  const units = new Map(contract().operations.map(({ id, mcp }) => [id, mcp?.units ?? 0]));
  return {
    ...door,
    handlerOf: (id) => async (call, base) => {
      const cost = units.get(id) as number;
      const run = () => door.handlerOf(id)(call, base);
      return cost === 0 ? run() : forUnits(base, (call as { workspaceId: string }).workspaceId, cost, run);
    },
  };
}

/** The exchange after it ran. Throws what the pipeline refused with. */
export async function runTool(door: Door, call: ToolCall): Promise<Exchange> {
  const exchange = toolExchange(door, call);
  await runPipeline(exchange);
  return exchange;
}

/** The call at the beginning of the pipeline. */
export function toolExchange(door: Door, { tool, args, authorization, requestId, idempotencyKey }: ToolCall): Exchange {
  const incoming = incomingOf(tool, args, authorization);
  if (idempotencyKey === undefined) return exchangeFor({ door, operation: tool.operation, requestId, incoming });
  const operation: ContractOperation = { ...tool.operation, idempotency: 'required' };
  const headers = { ...incoming.headers, 'idempotency-key': idempotencyKey };
  return exchangeFor({ door, operation, requestId, incoming: { ...incoming, headers } });
}

function incomingOf(tool: OperationTool, args: Record<string, unknown>, authorization: string): Incoming {
  const { operation } = tool;
  const pathParams: Record<string, string> = {};
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  const places = new Map(operation.parameters.map((parameter) => [parameter.name, parameter.in]));
  for (const [name, value] of Object.entries(args)) {
    if (isLeftOut(tool, name, value)) continue;
    if (tool.entry.without?.includes(name))
      throw new ApiError('validation_error', `${name}: is not settled by agents; the person does it.`);
    const place = places.get(name);
    if (place === 'path') pathParams[name] = textOf(name, value);
    else if (place === 'query' || !operation.bodySchema) query.append(name, textOf(name, value));
    else body[name] = value;
  }
  const path = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = pathParams[name];
    if (value === undefined || value === '') throw new ApiError('invalid_parameter', `${name}: is required.`);
    return encodeURIComponent(value);
  });
  const headers = { authorization, 'content-type': 'application/json' };
  const pourBody: Incoming['pourBody'] = async (_limitBytes, take) => {
    if (!operation.bodySchema) return undefined;
    const bytes = Buffer.from(JSON.stringify(body));
    await take(bytes);
    return bytes.byteLength;
  };
  return { path, queryText: query.toString(), pathParams, headers, pourBody };
}

/** Agents say null for what they leave out, unless null says something here. */
const isLeftOut = ({ operation }: OperationTool, name: string, value: unknown): boolean =>
  value === undefined || (value === null && !takesNull(operation, name));

/** As it would stand in a query: a list with commas between. */
function textOf(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => elementOf(name, each)).join(',');
  return scalarOf(name, value);
}

function elementOf(name: string, value: unknown): string {
  const text = scalarOf(name, value);
  if (text.includes(',')) throw new ApiError('invalid_parameter', `${name}: an element holds a comma.`);
  return text;
}

function scalarOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new ApiError('invalid_parameter', `${name}: must be a text, a number or a list of them.`);
}

/** Does the tool take this argument? */
export const takes = ({ operation }: OperationTool, name: string): boolean =>
  operation.parameters.some((parameter) => parameter.name === name && parameter.in !== 'header');

export const argumentsOf = (params: Json | undefined): Record<string, unknown> => {
  const given = params?.['arguments'];
  return given !== null && typeof given === 'object' && !Array.isArray(given) ? (given as Record<string, unknown>) : {};
};
