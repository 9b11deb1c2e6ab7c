// Takes a person out of state in one transaction: what is known of them goes, and the decisions that made them keep their numbers
// under new keys. Nothing is read of the person afterwards but from the erasure's own memory.
import type { Base } from '../../../base/base.ts';
import type { ErasedPerson } from '../../../base/contract/erasing.ts';
import { hooksOf } from '../../../base/contract/hooks.ts';
import { publicId } from '../../../base/kit/ids.ts';
import { eraseTables } from '../../../base/state/owned-tables.ts';
import type { BigRow, RowOf, StatementName } from '../../../base/state/state.ts';
import { statementsOfProfile } from '../../../base/state/statements.ts';
import { NATIONAL_ID_CONTEXT } from '../stitching/claims.ts';
import { Rekeying, type Work } from './erasure-work.ts';

/** Deletions by customer, before the tables whose rows are deleted by the list of tables. */
const BY_CUSTOMER = [
  'collect/identity/browser_claims_erase',
  'collect/identity/search_values_erase',
  'collect/identity/proposals_erase',
  'collect/identity/proposal_evidence_erase',
] as const;

/** Deletions by identifier, for customers that stay. */
const BY_IDENTIFIER = [
  'collect/identity/erasure_identifier_evidence_erase',
  'collect/identity/erasure_browser_claims_erase',
  'collect/identity/erasure_left_off_erase',
] as const;

const BY_BROWSER = [
  'collect/identity/erasure_link_tokens_erase',
  'collect/identity/erasure_joined_browsers_erase',
  'collect/identity/erasure_join_tokens_erase',
] as const;

type Rows<Name extends StatementName> = BigRow<RowOf<Name>>[];

/** What state says of the customers: every key of theirs, and the texts by which they are known. */
export interface PersonData {
  identifiers: Rows<'collect/identity/erasure_identifiers'>;
  evidence: Rows<'collect/identity/erasure_evidence'>;
  browsers: Rows<'collect/identity/erasure_browsers'>;
  names: Rows<'collect/identity/erasure_names'>;
  phones: Rows<'collect/identity/erasure_phones'>;
}

/** Adds to the work every key of these customers, takes them out of state, and answers whom that was. */
export function takeOutOfState(base: Base, profileId: string, customerNos: readonly bigint[], work: Work): ErasedPerson {
  const statements = statementsOfProfile(base.state, profileId);
  const params = { customer_nos: `[${customerNos.join(',')}]` };
  const personData = readPerson(base, profileId, customerNos);
  addKeys(work, personData);
  const leftOff =
    statements.rows('collect/identity/erasure_left_off', params).length > 0
      ? statements.rows('collect/identity/erasure_left_off_decisions', params)
      : [];
  rekeyDecisions(base, profileId, leftOff, personData, work);
  forgetNames(base, profileId, work);
  const person = personOf(base, profileId, customerNos, personData, work);
  for (const { erasure } of hooksOf(base)) erasure?.person?.(base, profileId, person);
  for (const customer_no of customerNos) {
    for (const name of BY_CUSTOMER) statements.run(name, { customer_no });
    eraseTables(base.state, 'collect/identity', profileId, customer_no);
  }
  return person;
}

export function readPerson(base: Pick<Base, 'state'>, profileId: string, customerNos: readonly bigint[]): PersonData {
  const statements = statementsOfProfile(base.state, profileId);
  const params = { customer_nos: `[${customerNos.join(',')}]` };
  return {
    identifiers: statements.rows('collect/identity/erasure_identifiers', params),
    evidence: statements.rows('collect/identity/erasure_evidence', params),
    browsers: statements.rows('collect/identity/erasure_browsers', params),
    names: statements.rows('collect/identity/erasure_names', params),
    phones: statements.rows('collect/identity/erasure_phones', params),
  };
}

/** By these keys the facts of the person are found. */
export function addKeys(work: Work, { identifiers, evidence, browsers }: PersonData): void {
  const keys = [...identifiers, ...evidence].map(({ identifier_key }) => String(identifier_key));
  work.identifiers = [...new Set([...work.identifiers, ...keys])];
  work.visitors = [...new Set([...work.visitors, ...browsers.map(({ visitor_key }) => String(visitor_key))])];
}

type LeftOff = Rows<'collect/identity/erasure_left_off_decisions'>;

const rekeyOf =
  (base: Base, profileId: string, rekeying: Rekeying) =>
  (decisionNo: bigint, path: string, key: string): void =>
    base.state.rekeyDecision(profileId, decisionNo, path.replace(/^\$\./, ''), rekeying.key(key));

function rekeyDecisions(
  base: Base,
  profileId: string,
  leftOff: LeftOff,
  { identifiers, browsers }: PersonData,
  work: Work,
): void {
  const rekeying = new Rekeying(work);
  const rekey = rekeyOf(base, profileId, rekeying);
  for (const row of identifiers) rekey(row.decision_no, '$.identifier_key', String(row.identifier_key));
  for (const row of leftOff) rekey(row.decision_no, '$.identifier_key', row.identifier_key);
  for (const row of browsers) rekey(row.decision_no, '$.visitor_key', String(row.visitor_key));
}

/** For customers that stay: decisions that named the person's identifiers for them, and the decisions that later ones replaced. */
function forgetNames(base: Base, profileId: string, work: Work): void {
  const rekeying = new Rekeying(work);
  const keys = JSON.stringify([...work.identifiers, ...work.visitors]);
  const statements = statementsOfProfile(base.state, profileId);
  const rekey = rekeyOf(base, profileId, rekeying);
  for (const { key, decision_no, path } of statements.rows('collect/identity/superseded_decisions_take', { keys }))
    rekey(decision_no, path, String(key));
  const isLeftOff = work.identifiers.some(
    (key) => statements.rows('collect/identity/erasure_left_off_find', { identifier_key: BigInt(key) }).length > 0,
  );
  if (isLeftOff)
    for (const row of statements.rows('collect/identity/erasure_left_off_by_key', { keys }))
      rekey(row.decision_no, '$.identifier_key', row.identifier_key);
  for (const key of work.visitors) for (const name of BY_BROWSER) statements.run(name, { visitor_key: BigInt(key) });
  for (const key of work.identifiers) for (const name of BY_IDENTIFIER) statements.run(name, { identifier_key: BigInt(key) });
}

/** The person's texts in clear. */
export function wordsOf(
  base: Pick<Base, 'state'>,
  profileId: string,
  { identifiers, browsers, names, phones }: PersonData,
): string[] {
  const clear = ({ sealed, value }: PersonData['identifiers'][number]): string | null =>
    sealed ? base.state.keys.decrypt(profileId, NATIONAL_ID_CONTEXT, sealed) : value;
  const words = [
    ...identifiers.map(clear),
    ...browsers.map((row) => row.anonymous_id),
    ...phones.map((row) => row.phone),
    ...names.flatMap((row) => [row.first_name, row.last_name]),
  ];
  return [...new Set(words.filter((word): word is string => typeof word === 'string' && word !== ''))];
}

const personOf = (base: Base, profileId: string, customerNos: readonly bigint[], data: PersonData, work: Work): ErasedPerson => ({
  publicIds: customerNos.map((no) => publicId('customer', profileId, no)),
  customerNos,
  visitorKeys: work.visitors.map(BigInt),
  words: wordsOf(base, profileId, data),
});
