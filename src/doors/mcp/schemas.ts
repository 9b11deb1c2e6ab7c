// JSON Schemas of a tool, made from the contract's entry of its operation: what it takes, and the answer it gives. Each schema
// carries the components that it means under `$defs`, as a client has nothing else to look them up in.
import { type ContractOperation, contract, type Json, resolve } from '../../base/contract/document.ts';

export interface ToolSchema extends Json {
  type: 'object';
}

export const PROFILE_ARGUMENT = 'The profile to answer for: a `profile_id` from whoami.';
const WORKSPACE_ARGUMENT = 'The workspace: a `workspace_id` from whoami.';

/** What a call writes: nothing before the last step. */
export const STEPS = ['preview', 'dry_run', 'confirm'] as const;
export type WriteStep = (typeof STEPS)[number];

const STEP_ARGUMENTS: Json = {
  step: {
    type: 'string',
    enum: STEPS,
    default: 'preview',
    description: '`preview` says what would happen, `dry_run` tries it and takes it back, `confirm` does it.',
  },
  confirm_token: {
    type: 'string',
    maxLength: 200,
    description: 'For `confirm`: the token that `dry_run` gave for these arguments.',
  },
};
export const STEP_NAMES: readonly string[] = Object.keys(STEP_ARGUMENTS);

/**
 * The parameters of path and query and the fields of the body as one object; who the call is for has to be said, as a token is a
 * person's and no profile's.
 */
export function inputSchema(operation: ContractOperation, without: readonly string[] = []): ToolSchema {
  const defs = new Map<string, unknown>();
  const properties: Json = {};
  const required: string[] = [];
  for (const node of (entryOf(operation)['parameters'] ?? []) as Json[]) {
    const parameter = resolve(contract().document, node);
    const name = parameter['name'] as string;
    if (parameter['in'] === 'header' || without.includes(name)) continue;
    const schema = selfContained(parameter['schema'], defs) as Json;
    properties[name] = { ...schema, description: descriptionOf(name, parameter), examples: [parameter['example']] };
    if (parameter['required'] === true || name === 'profile_id') required.push(name);
  }
  for (const [name, field] of Object.entries(bodyFields(operation))) {
    if (without.includes(name)) continue;
    const description = descriptionOf(name, field as Json);
    properties[name] = { ...(selfContained(field, defs) as Json), ...(description === undefined ? {} : { description }) };
    if (((bodyOf(operation)?.['required'] ?? []) as string[]).includes(name)) required.push(name);
  }
  if (operation.method !== 'get') Object.assign(properties, STEP_ARGUMENTS);
  return { type: 'object', properties, required, additionalProperties: false, ...defsOf(defs) };
}

const bodyOf = ({ bodySchema }: ContractOperation): Json | undefined => bodySchema && resolve(contract().document, bodySchema);

export const bodyFields = (operation: ContractOperation): Json => (bodyOf(operation)?.['properties'] ?? {}) as Json;

/** Is null a value of its own in this field of the body? */
export function takesNull(operation: ContractOperation, name: string): boolean {
  const field = bodyFields(operation)[name];
  const type = field === undefined ? undefined : resolve(contract().document, field as Json)['type'];
  return Array.isArray(type) && type.includes('null');
}

function descriptionOf(name: string, parameter: Json): unknown {
  if (name === 'profile_id') return PROFILE_ARGUMENT;
  if (name === 'workspaceId' || name === 'workspace_id') return WORKSPACE_ARGUMENT;
  return parameter['description'];
}

/** What `structuredContent` holds. */
export function outputSchema(operation: ContractOperation): ToolSchema {
  const defs = new Map<string, unknown>();
  const answer = answerSchema(operation, defs);
  if (operation.method === 'get') return { ...answer, type: 'object', ...defsOf(defs) };
  return { ...WRITTEN, properties: { ...WRITTEN.properties, answer }, ...defsOf(defs) };
}

const instant = { type: 'string', format: 'date-time' };
/** Of a writing tool; which members there are depends on the step. */
const WRITTEN = {
  type: 'object' as const,
  required: ['step', 'tool', 'workspace_id'],
  additionalProperties: false,
  properties: {
    step: { type: 'string', enum: STEPS },
    tool: { type: 'string' },
    workspace_id: { type: ['string', 'null'], description: 'Where it would write; null where there is no workspace yet.' },
    arguments: { type: 'object', description: 'What it would write, as it was understood.' },
    mcp_writeback_enabled: {
      type: ['boolean', 'null'],
      description: 'May agents write there? Asked before dry_run and confirm.',
    },
    next_step: { type: 'string', enum: STEPS },
    outcome: { type: 'string', enum: ['created', 'changed', 'accepted', 'checked'], description: 'How the dry run went.' },
    confirm_token: { type: 'string', description: 'For `confirm`, with the same arguments and by the same access.' },
    confirm_before: { ...instant, description: 'Until then the token is good.' },
    is_replay: { type: 'boolean', description: 'True when this had been confirmed before; nothing was done again.' },
  },
};

function answerSchema(operation: ContractOperation, defs: Map<string, unknown>): Json {
  const { document } = contract();
  const responses = entryOf(operation)['responses'] as Record<string, Json>;
  const media = (resolve(document, responses[String(operation.successes[0])] as Json)['content'] as Json)[
    'application/json'
  ] as Json;
  return selfContained(resolve(document, media['schema'] as Json), defs) as Json;
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
