// The tools: one for every operation that the contract marks with `x-svc-mcp`, and whoami. Their names, schemas and texts come
// from the contract, so that a tool cannot say something else than its operation.
import type { Tool } from '@modelcontextprotocol/server';
import { type ContractOperation, contract, type ToolEntry } from '../../base/contract/document.ts';
import { askedAs } from '../../base/contract/scopes.ts';
import { DESCRIBE_TOOL } from './describe-tool.ts';
import { listedInput, type SharedArguments, sharedArguments } from './list.ts';
import { bodyFields, entryOf, inputSchema, outputSchema, STEP_NAMES, type ToolSchema, untrustedFields } from './schemas.ts';
import { WHOAMI } from './whoami.ts';

export interface OperationTool {
  operation: ContractOperation;
  entry: ToolEntry;
  title: string;
  /** The whole schemas, for describe_tool. */
  input: ToolSchema;
  output: ToolSchema;
  /** The fields of `structuredContent` with texts of strangers. */
  untrusted: readonly string[];
  shown: Tool;
}

export const isWriting = ({ operation }: Pick<OperationTool, 'operation'>): boolean => operation.method !== 'get';

/** The name of its entry, or that of the operation: getOverview → get_overview */
export const toolName = ({ id, mcp }: ContractOperation): string =>
  mcp?.name ?? id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Tools by name. Throws when the contract marks an operation that cannot be a tool. */
export function operationTools(operations: readonly ContractOperation[] = contract().operations): Map<string, OperationTool> {
  const drafts = operations.flatMap((operation) => (operation.mcp ? [draftOf(operation, operation.mcp)] : []));
  const shared = sharedArguments(drafts.map(({ input }) => input));
  return new Map(drafts.map((draft) => [toolName(draft.operation), { ...draft, shown: shownTool(draft, shared) }]));
}

export const argumentsShared = (tools: Map<string, OperationTool>): SharedArguments =>
  sharedArguments([...tools.values()].map(({ input }) => input));

type Draft = Omit<OperationTool, 'shown'>;

function draftOf(operation: ContractOperation, entry: ToolEntry): Draft {
  const fault = faultOf(operation, entry);
  if (fault) throw new Error(`The contract makes ${operation.id} a tool, but ${fault}.`);
  const title = entryOf(operation).summary.replace(/\.$/, '');
  const output = outputSchema(operation);
  const untrusted = [...new Set(untrustedFields(output))];
  return { operation, entry, title, input: inputSchema(operation, entry.without), output, untrusted };
}

function shownTool({ operation, entry, title, input }: Draft, shared: SharedArguments): Tool {
  return {
    name: toolName(operation),
    description: [`${title}.`, entry.text, ...needs(operation, entry)].join(' '),
    inputSchema: listedInput(input, shared),
    annotations: isWriting({ operation }) ? writingHints(operation) : READING_HINTS,
  };
}

/** The other hints mean something only where a tool writes. */
const READING_HINTS = { readOnlyHint: true };

const writingHints = ({ id }: ContractOperation) => ({
  destructiveHint: !id.startsWith('create'), // what is there may be written over
  idempotentHint: true, // what is confirmed twice is done once
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

/** What differs from the rule in the instructions: a scope outside mcp:read, a cost that is not one unit. */
function needs({ scopes }: ContractOperation, { units }: ToolEntry): string[] {
  const [scope] = scopes;
  const isUsual = scope !== undefined && askedAs(scope) === 'mcp:read';
  const needed = scope === undefined ? 'no scope' : scopes.join(' or ');
  return [
    ...(isUsual ? [] : [`Needs ${needed}.`]),
    ...(units === 1 ? [] : [`Costs ${units === 0 ? 'nothing' : `${units} units`}.`]),
  ];
}

/** whoami first, as every conversation starts there. */
export const listed = (tools: Map<string, OperationTool>): Tool[] => [
  WHOAMI.shown,
  DESCRIBE_TOOL.shown,
  ...[...tools.values()].map(({ shown }) => shown),
];
