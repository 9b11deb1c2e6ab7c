// The catalogue of events, read from the contract: what `webhooks` of the OpenAPI document says is what is listed and what is sent.
import { contract, isJsonObject, type Json, type OpenApi, resolveSchema } from '../../base/contract/document.ts';
import { reading } from '../../base/contract/operation.ts';

/** In a list of types: all, also those of later versions. */
export const ALL_TYPES = '*';

interface EventType {
  type: string;
  summary: string;
  description: string;
  schema: Json;
  example: Json;
}

const member = (node: unknown, ...path: readonly string[]): unknown =>
  path.reduce((at, name) => (isJsonObject(at) ? at[name] : undefined), node);

const objectAt = (node: unknown, ...path: readonly string[]): Json => {
  const found = member(node, ...path);
  return isJsonObject(found) ? found : {};
};

/** A schema with the components that it refers to in their places. No schema of an event contains itself. */
function withoutReferences(document: OpenApi, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((each) => withoutReferences(document, each));
  if (!isJsonObject(node)) return node;
  const { $ref } = node;
  if (typeof $ref === 'string') return withoutReferences(document, resolveSchema(document, { $ref }));
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, withoutReferences(document, value)]));
}

export function eventTypes(): EventType[] {
  const { document } = contract();
  return Object.entries(objectAt(document, 'webhooks')).map(([type, entry]) => {
    const content = objectAt(entry, 'post', 'requestBody', 'content', 'application/json');
    const schema = withoutReferences(document, content['schema']);
    return {
      type,
      summary: String(member(entry, 'post', 'summary')),
      description: String(member(entry, 'post', 'description')),
      schema: isJsonObject(schema) ? schema : {},
      example: objectAt(content, 'example'),
    };
  });
}

export const isEventType = (type: string): boolean => Object.hasOwn(objectAt(contract().document, 'webhooks'), type);

/** The component of the contract that `data` of a type has the form of. */
export function dataSchemaOf(type: string): string {
  const content = objectAt(contract().document, 'webhooks', type, 'post', 'requestBody', 'content', 'application/json');
  const reference = member(content, 'schema', 'properties', 'data', '$ref');
  if (typeof reference !== 'string') throw new Error(`the contract has no event ${type}`);
  return reference.slice(reference.lastIndexOf('/') + 1);
}

export const listWebhookEventTypes = reading('listWebhookEventTypes', () => ({ data: eventTypes() }));
