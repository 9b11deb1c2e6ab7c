// Reads what came in into plain values, and refuses what is no JSON, no text or said twice, before anybody checks its meaning.
import { join } from 'node:path';
import { ApiError } from '../base/contract/api-error.ts';
import type { ContractOperation } from '../base/contract/document.ts';
import { hostileFault, textFault } from '../base/contract/hostile.ts';
import type { Exchange, PourBody } from './exchange.ts';
import { Form } from './form.ts';

const MEGABYTE = 1024 * 1024;
const BODY_LIMIT = MEGABYTE;
const INTAKE_BODY_LIMIT = 5 * MEGABYTE;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

export async function readRequest(exchange: Exchange): Promise<void> {
  const { input, operation } = exchange;
  exchange.query = readQuery(input.query ?? '', listsOf(operation));
  for (const [name, value] of Object.entries(input.path ?? {})) refuseBadText(name, value);
  if (!operation.bodySchema) return;
  exchange.body = await readBody(exchange);
  if (exchange.body === undefined && exchange.operation.bodyRequired) {
    throw new ApiError('invalid_request', 'The body is empty; this operation needs one in JSON.');
  }
}

async function readBody({ input: { body, headers = {} }, operation }: Exchange): Promise<unknown> {
  if (body === undefined) return undefined;
  // A copy: defaults are filled in.
  if (typeof body !== 'function') return checkedValue(operation, structuredClone(body.value));
  const bytes = await collectBody(body, operation.bodyBytes ?? (operation.isIntake ? INTAKE_BODY_LIMIT : BODY_LIMIT));
  return bytes && bytes.byteLength > 0 ? checkedValue(operation, readJson(headers, bytes)) : undefined;
}

/** The whole body in one piece; undefined when there is none. */
export async function collectBody(pour: PourBody, limitBytes: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  const size = await pour(limitBytes, (piece) => void pieces.push(piece));
  if (size === undefined) return undefined;
  return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces, size);
}

/** Once it is known that the caller may send it: a form is the largest body there is. */
export async function readUpload(exchange: Exchange): Promise<void> {
  if (!exchange.operation.upload) return;
  exchange.form = new Form(exchange.operation.upload, join(exchange.engine.base.config.dataDir, 'uploads'));
  await exchange.form.read(exchange.input);
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
    // URLSearchParams swaps broken percent-encoding for U+FFFD without a word, so it is checked first.
    decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new ApiError('invalid_parameter', 'The query string is not valid percent-encoded UTF-8.');
  }
  const query: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in query && !lists.has(name)) throw new ApiError('invalid_parameter', `${name}: sent more than once.`);
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

function readJson(headers: Record<string, string | string[] | undefined>, bytes: Uint8Array): unknown {
  checkContentType(headers['content-type']);
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new ApiError('invalid_request', 'The body is not valid UTF-8.');
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ApiError('invalid_request', `The body is not valid JSON: ${whereItBreaks((error as Error).message)}.`);
  }
}

function checkedValue({ rowsField }: ContractOperation, value: unknown): unknown {
  const fault = hostileFault(value, rowsField);
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
