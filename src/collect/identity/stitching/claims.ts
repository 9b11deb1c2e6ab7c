// Claims: customers named only by browsers. Once a server names them, a claimed customer is confirmed, or merged into the customer that the
// server named; a browser follows the first of its identifiers that is confirmed. All of it as decisions, in the caller's transaction.
import type { Base } from '../../../base/base.ts';
import type { NewDecision } from '../../../base/state/decisions.ts';
import type { ProfileStatements } from '../../../base/state/statements.ts';
import { type IdentifierType, LIMITS, PRIORITIES } from '../identifiers.ts';
import { pairOf, regroup } from '../matching/pairs.ts';
import type { SearchTexts } from '../search/search-texts.ts';
import { headOf } from './components.ts';
import type { PersonFact } from './evidence.ts';
import type { BrowserLink, Holder, Identifier } from './resolution.ts';

/** The encryption context of a national id kept in state. */
export const NATIONAL_ID_CONTEXT = 'national_id';

/** … and of what a browser claimed. */
export const CLAIM_CONTEXT = 'identifier_claim';

/** The parts of a register that claims use: its statements, its decisions log and its texts. */
export interface Writing {
  base: Pick<Base, 'state'>;
  profileId: string;
  texts: SearchTexts;
  statements: ProfileStatements;
  decide(fact: PersonFact, kind: NewDecision['kind'], customer: bigint, payload: unknown): bigint;
  linkOf(visitorKey: bigint): BrowserLink | undefined;
  holderOf(identifierKey: bigint): Holder | undefined;
}

/** Once a server names the customer, names and details from browsers are removed, so that the server's count. */
export function confirmCustomer(w: Writing, fact: PersonFact, customer: bigint): void {
  w.decide(fact, 'customer_confirmed', customer, { customer_no: customer.toString() });
  w.statements.run('collect/identity/customer_confirm', { customer_no: customer, keeps_told: 0 });
  w.texts.name(customer, '', false);
  eraseDetails(w, customer);
}

/** Moves the identifier to the customer; a claimed customer that had only this identifier is merged with it. */
export function takeOver(w: Writing, fact: PersonFact, customer: bigint, identifier: Identifier, from: bigint): void {
  const { key, type, value } = identifier;
  const existing = findIdentifier(w, key);
  if (!existing) return;
  supersede(w, key, existing.decisionNo, '$.identifier_key');
  const decision_no = w.decide(fact, 'identifier_moved', customer, {
    type,
    identifier_key: key.toString(),
    customer_no: customer.toString(),
  });
  w.statements.run('collect/identity/identifier_move', {
    identifier_key: key,
    customer_no: customer,
    decision_no,
    seq: fact.seq,
  });
  empty(w, fact, from, customer);
  const text = value ?? existing.value;
  if (type !== 'national_id' && text !== undefined) w.texts.add(customer, type, text);
}

/** A browser whose link rests on a claim is linked again. */
export function relink(
  w: Writing,
  fact: PersonFact,
  browser: { visitorKey: bigint; link: BrowserLink; anonymousId: string | null },
  to: { customer: bigint; isClaim: boolean },
): void {
  const { visitorKey, link, anonymousId } = browser;
  const { customer, isClaim } = to;
  const earlier = w.statements.rows('collect/identity/browser_get', { visitor_key: visitorKey })[0]?.decision_no as bigint;
  supersede(w, visitorKey, earlier, '$.visitor_key');
  const decision_no = w.decide(fact, 'browser_relinked', customer, {
    visitor_key: visitorKey.toString(),
    customer_no: customer.toString(),
    is_claim: isClaim,
  });
  w.statements.run('collect/identity/browser_relink', {
    visitor_key: visitorKey,
    customer_no: customer,
    is_claim: isClaim ? 1 : 0,
    anonymous_id: anonymousId,
    decision_no,
    seq: fact.seq,
  });
  if (link.isOfClaim && link.customer !== customer) dissolve(w, fact, link.member, customer);
}

/** Browsers that named an identifier beside the claim that links them go where a server has now put it. */
export function attract(w: Writing, fact: PersonFact, customer: bigint, { key, priority }: Identifier): void {
  const rows = w.statements.rows('collect/identity/browser_claims_take', { identifier_key: key });
  const visitors = rows.map((row) => row.visitor_key).sort((a, b) => (a < b ? -1 : 1));
  for (const visitorKey of visitors) {
    const link = w.linkOf(visitorKey);
    if (!link?.isClaim || !link.isOfClaim || link.customer === customer) continue;
    if (contradicts(w, { visitorKey, claimed: link.customer }, customer, priority)) continue;
    relink(w, fact, { visitorKey, link, anonymousId: null }, { customer, isClaim: true });
  }
}

/** The browser named something stronger, and the customer has no room for it: it belongs to another person with an identifier of the same type. */
function contradicts(w: Writing, browser: { visitorKey: bigint; claimed: bigint }, customer: bigint, priority: number): boolean {
  const stored = w.statements
    .rows('collect/identity/identifiers_list_of_customer', { customer_no: browser.claimed })
    .map((row) => findIdentifier(w, row.identifier_key)?.type);
  const named = w.statements
    .rows('collect/identity/browser_claims_list', { visitor_key: browser.visitorKey })
    .map(({ type, holder_no }) => (holder_no === customer ? undefined : type));
  return [...stored, ...named].some((type) => {
    if (!type || PRIORITIES[type] >= priority) return false;
    const [count] = w.statements.rows('collect/identity/identifiers_count', { customer_no: customer, type });
    return Number(count?.held ?? 0) >= LIMITS[type];
  });
}

/** A claim that no browser makes any more keeps nothing: its identifier is evidence again, for whom its last browser went to. */
function dissolve(w: Writing, fact: PersonFact, customer: bigint, into: bigint): void {
  if (w.statements.rows('collect/identity/browsers_any_of_customer', { customer_no: customer }).length > 0) return;
  for (const { identifier_key } of w.statements.rows('collect/identity/identifiers_list_of_customer', { customer_no: customer }))
    release(w, fact, identifier_key as bigint, into);
  empty(w, fact, customer, into);
}

function release(w: Writing, fact: PersonFact, key: bigint, into: bigint): void {
  const existing = findIdentifier(w, key);
  if (!existing) return;
  const { type, value, decisionNo, customer } = existing;
  const released = w.decide(fact, 'identifier_moved', customer, { type, identifier_key: key.toString(), customer_no: null });
  for (const decision of [decisionNo, released]) supersede(w, key, decision, '$.identifier_key');
  w.statements.run('collect/identity/identifier_release', { identifier_key: key });
  const sealed = value === undefined ? null : w.base.state.keys.encrypt(w.profileId, CLAIM_CONTEXT, value);
  const seqs = { first_seq: fact.seq, last_seq: fact.seq, times: 1 };
  w.statements.run('collect/identity/identifier_claim_put', { identifier_key: key, customer_no: into, type, sealed, ...seqs });
}

/** Another customer takes over everything of one, except persons that a decision has kept apart. */
function empty(w: Writing, fact: PersonFact, customer: bigint, into: bigint): void {
  const { base, profileId } = w;
  const pair = pairOf(customer, into);
  const heads = pairOf(headOf(base, profileId, customer), headOf(base, profileId, into));
  const isToldApart =
    w.statements.rows('collect/identity/persons_told_apart', { low: heads.customer_a, high: heads.customer_b }).length > 0;
  if (!isToldApart) {
    const decision_no = w.decide(fact, 'customer_followed', customer, {
      customer_no: customer.toString(),
      into_customer_no: into.toString(),
    });
    w.statements.run('collect/identity/merge_edge_add', { ...pair, decision_no });
    w.statements.run('collect/identity/customers_succeed', { customer_no: customer, into_customer_no: into });
  }
  w.statements.run('collect/identity/customer_empty', { customer_no: customer, into_customer_no: isToldApart ? null : into });
  eraseDetails(w, customer);
  w.texts.forget(customer);
  for (const { identifier_key, ...claim } of w.statements.rows('collect/identity/identifier_claims_of_customer', {
    customer_no: customer,
  }))
    if (!findIdentifier(w, identifier_key as bigint))
      w.statements.run('collect/identity/identifier_claim_put', { identifier_key, customer_no: into, ...claim });
  regroup(base, profileId, [into]);
}

function eraseDetails(w: Writing, customer_no: bigint): void {
  w.statements.run('collect/identity/customer_details_erase', { customer_no });
  w.statements.run('collect/identity/phones_as_given_erase', { customer_no });
}

function findIdentifier(
  w: Writing,
  key: bigint,
): { type: IdentifierType; customer: bigint; decisionNo: bigint; value: string | undefined } | undefined {
  const [row] = w.statements.rows('collect/identity/identifier_get', { identifier_key: key });
  if (!row) return undefined;
  const { type, customer_no, decision_no, sealed, value } = row;
  return {
    type: type as IdentifierType,
    customer: customer_no as bigint,
    decisionNo: decision_no as bigint,
    value: sealed
      ? w.base.state.keys.decrypt(w.profileId, NATIONAL_ID_CONTEXT, sealed as Buffer)
      : ((value as string | null) ?? undefined),
  };
}

const supersede = (w: Writing, key: bigint, decision_no: bigint, path: string): void =>
  void w.statements.run('collect/identity/superseded_decision_add', { key, decision_no, path });
