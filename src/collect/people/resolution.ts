// Whom a fact speaks of: the rules of identity as one pure function over what state knows. It merges nothing; doubt becomes a
// proposal, and evidence that would break a customer's limits is dropped, weakest first.
import type { Trust } from '../../base/journal/journal.ts';
import { type IdentifierType, LIMITS } from './identifiers.ts';

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
  /** The "browser" stands for an identifier of a fact without one; it is linked, but tells nothing beyond that identifier. */
  isPseudoBrowser: boolean;
}

/** What state knows of a profile's customers. */
export interface Known {
  ownerOf(identifierKey: bigint): bigint | undefined;
  ownerOfBrowser(visitorKey: bigint): bigint | undefined;
  held(customerNo: bigint, type: IdentifierType): number;
}

export type LeftOffReason = 'limit_reached' | 'contradicts_stronger';

export interface Resolution {
  /** The member the fact attaches to; undefined = a customer to be created. */
  customer: bigint | undefined;
  add: Identifier[];
  leftOff: { identifier: Identifier; reason: LeftOffReason }[];
  /** Identifiers a browser names for a customer it may not change. */
  claims: Identifier[];
  linkBrowser: boolean;
  /** The identifier that named `customer`; absent when the browser did, or nothing. */
  namedBy: Identifier | undefined;
  /** Other customers that the fact's identifiers name. */
  others: { customer: bigint; identifier: Identifier }[];
  /** The customer the browser belongs to, when that is another one. */
  browserOwner: bigint | undefined;
}

/** Undefined when the fact names nobody: no identifier, and no browser that is linked. */
export function resolve(evidence: Evidence, known: Known): Resolution | undefined {
  const owners = new Map(evidence.identifiers.map((i) => [i, known.ownerOf(i.key)]));
  const linkedTo = evidence.visitorKey === undefined ? undefined : known.ownerOfBrowser(evidence.visitorKey);
  let browser = evidence.isPseudoBrowser ? undefined : linkedTo;
  if (evidence.identifiers.length === 0 && browser === undefined) return undefined;

  let kept = [...evidence.identifiers];
  const leftOff: Resolution['leftOff'] = [];
  let namedBy: Identifier | undefined;
  let customer: bigint | undefined;
  for (;;) {
    namedBy = kept.find((i) => owners.get(i) !== undefined);
    customer = namedBy ? owners.get(namedBy) : browser;
    if (customer === undefined) break;
    const holder = customer;
    const tooMany = kept.find((i) => owners.get(i) === undefined && known.held(holder, i.type) >= LIMITS[i.type]);
    if (!tooMany) break;
    // The weaker of the two goes: the identifier that has no room, or the evidence that led to this customer.
    if (!namedBy) {
      browser = undefined;
    } else if (namedBy.priority < tooMany.priority) {
      kept = kept.filter((i) => i !== tooMany);
      leftOff.push({ identifier: tooMany, reason: 'limit_reached' });
    } else {
      const weaker = namedBy;
      kept = kept.filter((i) => i !== weaker);
      leftOff.push({ identifier: weaker, reason: 'contradicts_stronger' });
    }
  }

  const unknown = kept.filter((i) => owners.get(i) === undefined);
  const mayAdd = customer === undefined || evidence.trust === 'server';
  const others = new Map<bigint, Identifier>();
  for (const identifier of kept) {
    const owner = owners.get(identifier);
    if (owner !== undefined && owner !== customer && !others.has(owner)) others.set(owner, identifier);
  }
  return {
    customer,
    add: mayAdd ? unknown : [],
    leftOff,
    claims: mayAdd ? [] : unknown,
    linkBrowser: evidence.visitorKey !== undefined && linkedTo === undefined,
    namedBy,
    others: [...others].map(([owner, identifier]) => ({ customer: owner, identifier })),
    browserOwner: evidence.isPseudoBrowser || linkedTo === undefined || linkedTo === customer ? undefined : linkedTo,
  };
}
