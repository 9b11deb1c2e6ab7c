// Deletes what identity keeps of a profile.
import type { Base } from '../../base/base.ts';
import { forgetTokens } from './tokens.ts';

const TABLES = [
  'customers',
  'identifiers',
  'browsers',
  'merge_edges',
  'proposals',
  'proposal_evidence',
  'identifier_claims',
  'identifiers_left_off',
  'quarantine',
  'search_values',
  'backfills',
];

export function purgePeople(base: Pick<Base, 'state'>, profileId: string): void {
  base.state.tx(() => {
    for (const table of TABLES) base.state.statement(`collect/people/${table}_purge`).run({ profile_id: profileId });
  });
  forgetTokens(base, profileId);
}
