// JSON Schemas of a tool, made from the contract's entry of its operation: what it takes, and the 200 answer it gives. Each
// schema carries the components that it means under `$defs`, as a client has nothing else to look them up in.
import { type ContractOperation, contract, type Json, resolve } from '../../base/contract/document.ts';

export interface ToolSchema extends Json {
  type: 'object';
}

export const PROFILE_ARGUMENT = 'The profile to answer for: a `profile_id` from whoami.';
const WORKSPACE_ARGUMENT = 'The workspace to answer for: a `workspace_id` from whoami.';

/** The parameters of path and query as one object; who the call is for has to be said, as a token is a person's and no profile's. */
export function inputSchema(operation: ContractOperation): ToolSchema {
  const defs = new Map<string, unknown>();
  const properties: Json = {};
  const required: string[] = [];
  for (const node of (entryOf(operation)['parameters'] ?? []) as Json[]) {
    const parameter = resolve(contract().document, node);
    if (parameter['in'] === 'header') continue;
    const name = parameter['name'] as string;
    const schema = selfContained(parameter['schema'], defs) as Json;
    properties[name] = { ...schema, description: descriptionOf(name, parameter), examples: [parameter['example']] };
    if (parameter['required'] === true || name === 'profile_id') required.push(name);
  }
  return { type: 'object', properties, required, additionalProperties: false, ...defsOf(defs) };
}

function descriptionOf(name: string, parameter: Json): unknown {
  if (name === 'profile_id') return PROFILE_ARGUMENT;
  if (name === 'workspaceId') return WORKSPACE_ARGUMENT;
  return parameter['description'];
}

/** What `structuredContent` holds. */
export function outputSchema(operation: ContractOperation): ToolSchema {
  const { document } = contract();
  const responses = entryOf(operation)['responses'] as Record<string, Json>;
  const media = (resolve(document, responses['200'] as Json)['content'] as Json)['application/json'] as Json;
  const defs = new Map<string, unknown>();
  const root = selfContained(resolve(document, media['schema'] as Json), defs) as Json;
  return { ...root, type: 'object', ...defsOf(defs) };
}

function entryOf(operation: ContractOperation): Json {
  const paths = contract().document['paths'] as Record<string, Json>;
  return (paths[operation.path] as Json)[operation.method] as Json;
}

const defsOf = (defs: Map<string, unknown>): Json => (defs.size === 0 ? {} : { $defs: Object.fromEntries(defs) });

/** A copy in which references lead into `$defs`; the words of OpenAPI and our own are left out. */
function selfContained(node: unknown, defs: Map<string, unknown>): unknown {
  if (Array.isArray(node)) return node.map((each) => selfContained(each, defs));
  if (node === null || typeof node !== 'object') return node;
  const { $ref: ref, ...rest } = node as Json;
  const kept = Object.entries(rest).filter(([key, value]) => !key.startsWith('x-') && !(key === 'example' && !isSchema(value)));
  const copy = Object.fromEntries(kept.map(([key, value]) => [key, selfContained(value, defs)]));
  if (typeof ref !== 'string') return copy;
  const name = ref.split('/').at(-1) as string;
  if (!defs.has(name)) {
    defs.set(name, true); // known before it is read: a schema may mean itself
    defs.set(name, selfContained(resolve(contract().document, { $ref: ref }), defs));
  }
  return { ...copy, $ref: `#/$defs/${name}` };
}

/** A field may be called `example`, too; then a schema stands there. */
const isSchema = (value: unknown): boolean =>
  value !== null && typeof value === 'object' && ('type' in value || '$ref' in value || 'oneOf' in value);
