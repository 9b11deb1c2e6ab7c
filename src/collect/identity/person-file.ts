// A person's data as a file (access request): what is kept of them, from the places that an erasure clears. Each making is audited.
import { actorOf, writeAudit } from '../../account/audit/index.ts';
import { type AfterBase, keeperOf } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { PersonFigures } from '../../base/contract/erasing.ts';
import { hooksOf } from '../../base/contract/hooks.ts';
import { changeThenWait } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { rowsOfPerson } from '../../base/rows/person-rows.ts';
import { ownFacts } from './erasure/erase-facts.ts';
import { addKeys, readPerson, wordsOf } from './erasure/erase-state.ts';
import type { Looked } from './erasure/erased-bodies.ts';
import { newWork } from './erasure/erasure-work.ts';
import { findPerson, type PersonFound, requireOwn } from './erasure/erasures.ts';

/** The file is one response. */
const MAX_FACTS = 50_000;

type PersonFile = components['schemas']['CustomerFile'];
type FileFact = PersonFile['facts'][number];

export const exportCustomerData = changeThenWait('exportCustomerData', {
  change: ({ principal, workspaceId, body }, base) => {
    const profileId = requireOwn(base, workspaceId, body.profile_id);
    const person = findPerson(base, profileId, body);
    const actor = actorOf(principal);
    writeAudit(base, { actor, action: 'customer.file_made', workspaceId, profileId, subject: person.publicId });
    return { profileId, person };
  },
  after: async ({ workspaceId }, base, { profileId, person }) => ({
    data: await fileOf(base, profileId, person),
    meta: { workspace_id: workspaceId, profile_id: profileId },
  }),
});

async function fileOf(read: AfterBase, profileId: string, person: PersonFound): Promise<PersonFile> {
  const base = keeperOf(read);
  const { members, visitorKeys, identifierKeys } = person;
  const data = readPerson(base, profileId, members);
  const work = newWork('asked', '', visitorKeys.map(String));
  work.identifiers = identifierKeys.map(String);
  addKeys(work, data);
  work.upTo = String(base.journal.lastSeq(profileId));
  const facts: FileFact[] = [];
  const seqs: bigint[] = [];
  for await (const page of ownFacts(base, profileId, work))
    for (const looked of page) {
      if (facts.length === MAX_FACTS) throw tooLarge();
      facts.push(factShown(looked));
      seqs.push(looked.fact.seq);
    }
  const visitors = work.visitors.map(BigInt);
  const named = { customerNos: members, visitorKeys: visitors, identifierKeys: work.identifiers.map(BigInt), seqs };
  const words = wordsOf(base, profileId, data);
  const records = await rowsOfPerson(base.state, profileId, { ...named, words });
  return {
    customer_profile_id: person.publicId,
    made_at: new Date(base.clock.now()).toISOString(),
    known_by: words,
    facts,
    records,
    figures: await figuresOf(read, profileId, { customerNos: members, visitorKeys: visitors }),
  };
}

/** Nothing is left out in silence. */
const tooLarge = (): ApiError =>
  new ApiError(
    'invalid_state',
    `The person has more than ${MAX_FACTS} facts, too many for one file: read them from GET /events.`,
  );

const factShown = ({ fact, body }: Looked): FileFact => ({
  seq: String(fact.seq),
  kind: fact.kind,
  event_type: fact.eventType,
  occurred_at: new Date(fact.occurredAt / 1000).toISOString(),
  content: body ?? {},
});

async function figuresOf(
  base: AfterBase,
  profileId: string,
  person: Parameters<PersonFigures>[2],
): Promise<PersonFile['figures']> {
  const parts: PersonFile['figures'] = {};
  for (const { erasure } of hooksOf(base)) Object.assign(parts, await erasure?.figures?.(base, profileId, person));
  return parts;
}
