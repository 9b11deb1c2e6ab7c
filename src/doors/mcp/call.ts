// A tool call as a call of its operation: the arguments become path, query and body, and `invoke` does the rest, with the caller's own
// token. So a tool can do nothing that REST would refuse.

import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Json, objectOf } from '../../base/contract/document.ts';
import type { Calls, Gate, Input, Result } from '../../call/index.ts';
import { argumentName, takesNull } from './schemas.ts';
import type { OperationTool } from './tools.ts';
import { giveUnitsBack, takeUnits } from './units.ts';

export interface ToolCall {
  tool: OperationTool;
  args: Record<string, unknown>;
  /** The caller's Authorization header. */
  authorization: string;
  requestId: string;
}

/** Units of the day for a call that passed every check; one that fails costs none. */
export const unitGate = (base: Base, units: number): Required<Pick<Gate, 'enter' | 'undo'>> => ({
  enter: ({ workspaceId }) => {
    if (units > 0 && workspaceId !== undefined) takeUnits(base, workspaceId, units);
  },
  undo: ({ workspaceId }) => {
    if (units > 0 && workspaceId !== undefined) giveUnitsBack(base, workspaceId, units);
  },
});

export async function runTool(
  calls: Calls,
  { tool, args, authorization, requestId }: ToolCall,
  how: Pick<Input, 'mode' | 'gate' | 'idempotencyKey'>,
): Promise<Result> {
  return calls.invoke({ authorization, requestId }, tool.operation.id, { ...inputOf(tool, args), ...how });
}

/** Throws when the arguments cannot be those of the operation. */
export function inputOf(tool: OperationTool, args: Record<string, unknown>): Input {
  const { operation } = tool;
  const path: Record<string, string> = {};
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  const places = new Map(operation.parameters.map((parameter) => [parameter.name, parameter.in]));
  const names = new Map(operation.parameters.map(({ name }) => [argumentName(name), name]));
  for (const [argument, value] of Object.entries(args)) {
    const name = names.get(argument) ?? argument;
    if (isLeftOut(tool, name, value)) continue;
    if (tool.entry.without?.includes(name))
      throw new ApiError('validation_error', `${name}: agents cannot set it; the person does.`);
    const place = places.get(name);
    if (place === 'path') path[name] = textOf(name, value);
    else if (place === 'query' || !operation.bodySchema) query.append(name, textOf(name, value));
    else body[name] = value;
  }
  for (const { name, in: place } of operation.parameters)
    if (place === 'path' && !path[name]) throw new ApiError('invalid_parameter', `${argumentName(name)}: is required.`);
  return { path, query: query.toString(), ...(operation.bodySchema ? { body: { value: body } } : {}) };
}

/** Agents say null for what they leave out, unless null says something here. */
const isLeftOut = ({ operation }: OperationTool, name: string, value: unknown): boolean =>
  value === undefined || (value === null && !takesNull(operation, name));

/** The form of a value in a query: a list with commas between. */
function textOf(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => elementOf(name, each)).join(',');
  return scalarOf(name, value);
}

function elementOf(name: string, value: unknown): string {
  const text = scalarOf(name, value);
  if (text.includes(',')) throw new ApiError('invalid_parameter', `${name}: an element contains a comma.`);
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

export const argumentsOf = ({ arguments: args }: Json): Json => objectOf(args);
