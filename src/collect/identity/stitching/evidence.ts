// Reads the identity evidence out of a fact: its identifiers' keys, its browser, its decrypted traits. What cannot be read is
// refused with a code that contains no word of the fact, so that a reason can be shown and kept.
import type { Base } from '../../../base/base.ts';
import type { Fact } from '../../../base/journal/journal.ts';
import { key62 } from '../../../base/kit/ids.ts';
import { IDENTIFIER_TYPES, type IdentifierType, PRIORITIES } from '../identifiers.ts';
import { DETAILS, type Details } from './details.ts';
import type { Evidence, Identifier } from './resolution.ts';

/** The traits that a door encrypts beside a fact: normalised identifiers and names, in clear. The context is authenticated. */
export const TRAITS_CONTEXT = 'traits';

/** The kind of a fact that only describes a person: it is no event, and its names fill only empty fields. */
export const IDENTITY_FACT = 'identity';

/** The event type of a message of the firm. */
const MESSAGE_SENT = 'message_sent';

/** The trait that contains a phone which cannot be read: kept, and no evidence of anything. */
export const PHONE_AS_GIVEN = 'phone_as_given';

/** The trait with the number of the customer whose link token the browser brought. */
export const LINKED_CUSTOMER = 'linked_customer';

/** The trait with the key of that token. */
export const LINK_TOKEN = 'link_token';

export interface PersonFact extends Evidence {
  seq: bigint;
  /** Microseconds since 1970. */
  occurredAt: number;
  /** Milliseconds since 1970. */
  receivedAt: number;
  firstName: string | null;
  lastName: string | null;
  country: string | null;
  details: Details;
  phoneAsGiven: string | null;
  /** False for a fact that only describes a person: it is no visit, and its names replace nothing. */
  isEvent: boolean;
  /** False for what the firm did: it shows nobody to be there. */
  isOfPerson: boolean;
  anonymousId: string | null;
  /** The customer a link token names; the service sealed it, so it counts as a server's word. */
  linkedCustomer?: bigint;
  /** 62-bit key of that token. */
  linkToken?: bigint;
}

/** Thrown for a fact that can never be read; `code` is its reason. */
export class UnreadableFact extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

function jsonObject(text: string | null, code: string): Record<string, unknown> {
  if (text === null) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnreadableFact(code);
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new UnreadableFact(code);
  return value as Record<string, unknown>;
}

function clearTraits(base: Pick<Base, 'state'>, fact: Fact): Record<string, unknown> {
  if (!fact.traits || fact.traits.length === 0) return {};
  let clear: string;
  try {
    clear = base.state.keys.decrypt(fact.profileId, TRAITS_CONTEXT, fact.traits);
  } catch {
    throw new UnreadableFact('traits_undecryptable');
  }
  return jsonObject(clear, 'traits_not_json');
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function identifiersOf(fact: Fact, traits: Readonly<Record<string, unknown>>): Identifier[] {
  const tokens = jsonObject(fact.identifierTokens, 'identifiers_not_json');
  const found: Identifier[] = [];
  for (const type of IDENTIFIER_TYPES) {
    const token = tokens[type];
    if (token === undefined || token === null) continue;
    if (typeof token !== 'string' || token === '') throw new UnreadableFact('identifiers_malformed');
    const value = textOf(traits[type]);
    found.push({ type, priority: PRIORITIES[type], key: identifierKeyOf(type, token), ...(value === null ? {} : { value }) });
  }
  return found;
}

/** The 62-bit key under which an identifier's token is known in state and in the warehouse. */
export const identifierKeyOf = (type: IdentifierType, token: string): bigint => key62(`${type}:${token}`);

/** The 62-bit key of a browser by its token. */
export const visitorKeyOf = (anonymousToken: string): bigint => key62(`browser:${anonymousToken}`);

/**
 * The evidence of a fact. Throws UnreadableFact.
 * @param clear What the door sealed beside it, where that is still at hand.
 */
export function readEvidence(base: Pick<Base, 'state'>, fact: Fact, clear?: Readonly<Record<string, unknown>>): PersonFact {
  const traits = clear ?? clearTraits(base, fact);
  const browserToken = fact.anonymousToken;
  const linked = textOf(traits[LINKED_CUSTOMER]);
  const linkToken = textOf(traits[LINK_TOKEN]);
  return {
    seq: fact.seq,
    occurredAt: fact.occurredAt,
    receivedAt: fact.receivedAt,
    trust: fact.trust,
    identifiers: identifiersOf(fact, traits),
    ...(browserToken === null ? {} : { visitorKey: visitorKeyOf(browserToken) }),
    isPseudoBrowser: browserToken?.startsWith('id:') ?? false,
    firstName: textOf(traits['first_name']),
    lastName: textOf(traits['last_name']),
    country: textOf(traits['country']),
    details: Object.fromEntries(DETAILS.flatMap((name) => (textOf(traits[name]) === null ? [] : [[name, traits[name]]]))),
    phoneAsGiven: textOf(traits[PHONE_AS_GIVEN]),
    isEvent: fact.kind !== IDENTITY_FACT,
    isOfPerson: fact.eventType !== MESSAGE_SENT,
    anonymousId: textOf(traits['anonymous_id']),
    ...(linked === null ? {} : { linkedCustomer: BigInt(linked) }),
    ...(linkToken === null ? {} : { linkToken: BigInt(linkToken) }),
  };
}
