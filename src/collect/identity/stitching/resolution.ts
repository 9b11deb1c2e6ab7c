// The customer of a fact: the rules of identity as one pure function over the known state. It merges nothing; doubt becomes a
// proposal, and evidence that would break a customer's limits is dropped, weakest first. What only browsers have said is a claim: it is
// no evidence for a server's fact, which takes the claim over.
import type { Trust } from '../../../base/journal/journal.ts';
import { type IdentifierType, LIMITS } from '../identifiers.ts';

export interface Identifier {
  type: IdentifierType;
  /** 1 is the strongest. */
  priority: number;
  /** 62-bit key of "type:token". */
  key: bigint;
  /** Normalised, in clear; absent when the fact's traits do not hold it. */
  value?: string;
}

export interface Evidence {
  trust: Trust;
  /** In order of priority, at most one of each type. */
  identifiers: readonly Identifier[];
  /** 62-bit key of the browser, when the fact names one. */
  visitorKey?: bigint;
  /** The "browser" represents an identifier of a fact without one; it is linked, but adds nothing to that identifier. */
  isPseudoBrowser: boolean;
}

export interface Holder {
  customer: bigint;
  /** Only browsers have named the customer. */
  isClaim: boolean;
}

export interface BrowserLink {
  customer: bigint;
  /** The customer to which the link was made, where another one took it over. */
  member: bigint;
  /** Only the browser says so: a server or a link token makes a better link. */
  isClaim: boolean;
  /** Only browsers have named the customer. */
  isOfClaim: boolean;
}

/** The known customers of a profile, from state. */
export interface IdentityLookup {
  ownerOf(identifierKey: bigint): Holder | undefined;
  linkOf(visitorKey: bigint): BrowserLink | undefined;
  held(customerNo: bigint, type: IdentifierType): number;
}

export type LeftOffReason = 'limit_reached' | 'contradicts_stronger';

export interface Resolution {
  /** The member the fact attaches to; undefined = a customer to be created. */
  customer: bigint | undefined;
  /** The customer was a claim, which this fact confirms. */
  isConfirmed: boolean;
  add: Identifier[];
  /** Identifiers that claimed customers hold, and that become the customer's. */
  takeOver: { identifier: Identifier; from: bigint }[];
  leftOff: { identifier: Identifier; reason: LeftOffReason }[];
  /** Identifiers a browser names beside the one that it is linked by, or for a customer it may not change. */
  claims: Identifier[];
  linkBrowser: boolean;
  /** The identifier that named `customer`; absent when the browser did, or nothing. */
  namedBy: Identifier | undefined;
  /** Other customers that the fact's identifiers name. */
  others: { customer: bigint; identifier: Identifier }[];
  /** The customer the browser belongs to, when that is another one. */
  browserOwner: bigint | undefined;
}

type Owners = ReadonlyMap<Identifier, bigint>;

interface Found {
  kept: Identifier[];
  leftOff: Resolution['leftOff'];
  namedBy: Identifier | undefined;
  customer: bigint | undefined;
}

/** Follows the strongest identifier that a customer has, otherwise the browser, and drops identifiers beyond the customer's limit. */
function follow(
  identifiers: readonly Identifier[],
  owners: Owners,
  browserOwner: bigint | undefined,
  existing: IdentityLookup,
): Found {
  let kept = [...identifiers];
  let browser = browserOwner;
  const leftOff: Resolution['leftOff'] = [];
  for (;;) {
    const namedBy = kept.find((i) => owners.has(i));
    const customer = namedBy ? owners.get(namedBy) : browser;
    if (customer === undefined) return { kept, leftOff, namedBy, customer };
    const tooMany = kept.find((i) => !owners.has(i) && existing.held(customer, i.type) >= LIMITS[i.type]);
    if (!tooMany) return { kept, leftOff, namedBy, customer };
    // The weaker of the two goes: the identifier that has no room, or the evidence that led to this customer.
    if (!namedBy) {
      browser = undefined;
    } else if (namedBy.priority < tooMany.priority) {
      kept = kept.filter((i) => i !== tooMany);
      leftOff.push({ identifier: tooMany, reason: 'limit_reached' });
    } else {
      kept = kept.filter((i) => i !== namedBy);
      leftOff.push({ identifier: namedBy, reason: 'contradicts_stronger' });
    }
  }
}

/** Undefined when the fact names no person: no identifier, and no linked browser. */
export function resolve(evidence: Evidence, existing: IdentityLookup): Resolution | undefined {
  const { identifiers, visitorKey, isPseudoBrowser } = evidence;
  const link = visitorKey === undefined ? undefined : existing.linkOf(visitorKey);
  if (identifiers.length === 0 && (link === undefined || isPseudoBrowser)) return undefined;
  const holders = new Map<Identifier, Holder>();
  for (const identifier of identifiers) {
    const holder = existing.ownerOf(identifier.key);
    if (holder) holders.set(identifier, holder);
  }
  return evidence.trust === 'server' ? ofServer(evidence, holders, link, existing) : ofBrowser(evidence, holders, link, existing);
}

const ownersAmong = (holders: ReadonlyMap<Identifier, Holder>, isClaim: boolean): Owners =>
  new Map([...holders].filter(([, holder]) => holder.isClaim === isClaim).map(([i, { customer }]) => [i, customer]));

function ofServer(
  { identifiers, visitorKey, isPseudoBrowser }: Evidence,
  holders: ReadonlyMap<Identifier, Holder>,
  link: BrowserLink | undefined,
  existing: IdentityLookup,
): Resolution {
  const owners = ownersAmong(holders, false);
  const claimed = ownersAmong(holders, true);
  const isEvidence = link !== undefined && !isPseudoBrowser && (identifiers.length === 0 || !link.isClaim);
  const found = follow(identifiers, owners, isEvidence ? link.customer : undefined, existing);
  const unowned = found.kept.filter((i) => !owners.has(i));
  const inPlace = found.customer === undefined ? unowned.find((i) => claimed.has(i)) : undefined;
  const customer = found.customer ?? (inPlace && claimed.get(inPlace));
  return {
    customer,
    isConfirmed: inPlace !== undefined,
    add: unowned.filter((i) => !claimed.has(i)),
    takeOver: unowned.flatMap((identifier) => {
      const from = claimed.get(identifier);
      return from === undefined || from === customer ? [] : [{ identifier, from }];
    }),
    leftOff: found.leftOff,
    claims: [],
    linkBrowser: visitorKey !== undefined && (link === undefined || (link.isClaim && identifiers.length > 0)),
    namedBy: found.namedBy,
    others: othersOf(found.kept, owners, customer),
    browserOwner: isPseudoBrowser || link === undefined || link.customer === customer ? undefined : link.customer,
  };
}

function ofBrowser(
  { identifiers, visitorKey, isPseudoBrowser }: Evidence,
  holders: ReadonlyMap<Identifier, Holder>,
  link: BrowserLink | undefined,
  existing: IdentityLookup,
): Resolution {
  const browser = isPseudoBrowser ? undefined : link?.customer;
  const [confirmed, claimed] = [ownersAmong(holders, false), ownersAmong(holders, true)];
  const byConfirmed = follow(identifiers, confirmed, undefined, existing);
  const found = byConfirmed.customer === undefined ? followClaim(byConfirmed, claimed, browser) : byConfirmed;
  const unheld = found.kept.filter((i) => !holders.has(i));
  // One identifier alone makes a customer: a browser that names several does not make them one person's.
  const add = found.customer === undefined ? unheld.slice(0, 1) : [];
  return {
    customer: found.customer,
    isConfirmed: false,
    add,
    takeOver: [],
    leftOff: found.leftOff,
    claims: unheld.filter((i) => !add.includes(i)),
    linkBrowser: visitorKey !== undefined && link === undefined,
    namedBy: found.namedBy,
    others: othersOf(found.kept, new Map([...confirmed, ...claimed]), found.customer),
    browserOwner: isPseudoBrowser || link === undefined || link.customer === found.customer ? undefined : link.customer,
  };
}

/**
 * Among claims the strongest identifier alone decides: a weaker one that another browser named too says nothing of who a stronger
 * one is, and a server may yet name the two for different people.
 */
function followClaim(found: Found, claimed: Owners, browserOwner: bigint | undefined): Found {
  const strongest = found.kept[0];
  const owner = strongest && claimed.get(strongest);
  return owner === undefined ? { ...found, customer: browserOwner } : { ...found, namedBy: strongest, customer: owner };
}

/** Other customers that the identifiers name, each by the strongest of them. */
function othersOf(kept: readonly Identifier[], owners: Owners, customer: bigint | undefined): Resolution['others'] {
  const others = new Map<bigint, Identifier>();
  for (const identifier of kept) {
    const owner = owners.get(identifier);
    if (owner !== undefined && owner !== customer && !others.has(owner)) others.set(owner, identifier);
  }
  return [...others].map(([other, identifier]) => ({ customer: other, identifier }));
}
