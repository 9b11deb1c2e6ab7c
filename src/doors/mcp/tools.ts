// The tools: one for every operation that the contract marks with `x-svc-mcp`, and whoami. Their names, schemas and texts come
// from the contract, so that a tool cannot say something else than its operation.
import type { Tool } from '@modelcontextprotocol/server';
import { type ContractOperation, contract, type ToolEntry } from '../../base/contract/document.ts';
import { askedAs } from '../../base/contract/scopes.ts';
import { bodyFields, entryOf, inputSchema, outputSchema, STEP_NAMES } from './schemas.ts';
import { WHOAMI } from './whoami.ts';

export interface OperationTool {
  operation: ContractOperation;
  entry: ToolEntry;
  shown: Tool;
}

export const isWriting = ({ operation }: OperationTool): boolean => operation.method !== 'get';

/** getOverview → get_overview */
export const toolName = (operationId: string): string => operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Tools by name. Throws when the contract marks an operation that cannot be a tool. */
export function operationTools(operations: readonly ContractOperation[] = contract().operations): Map<string, OperationTool> {
  const tools = operations.flatMap((operation) => (operation.mcp ? [toolOf(operation, operation.mcp)] : []));
  return new Map(tools.map((tool) => [tool.shown.name, tool]));
}

function toolOf(operation: ContractOperation, entry: ToolEntry): OperationTool {
  const fault = faultOf(operation, entry);
  if (fault) throw new Error(`The contract makes ${operation.id} a tool, but ${fault}.`);
  const summary = summaryOf(operation);
  const writes = operation.method !== 'get';
  const how = writes ? [stepsOf(operation)] : [];
  return {
    operation,
    entry,
    shown: {
      name: toolName(operation.id),
      title: summary.replace(/\.$/, ''),
      description: [`${summary} ${entry.text}`, ...how, needs(operation, entry)].join('\n'),
      inputSchema: inputSchema(operation, entry.without),
      outputSchema: outputSchema(operation),
      annotations: writes ? writingHints(operation) : READING_HINTS,
    },
  };
}

/** The two others mean something only where a tool writes. */
const READING_HINTS = { readOnlyHint: true, openWorldHint: false };

const writingHints = ({ id }: ContractOperation) => ({
  readOnlyHint: false,
  destructiveHint: !id.startsWith('create'), // what is there may be written over
  idempotentHint: true, // what is confirmed twice is done once
  openWorldHint: false,
});

function faultOf(operation: ContractOperation, { text, units, without = [] }: ToolEntry): string | undefined {
  const fields = Object.keys(bodyFields(operation));
  const names = [...operation.parameters.map(({ name }) => name), ...fields];
  if (!operation.auth.includes('user')) return 'no user token reaches it';
  if (operation.method === 'delete') return 'it removes something that no further call can restore';
  if (operation.bodySchema && fields.length === 0) return 'its body is no object of named fields';
  if (new Set([...names, ...STEP_NAMES]).size < names.length + STEP_NAMES.length) return 'two of its arguments have one name';
  if (without.some((name) => !names.includes(name))) return 'it leaves out an argument that it does not have';
  if (!Number.isSafeInteger(units) || units < 0) return 'its units are no number';
  if ((units === 0) !== (operation.grain === 'none')) return 'it costs units just where it belongs to a workspace';
  if (typeof text !== 'string' || text === '') return 'it has no text';
  return undefined;
}

const summaryOf = (operation: ContractOperation): string => entryOf(operation).summary;

function stepsOf({ grain }: ContractOperation): string {
  const gate = grain === 'none' ? '' : ', or a link for the person';
  return `step "preview" (default; show the person), "dry_run" (gives a confirm_token${gate}), "confirm" (with it; writes once).`;
}

function needs({ scopes }: ContractOperation, { units }: ToolEntry): string {
  const [scope] = scopes;
  const bundle = scope === undefined || askedAs(scope) === scope ? '' : ` (in ${askedAs(scope)})`;
  const needed = scopes.length === 0 ? 'Needs no scope' : `Needs scope ${scopes.join(' or ')}${bundle}`;
  return `${needed}; costs ${units === 0 ? 'nothing' : `${units} unit${units === 1 ? '' : 's'}`}.`;
}

/** whoami first, as every conversation starts there. */
export const listed = (tools: Map<string, OperationTool>): Tool[] => [WHOAMI, ...[...tools.values()].map(({ shown }) => shown)];
