// Writes the decisions that follow from a fact, and the current values they change, inside the caller's transaction.
// Every number and time written comes from the fact or from the decisions log, so doing it again elsewhere gives the same rows.
import type { Base } from '../../../base/base.ts';
import { publicId } from '../../../base/kit/ids.ts';
import type { NewDecision } from '../../../base/state/decisions.ts';
import { type ProfileStatements, statementsOfProfile } from '../../../base/state/statements.ts';
import { mayTokenLink } from '../links/link-token-limit.ts';
import { SearchTexts } from '../search/search-texts.ts';
import { attract, confirmCustomer, relink, takeOver, type Writing } from './claims.ts';
import type { PersonFact } from './evidence.ts';
import { type BrowserLink, type Holder, type Identifier, type IdentityLookup, type Resolution, resolve } from './resolution.ts';
import { inKnownSpelling, keepSpellings, keysOfEach } from './respelled.ts';
import { leaveIdentifierOff, proposePair, writeClaim, writeDetails, writeIdentifier } from './written-identifiers.ts';

export class Register {
  readonly #base: Pick<Base, 'state'>;
  readonly #profileId: string;
  /** When customers were seen, in this chunk; written once by `close`. */
  readonly #seen = new Map<bigint, { first: number; last: number }>();
  readonly #known: IdentityLookup;
  readonly #texts: SearchTexts;
  readonly #statements: ProfileStatements;
  readonly #writing: Writing;
  /** True if a browser has claimed anything: mostly none has, and then no new identifier has to be looked up. */
  #hasClaims: boolean;
  /** The profile's last decision; no other process decides inside the transaction. */
  #last: bigint;

  constructor(base: Pick<Base, 'state'>, profileId: string) {
    this.#base = base;
    this.#profileId = profileId;
    this.#last = base.state.lastDecision(profileId);
    this.#texts = new SearchTexts(base, profileId);
    this.#statements = statementsOfProfile(base.state, profileId);
    this.#hasClaims = this.#statements.rows('collect/identity/identifier_claims_any', {}).length > 0;
    this.#writing = {
      base,
      profileId,
      texts: this.#texts,
      statements: this.#statements,
      decide: (fact, kind, customer, payload) => this.#decide(fact, kind, this.#publicId(customer), payload),
      linkOf: (visitorKey) => this.#linkOf(visitorKey),
      holderOf: (identifierKey) => this.#holderOf(identifierKey),
    };
    this.#known = {
      ownerOf: (identifierKey) => this.#holderOf(identifierKey),
      linkOf: (visitorKey) => this.#linkOf(visitorKey),
      held: (customerNo, type) =>
        Number(this.#statements.rows('collect/identity/identifiers_count', { customer_no: customerNo, type })[0]?.held ?? 0),
    };
  }

  #holderOf(identifierKey: bigint): Holder | undefined {
    const [row] = this.#statements.rows('collect/identity/identifier_find', { identifier_key: identifierKey });
    return row && { customer: row.customer_no, isClaim: row.is_claim === 1n };
  }

  #linkOf(visitorKey: bigint): BrowserLink | undefined {
    const [row] = this.#statements.rows('collect/identity/browser_find', { visitor_key: visitorKey });
    if (!row) return undefined;
    const [isClaim, isOfClaim] = [row.is_claim === 1n, row.is_claimed === 1n];
    return { customer: row.customer_no, member: row.member_no, isClaim, isOfClaim };
  }

  /**
   * TRICKY: `afterSeq` and `decidedAt` are the fact's own, not the moment of stitching: a log that depended on how far behind
   * stitching ran could not be written twice alike.
   */
  #decide(fact: { seq: bigint; receivedAt: number }, kind: NewDecision['kind'], subject: string, payload: unknown): bigint {
    this.#last = this.#base.state.decide({
      profileId: this.#profileId,
      kind,
      afterSeq: fact.seq,
      causedBySeq: fact.seq,
      subject,
      payload,
      actor: 'system',
      decidedAt: fact.receivedAt,
    });
    return this.#last;
  }

  #publicId(customerNo: bigint): string {
    return publicId('customer', this.#profileId, customerNo);
  }

  /** Resolves one fact and writes what follows from it. */
  take(fact: PersonFact): void {
    if (fact.linkedCustomer !== undefined) this.#followLink(fact, fact.linkedCustomer);
    const { spelt, respelled } = inKnownSpelling(this.#writing, fact);
    this.#takeSpelt(spelt);
    keepSpellings(this.#writing, fact, respelled);
  }

  #takeSpelt(fact: PersonFact): void {
    const resolution = resolve(fact, this.#known);
    if (!resolution) return;
    const isNew = resolution.customer === undefined;
    const customer = resolution.customer ?? this.#create(fact);
    this.#takeIdentifiers(fact, customer, resolution);
    if (resolution.linkBrowser) this.#linkBy(fact, customer, resolution);
    this.#propose(fact, customer, resolution);
    if (!isNew) this.#describe(fact, customer);
    // Details sent by a browser are ignored for a customer that another source named.
    if (fact.trust === 'server' || isNew || this.#isClaim(customer)) writeDetails(this.#writing, fact, customer);
    if (!isNew && fact.isEvent && fact.isOfPerson) this.#see(customer, fact.occurredAt);
  }

  #takeIdentifiers(fact: PersonFact, customer: bigint, resolution: Resolution): void {
    if (resolution.isConfirmed) confirmCustomer(this.#writing, fact, customer);
    for (const { identifier, from } of resolution.takeOver) {
      takeOver(this.#writing, fact, customer, identifier, from);
      this.#answerClaims(fact, customer, identifier);
    }
    for (const identifier of resolution.add) this.#add(fact, customer, identifier);
    for (const { identifier, reason } of resolution.leftOff)
      leaveIdentifierOff(this.#writing, fact, customer, identifier, reason);
    for (const claim of resolution.claims) this.#claim(fact, customer, claim);
    if (fact.trust !== 'server' || !this.#hasClaims) return;
    const left = new Set(resolution.leftOff.map(({ identifier }) => identifier));
    const others = new Set(resolution.others.map(({ identifier }) => identifier));
    for (const identifier of fact.identifiers)
      if (!left.has(identifier) && !others.has(identifier))
        for (const key of keysOfEach(this.#writing, identifier)) attract(this.#writing, fact, customer, { ...identifier, key });
  }

  #isClaim(customer: bigint): boolean {
    return this.#statements.rows('collect/identity/customer_get', { customer_no: customer })[0]?.is_claim === 1n;
  }

  /** Sets a fact aside whose evidence cannot be read. */
  quarantine(fact: { seq: bigint; receivedAt: number; traits: Uint8Array | null }, reason: string): void {
    const decisionNo = this.#decide(fact, 'quarantine_verdict', publicId('fact', this.#profileId, fact.seq), {
      seq: fact.seq.toString(),
      stage: 'stitch',
      verdict: 'quarantined',
      reason,
    });
    this.#statements.run('collect/identity/quarantine_add', {
      seq: fact.seq,
      reason,
      traits: fact.traits,
      decision_no: decisionNo,
    });
  }

  /** Writes what was gathered over the chunk. */
  close(): void {
    for (const [customer, seen] of this.#seen)
      this.#statements.run('collect/identity/customer_see', {
        customer_no: customer,
        first_seen_at: seen.first,
        last_seen_at: seen.last,
      });
    this.#seen.clear();
    this.#texts.close();
  }

  #create(fact: PersonFact): bigint {
    const next = this.#last + 1n;
    const isClaim = fact.trust === 'browser';
    const customer = this.#decide(fact, 'customer_created', this.#publicId(next), isClaim ? { is_claim: true } : {});
    if (customer !== next) throw new Error('another writer numbered a decision inside this transaction');
    this.#statements.run('collect/identity/customer_add', {
      customer_no: customer,
      customer_profile_id: this.#publicId(customer),
      first_name: fact.firstName,
      last_name: fact.lastName,
      name_trust: fact.firstName === null && fact.lastName === null ? null : fact.trust,
      country: fact.country,
      seq: fact.seq,
      occurred_at: fact.occurredAt,
      is_told: !fact.isEvent,
      is_claim: isClaim ? 1 : 0,
    });
    this.#texts.name(customer, nameOf(fact.firstName, fact.lastName), true);
    return customer;
  }

  #add(fact: PersonFact, customer: bigint, identifier: Identifier): void {
    writeIdentifier(this.#writing, fact, customer, identifier);
    this.#answerClaims(fact, customer, identifier);
  }

  /** Browsers may have claimed this identifier for customers they could not change: now there is a pair to propose. */
  #answerClaims(fact: PersonFact, customer: bigint, identifier: Identifier): void {
    if (!this.#hasClaims) return;
    const { type } = identifier;
    for (const key of keysOfEach(this.#writing, identifier))
      for (const row of this.#statements.rows('collect/identity/identifier_claims_take', { identifier_key: key }))
        proposePair(this.#writing, fact, customer, row.customer_no, 'browser_claim', [{ type, key }]);
  }

  #claim(fact: PersonFact, customer: bigint, identifier: Identifier): void {
    writeClaim(this.#writing, fact, customer, identifier);
    this.#hasClaims = true;
  }

  #link(fact: PersonFact, customer: bigint, isClaim: boolean): void {
    const visitorKey = fact.visitorKey as bigint;
    const decisionNo = this.#decide(fact, 'browser_linked', this.#publicId(customer), {
      visitor_key: visitorKey.toString(),
      customer_no: customer.toString(),
      ...(isClaim ? { is_claim: true } : {}),
    });
    this.#statements.run('collect/identity/browser_link', {
      visitor_key: visitorKey,
      customer_no: customer,
      anonymous_id: this.#anonymousIdOf(fact),
      decision_no: decisionNo,
      seq: fact.seq,
      is_claim: isClaim ? 1 : 0,
    });
  }

  #anonymousIdOf = (fact: PersonFact): string | null => (fact.isPseudoBrowser ? null : fact.anonymousId);

  /** Identifiers sent by a browser are a claim, which links it until a server or a link token names the customer. */
  #linkBy(fact: PersonFact, customer: bigint, { claims, others }: Resolution): void {
    const visitorKey = fact.visitorKey as bigint;
    const link = this.#linkOf(visitorKey);
    if (fact.trust === 'server') {
      if (!link) this.#link(fact, customer, false);
      else if (link.isClaim) this.#relink(fact, link, customer);
      return;
    }
    if (link) return;
    this.#link(fact, customer, true);
    if (!this.#isClaim(customer)) return;
    for (const { key } of [...claims, ...others.map(({ identifier }) => identifier)]) {
      this.#statements.run('collect/identity/browser_claim_add', { visitor_key: visitorKey, identifier_key: key });
      this.#hasClaims = true;
    }
  }

  #relink(fact: PersonFact, link: BrowserLink, customer: bigint): void {
    const browser = { visitorKey: fact.visitorKey as bigint, link, anonymousId: this.#anonymousIdOf(fact) };
    relink(this.#writing, fact, browser, { customer, isClaim: false });
  }

  /** A browser that came by a customer's link is theirs, unless a server has linked it already: then the two are a pair to decide on. */
  #followLink(fact: PersonFact, named: bigint): void {
    const [row] = this.#statements.rows('collect/identity/customer_get', { customer_no: named });
    if (fact.visitorKey === undefined || !row) return;
    const customer = row.successor_no ?? named;
    const link = this.#linkOf(fact.visitorKey);
    // A token of before there was a limit is known by its customer.
    const token = { seq: fact.seq, tokenKey: fact.linkToken ?? named, visitorKey: fact.visitorKey };
    if ((!link || link.isClaim) && !mayTokenLink(this.#base, this.#profileId, token)) return;
    if (!link) this.#link(fact, customer, false);
    else if (link.isClaim) this.#relink(fact, link, customer);
    if (link && link.customer !== customer) this.#pairByBrowser(fact, customer, link.customer);
  }

  #propose(fact: PersonFact, customer: bigint, resolution: Resolution): void {
    for (const other of resolution.others) {
      const evidence = resolution.namedBy ? [resolution.namedBy, other.identifier] : [other.identifier];
      proposePair(this.#writing, fact, customer, other.customer, 'same_fact', evidence);
    }
    if (resolution.browserOwner !== undefined) this.#pairByBrowser(fact, customer, resolution.browserOwner);
  }

  #pairByBrowser(fact: PersonFact, customer: bigint, other: bigint): void {
    if (this.#statements.rows('collect/identity/customer_get', { customer_no: other })[0]?.successor_no === customer) return;
    proposePair(this.#writing, fact, customer, other, 'shared_browser', [
      { type: 'anonymous_id', key: fact.visitorKey as bigint },
    ]);
  }

  #describe(fact: PersonFact, customer: bigint): void {
    if (fact.firstName === null && fact.lastName === null && fact.country === null) return;
    const isClaim = this.#isClaim(customer);
    // A person who knows an identifier can send a name with it: a browser describes a claim alone.
    if (fact.trust === 'browser' && !isClaim) return;
    const trust = isClaim ? 'browser' : fact.trust;
    const [row] = this.#statements.rows('collect/identity/customer_describe', {
      customer_no: customer,
      first_name: fact.firstName,
      last_name: fact.lastName,
      country: fact.country,
      trust,
      may_rename: trust === 'server' ? 1 : 0,
    });
    if (row) this.#texts.name(customer, nameOf(row.first_name, row.last_name), false);
  }

  #see(customer: bigint, occurredAt: number): void {
    const seen = this.#seen.get(customer);
    if (!seen) this.#seen.set(customer, { first: occurredAt, last: occurredAt });
    else {
      seen.first = Math.min(seen.first, occurredAt);
      seen.last = Math.max(seen.last, occurredAt);
    }
  }
}

const nameOf = (...parts: unknown[]): string => parts.filter((part) => typeof part === 'string').join(' ');
