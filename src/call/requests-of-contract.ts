// The part of the contract that the validator of requests reads: its requests alone, and their routes.
import { type Entry, type Json, METHODS, type OpenApi, objectOf } from '../base/contract/document.ts';

/** In the order in which the validator looks for one: a name goes before a parameter in its place. */
export function routesOf({ paths }: OpenApi) {
  return Object.entries(paths)
    .sort(([a], [b]) => (a < b ? -1 : 1)) // a brace is after every letter
    .flatMap(([path, item]) =>
      METHODS.filter((method) => item[method]).map((method) => ({
        basePath: '',
        expressRoute: path.replace(/\{(\w+)\}/g, ':$1'),
        openApiRoute: path,
        method: method.toUpperCase(),
        pathParams: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
      })),
    );
}

/** A copy, which the validator changes, without the answers: it would compile all their schemas at its start, and use none. */
export function requestsOf(document: OpenApi): OpenApi {
  const paths = Object.fromEntries(Object.entries(document.paths).map(([path, item]) => [path, requestsIn(item)]));
  const named = schemasNamed(paths, document.components);
  const schemas = Object.fromEntries(Object.entries(document.components.schemas).filter(([name]) => named.has(name)));
  const parameters = withoutRequiredHeaders(document.components.parameters);
  const components = { ...document.components, parameters, schemas, responses: {} };
  return structuredClone({ ...document, paths, components, webhooks: {} });
}

type PathItem = OpenApi['paths'][string];

const requestsIn = (item: PathItem): PathItem => {
  const requests = { ...item };
  for (const method of METHODS) {
    const entry = item[method];
    if (entry) requests[method] = requestOf(entry);
  }
  return requests;
};

/** Leaves out the answers, and forms, which are checked where they are read. */
function requestOf({ requestBody, ...entry }: Entry): Entry {
  const isForm = requestBody?.content['multipart/form-data'] !== undefined;
  return { ...entry, responses: {}, ...(requestBody && !isForm ? { requestBody } : {}) };
}

/** An idempotency key is a header at one door and a token at another, and a dry run has none: the pipeline requires it (`steps.ts`). */
const withoutRequiredHeaders = (parameters: OpenApi['components']['parameters']): OpenApi['components']['parameters'] =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [
      name,
      parameter.in === 'header' ? { ...parameter, required: false } : parameter,
    ]),
  );

/** Names of the component schemas that `node` refers to, directly or through others. */
function schemasNamed(node: unknown, components: Json): Set<string> {
  const seen = new Set<string>();
  const look = (at: unknown): void => {
    if (typeof at !== 'object' || at === null) return;
    for (const [key, value] of Object.entries(at)) {
      if (key !== '$ref' || typeof value !== 'string') look(value);
      else if (!seen.has(value)) {
        seen.add(value);
        const [, , kind = '', name = ''] = value.split('/');
        look(objectOf(components[kind])[name]);
      }
    }
  };
  look(node);
  return new Set([...seen].flatMap((ref) => /^#\/components\/schemas\/(.+)$/.exec(ref)?.[1] ?? []));
}
