// One fact, without the person who is being erased: which of its keys are theirs, whether it is their own, and what it becomes.
import { z } from 'zod';
import type { Body, Change, ErasableKind, NamedClick } from '../../../base/contract/erasing.ts';
import type { SealedRow } from '../../../base/journal/archive.ts';
import type { Fact, RewrittenFact } from '../../../base/journal/journal.ts';
import { readJson } from '../../../base/kit/stored-json.ts';
import type { IdentifierType } from '../identifiers.ts';
import { identifierKeyOf, visitorKeyOf } from '../stitching/evidence.ts';
import type { Rekeying } from './erasure-work.ts';

/** A fact as far as an erasure checks it, from the journal or the archive. */
export type FactText = Pick<
  Fact,
  'seq' | 'kind' | 'dedupeHash' | 'anonymousToken' | 'identifierTokens' | 'body' | 'eventType' | 'occurredAt'
>;

export const factOfRow = (row: SealedRow): FactText => ({
  seq: row.seq,
  kind: row.kind,
  dedupeHash: row.dedupe_hash,
  anonymousToken: row.anonymous_token,
  identifierTokens: row.identifier_tokens,
  body: row.body,
  eventType: row.event_type,
  occurredAt: Number(row.occurred_us),
});

const KEYS = /"(?:visitor|identifier|click)_key":"(\d+)"/g;
const PATH = /"path":"((?:[^"\\]|\\.)*)"/;

/** An imported customer is a fact without a page: nothing of it but its tokens. */
export const erasableIdentity: ErasableKind = {
  traces: () => ({ clicks: [], path: null }),
  erase: () => ({}),
};

/** The replacement of an unreadable body: such a fact is put aside, and has to stay so. */
const UNREADABLE = 'erased';

function objectOf(text: string | null): Body | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Body) : undefined;
  } catch {
    return undefined;
  }
}

interface Identifiers {
  tokens: Record<string, string>;
  /** Identifier keys by type. */
  keys: Record<string, string>;
}

function identifiersOf(fact: FactText, body: Body): Identifiers {
  const tokens = (objectOf(fact.identifierTokens) ?? {}) as Record<string, string>;
  const keys = Object.fromEntries(
    Object.entries(tokens).map(([type, token]) => [type, identifierKeyOf(type as IdentifierType, token).toString()]),
  );
  // TRICKY: after an erasure the keys of a fact are no longer derived from its tokens; the keys in the body are the valid ones.
  const listed = (body['identifiers'] ?? []) as { type: string; identifier_key: string }[];
  for (const { type, identifier_key: key } of listed) keys[type] = key;
  return { tokens, keys };
}

/** A quick look, without reading the body: every key that the fact may name. */
export function keysIn(fact: FactText): string[] {
  const found = [...fact.body.matchAll(KEYS)].map(([, key]) => key as string);
  return fact.kind === 'identity' ? [...found, ...Object.values(identifiersOf(fact, {}).keys)] : found;
}

/** Likewise the path of its page. */
export function pathIn(fact: FactText): string | undefined {
  const [, text] = PATH.exec(fact.body) ?? [];
  return text === undefined ? undefined : readJson('the path of a page', z.string(), `"${text}"`);
}

export interface Looked {
  fact: FactText;
  /** Undefined where it cannot be read. */
  body: Body | undefined;
  identifiers: Identifiers;
  visitorKey: string | undefined;
  /** True if it names the person, or is of a browser of theirs and names no other person. */
  isOwn: boolean;
  isOnBrowser: boolean;
  clicks: NamedClick[];
  path: string | null;
}

export interface Eyes {
  rekeying: Rekeying;
  kinds: ReadonlyMap<string, ErasableKind>;
  /** True if this identifier belongs to another person. */
  isOthers(identifierKey: string): boolean;
}

export function lookAt(fact: FactText, { rekeying, kinds, isOthers }: Eyes): Looked {
  const body = objectOf(fact.body);
  const identifiers = identifiersOf(fact, body ?? {});
  const token = fact.anonymousToken;
  const visitorKey =
    (body?.['visitor_key'] as string | undefined) ?? (token === null ? undefined : visitorKeyOf(token).toString());
  const keys = Object.values(identifiers.keys);
  const isOnBrowser = visitorKey !== undefined && rekeying.isTheirs(visitorKey);
  const isOwn = keys.some((key) => rekeying.isTheirs(key)) || (isOnBrowser && !keys.some(isOthers));
  const { clicks, path } = (body && kinds.get(fact.kind)?.traces(body)) ?? { clicks: [], path: null };
  return { fact, body, identifiers, visitorKey, isOwn, isOnBrowser, clicks, path };
}

/** The rewritten fact; undefined where nothing of the person is in it. */
export function withoutPerson(
  { fact, body, identifiers, visitorKey, isOwn, isOnBrowser, clicks }: Looked,
  { rekeying, kinds }: Eyes,
  keptPaths: ReadonlySet<string>,
  dedupe: (hash: bigint) => bigint,
): RewrittenFact | undefined {
  if (!isOwn && !isOnBrowser && !clicks.some((click) => rekeying.isTheirClick(click))) return undefined;
  const mayChange = isOnBrowser || (isOwn && visitorKey === undefined);
  const change: Change = {
    isOwn,
    visitorKey: (key) => rekeying.key(key),
    identifierKey: (key) => rekeying.key(key),
    // A value that names no single click joins nothing but separates a browser's visits: it changes with the whole browser or not at all.
    clickId: (click) =>
      rekeying.isTheirClick(click) || (click.key === undefined && mayChange) ? rekeying.click(click) : click.value,
    keepsPath: (path) => keptPaths.has(path),
    text: (text) => rekeying.text(text),
  };
  const tokens = Object.entries(identifiers.tokens).map(([type, token]) => {
    const key = identifiers.keys[type];
    return [type, key !== undefined && rekeying.isTheirs(key) ? rekeying.token(token) : token];
  });
  const erase = kinds.get(fact.kind)?.erase;
  return {
    seq: fact.seq,
    dedupeHash: isOwn && fact.dedupeHash !== null ? dedupe(fact.dedupeHash) : fact.dedupeHash,
    anonymousToken: fact.anonymousToken !== null && isOnBrowser ? rekeying.token(fact.anonymousToken) : fact.anonymousToken,
    identifierTokens: fact.identifierTokens === null ? null : JSON.stringify(Object.fromEntries(tokens)),
    body: body === undefined ? UNREADABLE : erase ? JSON.stringify(erase(body, change)) : fact.body,
  };
}
