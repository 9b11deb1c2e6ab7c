// The contract's document: the words of OpenAPI and the x-svc-* fields that the service reads from it, with a type each. The document is checked
// when it is written.
import { z } from 'zod';
import { readJson } from '../kit/stored-json.ts';
import { type ErrorCode, isErrorCode } from './error-catalogue.ts';

/** Any object of the document. */
export type Json = Record<string, unknown>;

export const isJsonObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object, or an empty one for any other value. */
export const objectOf = (value: unknown): Json => (isJsonObject(value) ? value : {});

/** A JSON Schema. */
export interface Schema extends Json {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

const schema = z.custom<Schema>(isJsonObject);
const example = z.looseObject({ value: z.unknown() });
const media = z.looseObject({
  schema: schema.optional(),
  example: z.unknown().optional(),
  examples: z.record(z.string(), example).optional(),
});
const content = z.record(z.string(), media);

const responseShape = z.looseObject({ $ref: z.string().optional(), content: content.optional() });

const parameterFields = z.looseObject({
  name: z.string(),
  in: z.enum(['query', 'path', 'header']),
  required: z.boolean().optional(),
  allowEmptyValue: z.boolean().optional(),
  description: z.string().optional(),
  schema: schema.optional(),
  example: z.unknown().optional(),
  'x-error-code': z.custom<ErrorCode>((value) => typeof value === 'string' && isErrorCode(value)).optional(),
});
const parameterShape = z.union([parameterFields, z.object({ $ref: z.string(), name: z.undefined().optional() })]);

const entryShape = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  parameters: z.array(parameterShape).optional(),
  requestBody: z.looseObject({ required: z.boolean().optional(), content }).optional(),
  responses: z.record(z.string(), responseShape),
  'x-svc-scopes': z.array(z.string()).optional(),
  'x-svc-auth': z.array(z.enum(['public', 'session', 'user', 'key', 'app', 'tracker'])).optional(),
  'x-svc-role': z.enum(['none', 'member', 'admin', 'owner', 'viewer', 'analyst', 'manager']).optional(),
  'x-svc-scope-grain': z.enum(['none', 'workspace', 'profile']).optional(),
  'x-svc-idempotency': z.enum(['none', 'optional', 'required', 'natural']).optional(),
  'x-svc-effect': z.enum(['read', 'state', 'outside']),
  'x-svc-reach': z.enum(['own', 'profiles', 'any']).optional(),
  'x-svc-errors': z.array(z.string()).optional(),
  'x-svc-rate-limit': z.number().optional(),
  'x-svc-rows': z.string().optional(),
  // Beside the content of the response, where it would make every client's answer a union of the two.
  'x-svc-csv': z.object({ description: z.string(), example: z.string() }).optional(),
  'x-svc-csv-rows': z.string().optional(),
  'x-svc-upload-bytes': z.number().optional(),
  'x-svc-body-bytes': z.number().optional(),
  'x-svc-deprecation': z.object({ since: z.string(), sunset: z.string(), successor: z.string() }).optional(),
  'x-svc-mcp': z
    .object({ name: z.string().optional(), text: z.string(), units: z.number(), without: z.array(z.string()).optional() })
    .optional(),
});

const documentShape = z.looseObject({
  paths: z.record(
    z.string(),
    z.looseObject({
      get: entryShape.optional(),
      put: entryShape.optional(),
      post: entryShape.optional(),
      patch: entryShape.optional(),
      delete: entryShape.optional(),
      parameters: z.array(parameterShape).optional(),
    }),
  ),
  components: z.looseObject({
    schemas: z.record(z.string(), schema),
    parameters: z.record(z.string(), parameterFields),
    responses: z.record(z.string(), responseShape),
  }),
});

export type OpenApi = z.infer<typeof documentShape>;
export type Entry = z.infer<typeof entryShape>;
export type ParameterFields = z.infer<typeof parameterFields>;
type ParameterNode = z.infer<typeof parameterShape>;
type Response = z.infer<typeof responseShape>;

/** The places where the joined contract is not of its shape, as text. */
export function faultOf(document: unknown): string | undefined {
  const { error } = documentShape.safeParse(document);
  return error && z.prettifyError(error);
}

/** The document as it was written, in the order of its members. It was checked then, and a check at each start would take 20 ms. */
export const readOpenApi = (text: string): OpenApi => readJson('openapi.json', z.custom<OpenApi>(isJsonObject), text);

/** The component that a reference names. */
function componentOf<T>(components: Record<string, T>, ref: string): T {
  const component = components[ref.slice(ref.lastIndexOf('/') + 1)];
  if (component === undefined) throw new Error(`The contract has no ${ref}.`);
  return component;
}

/** The schema itself, or the one that its `$ref` names. */
export function resolveSchema(document: OpenApi, node: Schema): Schema {
  let at = node;
  while (at.$ref !== undefined) at = componentOf(document.components.schemas, at.$ref);
  return at;
}

export const resolveResponse = (document: OpenApi, node: Response): Response =>
  node.$ref === undefined ? node : componentOf(document.components.responses, node.$ref);

export const resolveParameter = (document: OpenApi, node: ParameterNode): ParameterFields =>
  node.name !== undefined ? node : componentOf(document.components.parameters, node.$ref);

/** The schemas of which all, any or one hold. */
export const branchesOf = ({ allOf = [], anyOf = [], oneOf = [] }: Schema): Schema[] => [...allOf, ...anyOf, ...oneOf];
