// Writes down what a fact says of a customer and of identifiers: that one is a customer's, that a browser claims one, that one is left off, and which two
// customers may be one person.
import { openProposal, pairOf } from '../matching/pairs.ts';
import { CLAIM_CONTEXT, NATIONAL_ID_CONTEXT, type Writing } from './claims.ts';
import type { PersonFact } from './evidence.ts';
import type { Identifier } from './resolution.ts';
import { addDetails } from './sealed-details.ts';

type ProposalKind = 'same_fact' | 'shared_browser' | 'browser_claim';

export function writeIdentifier(w: Writing, fact: PersonFact, customer: bigint, identifier: Identifier): void {
  const { type, key, value } = identifier;
  const decisionNo = w.decide(fact, 'identifier_added', customer, {
    type,
    identifier_key: key.toString(),
    customer_no: customer.toString(),
  });
  const isSecret = type === 'national_id';
  const sealed = isSecret && value !== undefined ? w.base.state.keys.encrypt(w.profileId, NATIONAL_ID_CONTEXT, value) : null;
  w.statements.run('collect/identity/identifier_add', {
    identifier_key: key,
    type,
    customer_no: customer,
    value: isSecret ? null : (value ?? null),
    sealed,
    decision_no: decisionNo,
    seq: fact.seq,
  });
  if (type !== 'national_id' && value !== undefined) w.texts.add(customer, type, value);
}

export function writeClaim(w: Writing, fact: PersonFact, customer: bigint, { key, type, value }: Identifier): void {
  const sealed = value === undefined ? null : w.base.state.keys.encrypt(w.profileId, CLAIM_CONTEXT, value);
  w.statements.run('collect/identity/identifier_claim', {
    identifier_key: key,
    customer_no: customer,
    type,
    seq: fact.seq,
    sealed,
  });
}

export function leaveIdentifierOff(w: Writing, fact: PersonFact, customer: bigint, identifier: Identifier, reason: string): void {
  const { type, key } = identifier;
  const [row] = w.statements.rows('collect/identity/identifier_leave_off', {
    identifier_key: key,
    customer_no: customer,
    type,
    reason,
    seq: fact.seq,
  });
  if (row?.times !== 1n) return;
  w.decide(fact, 'identifier_left_off', customer, {
    type,
    identifier_key: key.toString(),
    customer_no: customer.toString(),
    reason,
  });
}

/**
 * Opens or strengthens the proposal of a pair. Two members of one person are not asked about, but what speaks for them is kept:
 * it counts again when their merge is undone.
 */
export function proposePair(
  w: Writing,
  fact: PersonFact,
  one: bigint,
  two: bigint,
  kind: ProposalKind,
  evidence: { type: string; key: bigint }[],
): void {
  if (one === two) return;
  const pair = pairOf(one, two);
  openProposal(w.base, w.profileId, pair, { seq: fact.seq, openedAt: fact.receivedAt });
  for (const { type, key } of evidence)
    w.statements.run('collect/identity/proposal_evidence_add', { ...pair, seq: fact.seq, kind, type, identifier_key: key });
  w.statements.run('collect/identity/proposal_score', { ...pair });
}

export function writeDetails(w: Writing, fact: PersonFact, customer: bigint): void {
  addDetails(w.base, w.profileId, customer, fact.details);
  if (fact.phoneAsGiven !== null)
    w.statements.run('collect/identity/phone_as_given_put', {
      customer_no: customer,
      phone: fact.phoneAsGiven,
      seq: fact.seq,
    });
}
