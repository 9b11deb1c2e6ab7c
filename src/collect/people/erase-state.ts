// Takes a person out of state in one transaction: what is known of them goes, and the decisions that made them keep their numbers
// under new keys. Nothing is read of the person afterwards but from the erasure's own memory.
import type { Base } from '../../base/base.ts';
import type { ErasedPerson } from '../../base/contract/erasing.ts';
import { hooksOf } from '../../base/contract/hooks.ts';
import { publicId } from '../../base/kit/ids.ts';
import { NATIONAL_ID_CONTEXT } from './claims.ts';
import { Rekeying, type Work } from './erasure-work.ts';

/** By customer. */
const TABLES = [
  'customers',
  'customer_details',
  'customer_details',
  'identifiers',
  'browser_claims',
  'browsers',
  'search_values',
  'identifiers_left_off',
  'phones_as_given',
  'identifier_claims',
  'proposals',
  'proposal_evidence',
];

type Rows = Record<string, unknown>[];

interface Known {
  identifiers: Rows;
  evidence: Rows;
  browsers: Rows;
  names: Rows;
  phones: Rows;
}

/** Adds to the work every key of these customers, takes them out of state, and answers whom that was. */
export function takeOutOfState(base: Base, profileId: string, customerNos: readonly bigint[], work: Work): ErasedPerson {
  const params = { profile_id: profileId, customer_nos: `[${customerNos.join(',')}]` };
  const rows = (name: string): Rows => base.state.statement(`collect/people/${name}`).allBig(params);
  const known: Known = {
    identifiers: rows('erasure_identifiers'),
    evidence: rows('erasure_evidence'),
    browsers: rows('erasure_browsers'),
    names: rows('erasure_names'),
    phones: rows('erasure_phones'),
  };
  const digits = (list: Rows, column: string): string[] => list.map((row) => String(row[column]));
  work.identifiers = [...new Set([...work.identifiers, ...digits([...known.identifiers, ...known.evidence], 'identifier_key')])];
  work.visitors = [...new Set([...work.visitors, ...digits(known.browsers, 'visitor_key')])];
  const leftOff = rows('erasure_left_off').length > 0 ? rows('erasure_left_off_decisions') : [];
  rekeyDecisions(base, profileId, leftOff, known, work);
  forgetNames(base, profileId, work);
  const person = personOf(base, profileId, customerNos, known, work);
  for (const { erasure } of hooksOf(base)) erasure?.person?.(base, profileId, person);
  for (const customer_no of customerNos)
    for (const table of TABLES) base.state.statement(`collect/people/${table}_erase`).run({ profile_id: profileId, customer_no });
  return person;
}

function rekeyDecisions(base: Base, profileId: string, leftOff: Rows, { identifiers, browsers }: Known, work: Work): void {
  const rekeying = new Rekeying(work);
  const rekey = (list: Rows, path: string, column: string): void => {
    for (const row of list)
      base.state.statement('collect/people/erasure_decision_rekey').run({
        profile_id: profileId,
        decision_no: row['decision_no'],
        path,
        key: rekeying.key(String(row[column])),
      });
  };
  rekey(identifiers, '$.identifier_key', 'identifier_key');
  rekey(leftOff, '$.identifier_key', 'identifier_key');
  rekey(browsers, '$.visitor_key', 'visitor_key');
}

/** Of customers that stay: that the person's identifiers were named for them, and the decisions that later ones replaced. */
function forgetNames(base: Base, profileId: string, work: Work): void {
  const rekeying = new Rekeying(work);
  const keys = JSON.stringify([...work.identifiers, ...work.visitors]);
  const statement = (name: string) => base.state.statement(`collect/people/${name}`);
  const rekey = (decision_no: unknown, path: unknown, key: string): void =>
    void statement('erasure_decision_rekey').run({ profile_id: profileId, decision_no, path, key: rekeying.key(key) });
  for (const { key, decision_no, path } of statement('superseded_decisions_take').allBig({ profile_id: profileId, keys }))
    rekey(decision_no, path, String(key));
  const isLeftOff = work.identifiers.some(
    (key) => statement('erasure_left_off_find').get({ profile_id: profileId, identifier_key: BigInt(key) }) !== undefined,
  );
  if (isLeftOff)
    for (const row of statement('erasure_left_off_by_key').allBig({ profile_id: profileId, keys }))
      rekey(row['decision_no'], '$.identifier_key', String(row['identifier_key']));
  for (const key of work.visitors)
    statement('erasure_link_tokens_erase').run({ profile_id: profileId, visitor_key: BigInt(key) });
  for (const key of work.identifiers)
    for (const name of ['erasure_identifier_evidence', 'erasure_browser_claims', 'erasure_left_off'])
      statement(`${name}_erase`).run({ profile_id: profileId, identifier_key: BigInt(key) });
}

function personOf(
  base: Base,
  profileId: string,
  customerNos: readonly bigint[],
  { identifiers, browsers, names, phones }: Known,
  work: Work,
): ErasedPerson {
  const clear = (row: Record<string, unknown>): unknown =>
    row['sealed'] ? base.state.keys.decrypt(profileId, NATIONAL_ID_CONTEXT, row['sealed'] as Buffer) : row['value'];
  const words = [
    ...identifiers.map(clear),
    ...browsers.map((row) => row['anonymous_id']),
    ...phones.map((row) => row['phone']),
    ...names.flatMap((row) => [row['first_name'], row['last_name']]),
  ];
  return {
    publicIds: customerNos.map((no) => publicId('customer', profileId, no)),
    customerNos,
    visitorKeys: work.visitors.map(BigInt),
    words: [...new Set(words.filter((word): word is string => typeof word === 'string' && word !== ''))],
  };
}
