// A tool call as a call of its operation: the arguments become path and query, and the pipeline of the REST door does the rest,
// with the caller's own token. So a tool can do nothing that REST would refuse.
import { ApiError } from '../../base/contract/api-error.ts';
import { contract, type Json } from '../../base/contract/document.ts';
import { type Door, type Exchange, exchangeFor, type Incoming } from '../rest/exchange.ts';
import { runPipeline } from '../rest/pipeline.ts';
import type { OperationTool } from './tools.ts';
import { forUnits } from './units.ts';

export interface ToolCall {
  tool: OperationTool;
  args: Record<string, unknown>;
  /** The caller's Authorization header. */
  authorization: string;
  requestId: string;
}

/** The same door, but a run costs units: after access, limits and arguments are found right, and only if it answers. */
export function metered(door: Door): Door {
  const units = new Map(contract().operations.map(({ id, mcp }) => [id, mcp?.units ?? 0]));
  return {
    ...door,
    handlerOf: (id) => async (call, base) => {
      const { workspaceId } = call as { workspaceId: string };
      return forUnits(base, workspaceId, units.get(id) as number, () => door.handlerOf(id)(call, base));
    },
  };
}

/** The exchange after it ran. Throws what the pipeline refused with. */
export async function runTool(door: Door, { tool, args, authorization, requestId }: ToolCall): Promise<Exchange> {
  const incoming = incomingOf(tool, args, authorization);
  const exchange = exchangeFor({ door, operation: tool.operation, requestId, incoming });
  await runPipeline(exchange);
  return exchange;
}

function incomingOf({ operation }: OperationTool, args: Record<string, unknown>, authorization: string): Incoming {
  const pathParams: Record<string, string> = {};
  const query = new URLSearchParams();
  const inPath = new Set(operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name));
  for (const [name, value] of Object.entries(args)) {
    if (value === null || value === undefined) continue; // agents say so what they leave out
    if (inPath.has(name)) pathParams[name] = textOf(name, value);
    else query.append(name, textOf(name, value));
  }
  const path = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = pathParams[name];
    if (value === undefined || value === '') throw new ApiError('invalid_parameter', `${name}: is required.`);
    return encodeURIComponent(value);
  });
  return { path, queryText: query.toString(), pathParams, headers: { authorization }, readBody: async () => undefined };
}

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
