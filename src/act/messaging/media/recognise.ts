// What a file is, by its first bytes, whatever its sender says: its type, the kind that its size is limited by, and whether its name and declared type are true.
import { extname } from 'node:path';
import { ApiError } from '../../../base/contract/api-error.ts';

export type MediaKind = 'image' | 'video' | 'audio' | 'document';

const MB = 1_048_576;
export const MOST_BYTES: Readonly<Record<MediaKind, number>> = {
  image: 5 * MB,
  video: 16 * MB,
  audio: 16 * MB,
  document: 100 * MB,
};

/** So much of a file says what it is. */
export const HEAD_BYTES = 262_144;

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';

/** The types that may be sent, each with the endings of its files; the first type of an ending is meant by it. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/heic': ['heic'],
  'image/avif': ['avif'],
  'video/mp4': ['mp4', 'm4v'],
  'video/3gpp': ['3gp'],
  'video/quicktime': ['mov'],
  'video/webm': ['webm'],
  'audio/mpeg': ['mp3'],
  'audio/aac': ['aac'],
  'audio/amr': ['amr'],
  'audio/mp4': ['m4a'],
  'audio/ogg': ['ogg', 'oga', 'opus'],
  'audio/wav': ['wav'],
  'application/pdf': ['pdf'],
  'application/zip': ['zip'],
  [`${OFFICE}.wordprocessingml.document`]: ['docx'],
  [`${OFFICE}.spreadsheetml.sheet`]: ['xlsx'],
  [`${OFFICE}.presentationml.presentation`]: ['pptx'],
  [`${OPEN_DOCUMENT}.text`]: ['odt'],
  [`${OPEN_DOCUMENT}.spreadsheet`]: ['ods'],
  [`${OPEN_DOCUMENT}.presentation`]: ['odp'],
  'application/msword': ['doc'],
  'application/vnd.ms-excel': ['xls'],
  'application/vnd.ms-powerpoint': ['ppt'],
  'application/rtf': ['rtf'],
  'text/plain': ['txt', 'log'],
  'text/csv': ['csv'],
  'text/calendar': ['ics'],
  'text/vcard': ['vcf'],
  'application/json': ['json'],
};

const BY_ENDING = new Map(Object.entries(TYPES).flatMap(([type, endings]) => endings.map((ending) => [ending, type])));

/** Other names of the same types. */
const SAME: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'audio/mp3': 'audio/mpeg',
  'audio/m4a': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/opus': 'audio/ogg',
  'video/3gpp2': 'video/3gpp',
  'text/x-vcard': 'text/vcard',
  'application/x-zip-compressed': 'application/zip',
  'text/json': 'application/json',
  'text/rtf': 'application/rtf',
};

/** What says nothing. A part of a form that has no type counts as text. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'text/plain']);

/** Files inside of which the first bytes do not say more, and the types that may be in them. */
const CONTAINERS: Readonly<Record<string, RegExp>> = {
  'application/zip': /^application\/(?:zip|vnd\.openxmlformats|vnd\.oasis)/,
  'application/x-cfb': /^application\/(?:msword|vnd\.ms-)/,
  'video/mp4': /^(?:video\/(?:mp4|quicktime)|audio\/mp4)$/,
  'application/xml': /^$/,
};

const IS_TEXT = /^text\/|^application\/json$/;

function plainType(type: string): string {
  const bare = (type.split(';')[0] ?? '').trim().toLowerCase();
  return SAME[bare] ?? bare;
}

export function kindOf(type: string): MediaKind {
  const [kind = ''] = type.split('/');
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document';
}

/** Undefined for what has no known first bytes, such as text. */
async function typeOfBytes(head: Uint8Array): Promise<string | undefined> {
  // Loaded with the first file: most starts have none.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head);
  return found && plainType(found.mime);
}

function isText(head: Uint8Array): boolean {
  if (head.includes(0)) return false;
  try {
    // The end may be in the midst of a character.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

export interface Claimed {
  name: string;
  /** As its sender declares it; empty where nothing is declared. */
  type: string;
}

const typeOfName = (name: string): string | undefined => BY_ENDING.get(extname(name).slice(1).toLowerCase());

function claimsOf({ name, type }: Claimed): string[] {
  const declared = plainType(type);
  return [typeOfName(name) ?? [], SAYS_NOTHING.has(declared) ? [] : declared].flat();
}

const refuse = (message: string): never => {
  throw new ApiError('invalid_content', message);
};

/** The type of a file to send. @throws ApiError `invalid_content` where it is not what it claims to be, or is of no type that may be sent. */
export async function recogniseUpload(head: Uint8Array, claimed: Claimed): Promise<string> {
  if (head.length === 0) return refuse('file: is empty.');
  const claims = claimsOf(claimed);
  const found = await typeOfBytes(head);
  if (found === undefined) {
    const type = claims.find((claim) => IS_TEXT.test(claim)) ?? 'text/plain';
    const isTrue = isText(head) && claims.every((claim) => IS_TEXT.test(claim));
    if (!isTrue) return refuse('file: its content is not what its name or type says, or is of no known type.');
    return claims.every((claim) => claim in TYPES) ? type : refuse(`file: files of the type ${shown(claims)} are not sent.`);
  }
  const container = CONTAINERS[found];
  const isFalse = claims.some((claim) => claim !== found && container?.test(claim) !== true);
  if (isFalse) return refuse(`file: its content is ${found}, which is not what its name or type says.`);
  const type = container ? (claims.find((claim) => claim !== 'application/zip') ?? found) : found;
  return type in TYPES ? type : refuse(`file: files of the type ${found} are not sent.`);
}

const shown = (claims: readonly string[]): string => claims.join(', ').slice(0, 100);

/** The type of a file that was received: nothing is refused, and what is not recognised is bytes. */
export async function recogniseReceived(head: Uint8Array, claimed: Claimed): Promise<string> {
  const claims = claimsOf(claimed);
  const found = await typeOfBytes(head).catch(() => undefined);
  if (found !== undefined) {
    const inside = claims.find((claim) => claim !== 'application/zip' && CONTAINERS[found]?.test(claim) === true);
    return inside ?? found;
  }
  if (!isText(head)) return 'application/octet-stream';
  const type = [...claims, plainType(claimed.type)].find((claim) => IS_TEXT.test(claim));
  return type !== undefined && type in TYPES ? type : 'application/octet-stream';
}

/** @throws ApiError `payload_too_large` */
export function requireSize(kind: MediaKind, bytes: number): void {
  const most = MOST_BYTES[kind];
  if (bytes <= most) return;
  const noun = { image: 'An image', video: 'A video', audio: 'A recording', document: 'A document' }[kind];
  throw new ApiError('payload_too_large', `${noun} has ${most / MB} MB at most.`);
}

const MAX_NAME = 200;

/** A name as it may be stored and sent: no path, one line. */
export const plainName = (name: string): string =>
  name
    .replace(/^.*[\\/]/, '')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .replace(/["<>:|?*]/g, '_')
    .trim()
    .slice(-MAX_NAME);
