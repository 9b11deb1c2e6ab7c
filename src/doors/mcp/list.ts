// The short form of a tool in the list, which a model reads in every conversation: no limits, since the door checks them and its refusal
// says what is wrong; no fields of the answer; and arguments that several tools have are described once, for all of them.
import type { Tool } from '@modelcontextprotocol/server';
import { isJsonObject, type Json } from '../../base/contract/document.ts';
import type { ToolSchema } from './schemas.ts';

/** From this many tools on, an argument is described in the instructions and in whoami instead of in each tool. */
const SHARED_BY = 3;

const LEFT_OUT: ReadonlySet<string> = new Set([
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minItems',
  'maxItems',
  'uniqueItems',
  'default',
]);

/** What is said once about arguments that several tools have, by name. */
export type SharedArguments = ReadonlyMap<string, string>;

export function sharedArguments(inputs: readonly ToolSchema[]): SharedArguments {
  const fields = inputs.flatMap(({ properties }) => Object.entries(properties));
  const texts = commonest(fields.map(([name, schema]) => [name, textOf(schema)]));
  const lists = commonest(fields.map(([name, schema]) => [name, isJsonObject(schema) ? listOf(schema) : '']));
  return new Map([...lists, ...texts]); // a description contains its list
}

/** Of each name the text that most tools have with it, if at least SHARED_BY have it. */
function commonest(pairs: readonly (readonly [string, string])[]): [string, string][] {
  const uses = new Map<string, number>();
  for (const [name, text] of pairs) if (text !== '') uses.set(`${name}\0${text}`, (uses.get(`${name}\0${text}`) ?? 0) + 1);
  const shared = [...uses].filter(([, count]) => count >= SHARED_BY).sort(([, one], [, other]) => one - other);
  return shared.map(([pair]) => [pair.slice(0, pair.indexOf('\0')), pair.slice(pair.indexOf('\0') + 1)]);
}

/** Description and values, or nothing where it has no description. */
function textOf(schema: unknown): string {
  if (!isJsonObject(schema) || typeof schema['description'] !== 'string') return '';
  return [schema['description'], listOf(schema)].filter((part) => part !== '').join(' ');
}

function listOf(schema: Json): string {
  const values = valuesOf(schema);
  return values.length === 0 ? '' : `One of ${values.join(', ')}.`;
}

function valuesOf({ enum: values, items }: Json): unknown[] {
  if (Array.isArray(values)) return values.filter((value) => value !== null);
  return isJsonObject(items) ? valuesOf(items) : [];
}

export function listedInput({ properties, required }: ToolSchema, shared: SharedArguments): Tool['inputSchema'] {
  const short = Object.entries(properties).map(([name, schema]) => [name, argumentOf(name, schema, shared)]);
  return { type: 'object', properties: Object.fromEntries(short), ...(required.length === 0 ? {} : { required }) };
}

function argumentOf(name: string, schema: unknown, shared: SharedArguments): Json {
  if (!isJsonObject(schema)) return {};
  const { description, ...rest } = shortSchema(schema);
  const values = listOf(schema);
  const isListed = values !== '' && [...shared.values()].some((text) => text.endsWith(values));
  const bare = isListed ? withoutValues(rest) : rest;
  return description === undefined || shared.get(name) === textOf(schema) ? bare : { ...bare, description };
}

function withoutValues({ enum: _values, items, ...rest }: Json): Json {
  return isJsonObject(items) ? { ...rest, items: { type: items['type'] } } : rest;
}

function shortSchema(schema: Json): Json {
  const kept = Object.entries(schema).filter(([key]) => !LEFT_OUT.has(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, partOf(key, value)]));
}

function partOf(key: string, value: unknown): unknown {
  if (key === 'properties' && isJsonObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [name, isJsonObject(field) ? shortSchema(field) : field]),
    );
  if (Array.isArray(value)) return value.map((each) => (isJsonObject(each) ? shortSchema(each) : each));
  return isJsonObject(value) ? shortSchema(value) : value;
}

/** A tool without an operation, with its whole schemas beside its entry in the list. */
export interface OwnTool {
  title: string;
  input: ToolSchema;
  output: ToolSchema;
  shown: Tool;
}

export const ownTool = ({ name, text, ...rest }: Omit<OwnTool, 'shown'> & { name: string; text: string }): OwnTool => ({
  ...rest,
  shown: {
    name,
    description: text,
    inputSchema: listedInput(rest.input, new Map()),
    annotations: { readOnlyHint: true },
  },
});
