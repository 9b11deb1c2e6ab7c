// A form with a file (multipart/form-data), taken apart as it comes: the file goes to the disk a piece at a time, into one that has no
// name from its first moment on, so that nothing of it outlives the call, however the call or the process ends.
import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { ApiError } from '../base/contract/api-error.ts';
import { textFault } from '../base/contract/hostile.ts';
import type { UploadedFile } from '../base/contract/operation.ts';
import type { Input, TakePiece } from './exchange.ts';

/** No form of ours has more than a few, and a million tiny ones cost seconds. */
const MAX_PARTS = 16;
/** The fields around the file. */
const FORM_BYTES = 16 * 1024;
const RETRY_SECONDS = 60;

export interface FormRules {
  schema: Record<string, unknown>;
  /** The type of its file. */
  mostBytes: number;
}

type Property = { format?: string };

/** A form of an operation, its files on the disk until it is dropped. */
export class Form {
  readonly fields: Record<string, string | UploadedFile> = Object.create(null);
  readonly #rules: FormRules;
  readonly #folder: string;
  readonly #handles: FileHandle[] = [];
  readonly #streams: BusboyFileStream[] = [];
  readonly #writing: Promise<void>[] = [];
  /** The first thing wrong with its fields. What follows is read and thrown away: who still sends would not hear of it. */
  #fault: ApiError | undefined;

  /** @param folder Where its files lie. */
  constructor(rules: FormRules, folder: string) {
    this.#rules = rules;
    this.#folder = folder;
  }

  /** @throws ApiError when it is no form, breaks off, is too large or too crowded, or is not what the operation takes. */
  async read({ headers, body }: Input): Promise<void> {
    const parser = parserOf(headers?.['content-type']);
    const { promise: over, resolve, reject } = Promise.withResolvers<void>();
    over.catch(() => undefined); // handled below, or by no one when the body itself is refused
    parser.on('finish', resolve);
    parser.on('error', () => reject(breaksOff()));
    parser.on('partsLimit', () => reject(new ApiError('invalid_request', `The form has more than ${MAX_PARTS} parts.`)));
    parser.on('field', (name, value, _isNameCut, isCut) => this.#take(name, value, isCut));
    parser.on('file', (name, stream, fileName, _encoding, type) => {
      stream.on('error', () => undefined); // the parser says it as well
      this.#streams.push(stream);
      if (this.#isRefused(name, fileName, true)) stream.resume();
      else this.#writing.push(this.#write(name, stream, { name: fileName, type }).catch((error) => reject(ofTheDisk(error))));
    });
    const written = (piece: Buffer): Promise<void> => new Promise((done) => parser.write(piece, () => done()));
    const take: TakePiece = (piece) => Promise.race([written(piece), over]);
    const length = typeof body === 'function' ? await body(this.#rules.mostBytes + FORM_BYTES, take) : undefined;
    if (!length) throw new ApiError('invalid_request', 'The body is empty; this operation needs a form with a file.');
    parser.end();
    await over;
    await Promise.all(this.#writing);
    this.#fault ??= this.#missing();
    if (this.#fault) throw this.#fault;
  }

  async drop(): Promise<void> {
    // One that is refused midway would wait for its end for ever; one that is being opened has no handle yet.
    for (const stream of this.#streams) stream.destroy();
    await Promise.all(this.#writing);
    await Promise.all(this.#handles.splice(0).map((handle) => handle.close()));
  }

  #take(name: string, value: string, isCut: boolean): void {
    if (this.#isRefused(name, value, false)) return;
    if (isCut) this.#refuse('validation_error', name, 'is too long');
    else this.fields[name] = value;
  }

  /** True for a field that cannot be accepted: unknown to the operation, of the wrong kind, or a second one. */
  #isRefused(name = '', text: string, isFile: boolean): boolean {
    const properties = this.#rules.schema['properties'] as Record<string, Property>;
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const wantsFile = property?.format === 'binary';
    const fault = textFault(text);
    if (!property)
      this.#refuse('invalid_content', name, `is not a known field; this form takes ${Object.keys(properties).join(', ')}`);
    else if (name in this.fields) this.#refuse('invalid_content', name, 'is sent more than once');
    else if (wantsFile !== isFile)
      this.#refuse('invalid_content', name, wantsFile ? 'must be a file, with a file name' : 'must be text');
    else if (fault) this.#refuse('validation_error', name, fault);
    return this.#fault !== undefined;
  }

  #refuse(code: 'invalid_content' | 'validation_error', name: string, words: string): void {
    const shown = JSON.stringify(name.slice(0, 100)).slice(1, -1) || 'A part without a name';
    this.#fault ??= new ApiError(code, `${shown}: ${words}.`);
  }

  #missing(): ApiError | undefined {
    const name = ((this.#rules.schema['required'] ?? []) as string[]).find((each) => !(each in this.fields));
    return name === undefined ? undefined : new ApiError('invalid_content', `${name}: is missing.`);
  }

  async #write(name: string, stream: BusboyFileStream, sent: Pick<UploadedFile, 'name' | 'type'>): Promise<void> {
    const file: UploadedFile = { ...sent, bytes: 0, fd: -1 };
    this.fields[name] = file;
    const handle = await openNameless(this.#folder);
    this.#handles.push(handle);
    await handle.writeFile(stream);
    file.fd = handle.fd;
    file.bytes = (await handle.stat()).size;
  }
}

function parserOf(contentType: string | string[] | undefined): BusboyInstance {
  const type = Array.isArray(contentType) ? contentType[0] : contentType;
  try {
    if (type === undefined || !/^multipart\/form-data\b/i.test(type)) throw new Error('another type');
    return new Busboy({
      headers: { 'content-type': type },
      limits: { parts: MAX_PARTS, fieldSize: FORM_BYTES, headerPairs: 20, headerSize: FORM_BYTES },
      isPartAFile: (_name, _type, fileName) => fileName !== undefined,
    });
  } catch {
    throw new ApiError(
      'invalid_request',
      'Send the file as a form: multipart/form-data with its boundary, the file in the field `file`.',
    );
  }
}

const breaksOff = (): ApiError =>
  new ApiError('invalid_request', 'The form cannot be read: it breaks off, or its parts do not begin with the boundary.');

function ofTheDisk(error: unknown): unknown {
  return ['ENOSPC', 'EDQUOT'].includes((error as { code?: string }).code ?? '')
    ? new ApiError('service_unavailable', 'The disk is full; nothing was stored.', {}, RETRY_SECONDS)
    : error;
}

/** A new file that is gone when it is closed, or when the process is. */
async function openNameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const handle = await open(path, 'wx+', 0o600);
  await rm(path);
  return handle;
}
