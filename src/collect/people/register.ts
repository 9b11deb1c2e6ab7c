// Writes down what a fact told: decisions, and the current values they change, inside the caller's transaction.
// Every number and time written comes from the fact or from the decisions log, so doing it again elsewhere gives the same rows.
import type { Base } from '../../base/base.ts';
import { publicId } from '../../base/kit/ids.ts';
import type { NewDecision } from '../../base/state/decisions.ts';
import { addDetails } from './details.ts';
import type { PersonFact } from './evidence.ts';
import { openProposal, pairOf } from './pairs.ts';
import type { Identifier, Known, Resolution } from './resolution.ts';
import { resolve } from './resolution.ts';
import { SearchTexts } from './search-texts.ts';

/** The encryption context of a national id kept in state. */
export const NATIONAL_ID_CONTEXT = 'national_id';

/** … and of what a browser claimed. */
export const CLAIM_CONTEXT = 'identifier_claim';

type ProposalKind = 'same_fact' | 'shared_browser' | 'browser_claim';

export class Register {
  readonly #base: Pick<Base, 'state'>;
  readonly #profileId: string;
  /** When customers were seen, in this chunk; written once by `close`. */
  readonly #seen = new Map<bigint, { first: number; last: number }>();
  readonly #known: Known;
  readonly #texts: SearchTexts;
  /** Whether a browser has claimed anything: mostly none has, and then no new identifier has to be asked about. */
  #hasClaims: boolean;
  /** The profile's last decision; nobody else decides inside the transaction. */
  #last: bigint;

  constructor(base: Pick<Base, 'state'>, profileId: string) {
    this.#base = base;
    this.#profileId = profileId;
    this.#last = base.state.lastDecision(profileId);
    this.#texts = new SearchTexts(base, profileId);
    this.#hasClaims = this.#rows('identifier_claims_any', {}).length > 0;
    this.#known = {
      ownerOf: (identifierKey) => this.#customerIn('identifier_find', { identifier_key: identifierKey }),
      ownerOfBrowser: (visitorKey) => this.#customerIn('browser_find', { visitor_key: visitorKey }),
      held: (customerNo, type) => Number(this.#rows('identifiers_count', { customer_no: customerNo, type })[0]?.['held'] ?? 0),
    };
  }

  #rows(statement: string, params: Record<string, unknown>): Record<string, unknown>[] {
    return this.#base.state.statement(`collect/people/${statement}`).allBig({ profile_id: this.#profileId, ...params });
  }

  #run(statement: string, params: Record<string, unknown>): void {
    this.#base.state.statement(`collect/people/${statement}`).run({ profile_id: this.#profileId, ...params });
  }

  #customerIn(statement: string, params: Record<string, unknown>): bigint | undefined {
    return this.#rows(statement, params)[0]?.['customer_no'] as bigint | undefined;
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
    const resolution = resolve(fact, this.#known);
    if (!resolution) return;
    const isNew = resolution.customer === undefined;
    const customer = resolution.customer ?? this.#create(fact);
    for (const identifier of resolution.add) this.#add(fact, customer, identifier);
    for (const { identifier, reason } of resolution.leftOff) this.#leaveOff(fact, customer, identifier, reason);
    for (const claim of resolution.claims) this.#claim(fact, customer, claim);
    if (resolution.linkBrowser) this.#link(fact, customer);
    this.#propose(fact, customer, resolution);
    if (!isNew) this.#describe(fact, customer);
    addDetails(this.#base, this.#profileId, customer, fact.details);
    // As with identifiers, a browser tells nothing more of a customer who is known.
    if (fact.phoneAsGiven !== null && (isNew || fact.trust === 'server'))
      this.#run('phone_as_given_put', { customer_no: customer, phone: fact.phoneAsGiven, seq: fact.seq });
    if (!isNew && fact.isEvent) this.#see(customer, fact.occurredAt);
  }

  /** Sets a fact aside whose evidence cannot be read. */
  quarantine(fact: { seq: bigint; receivedAt: number; traits: Uint8Array | null }, reason: string): void {
    const decisionNo = this.#decide(fact, 'quarantine_verdict', publicId('fact', this.#profileId, fact.seq), {
      seq: fact.seq.toString(),
      stage: 'stitch',
      verdict: 'quarantined',
      reason,
    });
    this.#run('quarantine_add', { seq: fact.seq, reason, traits: fact.traits, decision_no: decisionNo });
  }

  /** Writes what was gathered over the chunk. */
  close(): void {
    for (const [customer, seen] of this.#seen)
      this.#run('customer_see', { customer_no: customer, first_seen_at: seen.first, last_seen_at: seen.last });
    this.#seen.clear();
    this.#texts.close();
  }

  #create(fact: PersonFact): bigint {
    const next = this.#last + 1n;
    const customer = this.#decide(fact, 'customer_created', this.#publicId(next), {});
    if (customer !== next) throw new Error('a decision was numbered by somebody else inside this transaction');
    this.#run('customer_add', {
      customer_no: customer,
      customer_profile_id: this.#publicId(customer),
      first_name: fact.firstName,
      last_name: fact.lastName,
      name_trust: fact.firstName === null && fact.lastName === null ? null : fact.trust,
      country: fact.country,
      seq: fact.seq,
      occurred_at: fact.occurredAt,
      is_told: !fact.isEvent,
    });
    this.#texts.name(customer, nameOf(fact.firstName, fact.lastName), true);
    return customer;
  }

  #add(fact: PersonFact, customer: bigint, identifier: Identifier): void {
    const { type, key, value } = identifier;
    const decisionNo = this.#decide(fact, 'identifier_added', this.#publicId(customer), {
      type,
      identifier_key: key.toString(),
      customer_no: customer.toString(),
    });
    const isSecret = type === 'national_id';
    const sealed =
      isSecret && value !== undefined ? this.#base.state.keys.encrypt(this.#profileId, NATIONAL_ID_CONTEXT, value) : null;
    this.#run('identifier_add', {
      identifier_key: key,
      type,
      customer_no: customer,
      value: isSecret ? null : (value ?? null),
      sealed,
      decision_no: decisionNo,
      seq: fact.seq,
    });
    if (type !== 'national_id' && value !== undefined) this.#texts.add(customer, type, value);
    if (!this.#hasClaims) return;
    // Browsers may have claimed this identifier for customers they could not change: now there is a pair to propose.
    for (const row of this.#rows('identifier_claims_take', { identifier_key: key }))
      this.#pair(fact, customer, row['customer_no'] as bigint, 'browser_claim', [{ type, key }]);
  }

  /** Kept with its value, sealed: a person may settle later that it is the customer's. */
  #claim(fact: PersonFact, customer: bigint, { key, type, value }: Identifier): void {
    const sealed = value === undefined ? null : this.#base.state.keys.encrypt(this.#profileId, CLAIM_CONTEXT, value);
    this.#run('identifier_claim', { identifier_key: key, customer_no: customer, type, seq: fact.seq, sealed });
    this.#hasClaims = true;
  }

  #leaveOff(fact: PersonFact, customer: bigint, identifier: Identifier, reason: string): void {
    const { type, key } = identifier;
    const [row] = this.#rows('identifier_leave_off', { identifier_key: key, customer_no: customer, type, reason, seq: fact.seq });
    if (row?.['times'] !== 1n) return;
    this.#decide(fact, 'identifier_left_off', this.#publicId(customer), {
      type,
      identifier_key: key.toString(),
      customer_no: customer.toString(),
      reason,
    });
  }

  #link(fact: PersonFact, customer: bigint): void {
    const visitorKey = fact.visitorKey as bigint;
    const decisionNo = this.#decide(fact, 'browser_linked', this.#publicId(customer), {
      visitor_key: visitorKey.toString(),
      customer_no: customer.toString(),
    });
    this.#run('browser_link', {
      visitor_key: visitorKey,
      customer_no: customer,
      anonymous_id: fact.isPseudoBrowser ? null : fact.anonymousId,
      decision_no: decisionNo,
      seq: fact.seq,
    });
  }

  /** A browser that came by a customer's link is theirs, unless it is somebody's already: then the two are a pair to decide on. */
  #followLink(fact: PersonFact, customer: bigint): void {
    if (fact.visitorKey === undefined || !this.#rows('customer_get', { customer_no: customer })[0]) return;
    const owner = this.#known.ownerOfBrowser(fact.visitorKey);
    if (owner === undefined) this.#link(fact, customer);
    else this.#pair(fact, customer, owner, 'shared_browser', [{ type: 'anonymous_id', key: fact.visitorKey }]);
  }

  #propose(fact: PersonFact, customer: bigint, resolution: Resolution): void {
    for (const other of resolution.others) {
      const evidence = resolution.namedBy ? [resolution.namedBy, other.identifier] : [other.identifier];
      this.#pair(fact, customer, other.customer, 'same_fact', evidence);
    }
    if (resolution.browserOwner === undefined) return;
    const browser = { type: 'anonymous_id', key: fact.visitorKey as bigint };
    this.#pair(fact, customer, resolution.browserOwner, 'shared_browser', [browser]);
  }

  /**
   * Opens or strengthens the proposal of a pair. Two members of one person are not asked about, but what speaks for them is kept:
   * it counts again when their merge is undone.
   */
  #pair(fact: PersonFact, one: bigint, two: bigint, kind: ProposalKind, evidence: { type: string; key: bigint }[]): void {
    if (one === two) return;
    const pair = pairOf(one, two);
    openProposal(this.#base, this.#profileId, pair, { seq: fact.seq, openedAt: fact.receivedAt });
    for (const { type, key } of evidence)
      this.#run('proposal_evidence_add', { ...pair, seq: fact.seq, kind, type, identifier_key: key });
    this.#run('proposal_score', { ...pair });
  }

  #describe(fact: PersonFact, customer: bigint): void {
    if (fact.firstName === null && fact.lastName === null && fact.country === null) return;
    const [row] = this.#rows('customer_describe', {
      customer_no: customer,
      first_name: fact.firstName,
      last_name: fact.lastName,
      country: fact.country,
      trust: fact.trust,
      may_rename: fact.isEvent && fact.trust === 'server' ? 1 : 0,
    });
    if (!row) return;
    this.#texts.name(customer, nameOf(row['first_name'], row['last_name']), false);
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
