// Reads what came in into plain values, and refuses what is no JSON, no text or said twice, before anybody looks at its meaning.
import { join } from 'node:path';
import { ApiError } from '../../base/contract/api-error.ts';
import type { ContractOperation } from '../../base/contract/document.ts';
import { hostileFault, textFault } from '../../base/contract/hostile.ts';
import { collected } from './body.ts';
import type { Exchange } from './exchange.ts';
import { Form } from './upload.ts';

const MEGABYTE = 1024 * 1024;
const BODY_LIMIT = MEGABYTE;
const INTAKE_BODY_LIMIT = 5 * MEGABYTE;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

export async function readRequest(exchange: Exchange): Promise<void> {
  exchange.query = readQuery(exchange.incoming.queryText, listsOf(exchange.operation));
  for (const [name, value] of Object.entries(exchange.incoming.pathParams)) refuseBadText(name, value);
  if (!exchange.operation.bodySchema) return;
  const limitBytes = exchange.operation.isIntake ? INTAKE_BODY_LIMIT : BODY_LIMIT;
  const bytes = await collected((take) => exchange.incoming.pourBody(limitBytes, take));
  exchange.body = bytes && bytes.byteLength > 0 ? readJson(exchange, bytes) : undefined;
  if (exchange.body === undefined && exchange.operation.bodyRequired) {
    throw new ApiError('invalid_request', 'The body is empty; this operation needs one in JSON.');
  }
}

/** Once it is known that the caller may send it: a form is the largest body there is. */
export async function readUpload(exchange: Exchange): Promise<void> {
  if (!exchange.operation.upload) return;
  exchange.form = new Form(exchange.operation.upload, join(exchange.door.base.config.dataDir, 'uploads'));
  await exchange.form.read(exchange.incoming);
  exchange.body = exchange.form.fields;
}

const listsOf = ({ parameters }: ContractOperation): ReadonlySet<string> =>
  new Set(
    parameters
      .filter(({ schema, ...parameter }) => parameter.in === 'query' && schema['type'] === 'array')
      .map(({ name }) => name),
  );

/** Each parameter once; a list is one value with commas, or its values one after the other. */
function readQuery(text: string, lists: ReadonlySet<string>): Record<string, string> {
  try {
    // URLSearchParams swaps broken percent-encoding for U+FFFD without a word, so it is looked at first.
    decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new ApiError('invalid_parameter', 'The query string is not valid percent-encoded UTF-8.');
  }
  const query: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in query && !lists.has(name)) throw new ApiError('invalid_parameter', `${name}: given more than once.`);
    refuseBadText(name, name);
    refuseBadText(name, value);
    query[name] = name in query ? `${query[name]},${value}` : value;
  }
  return query;
}

function refuseBadText(name: string, value: string): void {
  const fault = textFault(value);
  if (fault) throw new ApiError('invalid_parameter', `${JSON.stringify(name).slice(1, -1)}: ${fault}.`);
}

function readJson(exchange: Exchange, bytes: Uint8Array): unknown {
  checkContentType(exchange.incoming.headers['content-type']);
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new ApiError('invalid_request', 'The body is not valid UTF-8.');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ApiError('invalid_request', `The body is not valid JSON: ${whereItBreaks((error as Error).message)}.`);
  }
  const fault = hostileFault(value, exchange.operation.rowsField);
  if (fault?.path === '') throw new ApiError('invalid_request', `The body ${fault.message}.`);
  if (fault) throw new ApiError('validation_error', `${fault.path}: ${fault.message}.`);
  return value;
}

/** The parser's message without the piece of the body it quotes, which may be personal. */
function whereItBreaks(message: string): string {
  const at = /at position \d+(?: \(line \d+ column \d+\))?/.exec(message);
  return at ? `it breaks ${at[0]}` : 'it ends too early or breaks';
}

function checkContentType(header: string | string[] | undefined): void {
  const [type = '', ...parameters] = String(header ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (type !== 'application/json') {
    throw new ApiError('invalid_request', 'Send the body as JSON, with Content-Type: application/json.');
  }
  const charset = parameters
    .find((part) => part.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '');
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') {
    throw new ApiError('invalid_request', 'Send the body in UTF-8.');
  }
}
