// The tools: one for every operation that the contract marks with `x-svc-mcp`, and whoami. Their names, schemas and texts come
// from the contract, so that a tool cannot say something else than its operation.
import type { Tool } from '@modelcontextprotocol/server';
import { type ContractOperation, contract, type Json, type ToolEntry } from '../../base/contract/document.ts';
import { inputSchema, outputSchema } from './schemas.ts';
import { WHOAMI } from './whoami.ts';

export interface OperationTool {
  operation: ContractOperation;
  entry: ToolEntry;
  shown: Tool;
}

/** getOverview → get_overview */
export const toolName = (operationId: string): string => operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** By name. Throws when the contract marks an operation that cannot be a tool. */
export function operationTools(operations: readonly ContractOperation[] = contract().operations): Map<string, OperationTool> {
  const tools = operations.flatMap((operation) => (operation.mcp ? [toolOf(operation, operation.mcp)] : []));
  return new Map(tools.map((tool) => [tool.shown.name, tool]));
}

function toolOf(operation: ContractOperation, entry: ToolEntry): OperationTool {
  const fault = faultOf(operation, entry);
  if (fault) throw new Error(`The contract makes ${operation.id} a tool, but ${fault}.`);
  const { summary, description } = textsOf(operation);
  return {
    operation,
    entry,
    shown: {
      name: toolName(operation.id),
      title: summary.replace(/\.$/, ''),
      description: [`${summary} ${entry.text}`, description, needs(operation, entry)].join('\n\n'),
      inputSchema: inputSchema(operation),
      outputSchema: outputSchema(operation),
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
  };
}

function faultOf(operation: ContractOperation, { text, units }: ToolEntry): string | undefined {
  if (!operation.auth.includes('user')) return 'no user token reaches it';
  if (operation.method !== 'get') return 'it writes, and writing takes steps that no tool has';
  if (operation.grain === 'none') return 'it belongs to no workspace whose units it could cost';
  if (!Number.isSafeInteger(units) || units < 1) return 'its units are no number above zero';
  if (typeof text !== 'string' || text === '') return 'it has no text';
  return undefined;
}

function textsOf(operation: ContractOperation): { summary: string; description: string } {
  const item = (contract().document['paths'] as Record<string, Json>)[operation.path] as Json;
  const { summary, description } = item[operation.method] as Json;
  return { summary: String(summary), description: String(description ?? '') };
}

function needs({ scopes }: ContractOperation, { units }: ToolEntry): string {
  const scope = scopes.length === 0 ? 'Needs no scope of its own' : `Needs the scope ${scopes.join(' or ')}`;
  return `${scope}; costs ${units} unit${units === 1 ? '' : 's'} of the workspace's day, nothing when it is refused.`;
}

/** whoami first, as every conversation starts there. */
export const listed = (tools: Map<string, OperationTool>): Tool[] => [WHOAMI, ...[...tools.values()].map(({ shown }) => shown)];
