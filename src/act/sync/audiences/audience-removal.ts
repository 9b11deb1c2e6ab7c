// Removal of people from lists of customers at ad platforms: after an erasure or an objection, and of all people under hipaa. Their identifiers are
// in a sealed job, as state may lose them before it runs.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Base } from '../../../base/base.ts';
import type { ErasedPerson } from '../../../base/contract/erasing.ts';
import { defineJob, type JobKind, type JobRun } from '../../../base/work/job.ts';
import { addJob } from '../../../base/work/runner.ts';
import { defineSchedule } from '../../../base/work/schedule.ts';
import { describeCustomers } from '../../../collect/identity/index.ts';
import { profileVersion, type Version } from '../../../credit/pipeline/index.ts';
import type { AudienceMember } from '../../../providers/audiences/audience.ts';
import { connectionGrant, findConnection } from '../../connections/index.ts';
import { objectionsOf } from '../event/consent.ts';
import { privacyModeOf } from '../event/neutral-event.ts';
import { requireAudienceKind } from '../kinds.ts';

const removal = z.object({ audience_id: z.string(), emails: z.array(z.string()), phones: z.array(z.string()) });
type Removal = z.infer<typeof removal>;

export const removalJob: JobKind<Removal> = defineJob<Removal>({
  kind: 'audience_removal',
  payload: removal,
  isSealed: true,
  isMandatory: true,
  concurrency: 2,
  leaseSeconds: 120,
  retry: { attempts: 100 },
  failureText: 'a person could not be taken out of a list of customers; the service retries automatically',
  run: removeFromList,
});

async function removeFromList(base: Base, { payload: { audience_id, emails, phones } }: JobRun<Removal>): Promise<void> {
  const row = base.state.statement('act/sync/audience_get').get({ audience_id });
  // Without its connection the list cannot be reached any more.
  const connection = row && findConnection(base, row.connection_id);
  if (!row || connection?.removedAt !== null) return;
  const kind = requireAudienceKind(base, row.kind);
  const account = { id: row.account_id, ...(row.login_account_id === null ? {} : { loginAccountId: row.login_account_id }) };
  const part = { session: Math.floor(Math.random() * 2 ** 31) + 1, part: 1, isLast: true, total: 1 };
  const grant = await connectionGrant(base, row.connection_id);
  await kind.remove(grant, { account, id: row.list_id }, [{ emails, phones }], part);
}

export const addRemoval = (tx: Base, profileId: string, audience_id: string, { emails, phones }: AudienceMember): void =>
  void addJob(tx, removalJob, { profileId, payload: { audience_id, emails: [...emails], phones: [...phones] } });

/** In the transaction of the erasure: lists of the person, and the identifiers by which the platform finds them, in a sealed job. */
export function eraseMember(tx: Base, profileId: string, { customerNos, words }: ErasedPerson): void {
  const customers = { profile_id: profileId, customer_nos: `[${customerNos.join(',')}]` };
  const lists = tx.state.statement('act/sync/audiences_of_members').all(customers);
  const emails = words.filter((word) => word.includes('@'));
  const phones = words.filter((word) => /^\+\d{6,15}$/.test(word));
  for (const { audience_id } of lists)
    if (emails.length + phones.length > 0) addRemoval(tx, profileId, audience_id, { emails, phones });
  tx.state.statement('act/sync/members_remove').run(customers);
}

/** Members of one transaction. */
const MAX_MEMBERS = 5_000;
/** Members of one look at the figures. */
const MAX_LOOK = 500_000;
/** All refusals that there ever were are read where nothing is known of an earlier run. */
const LOOK_MS = 600_000;

/** Once an hour: any fact may be an objection, and a merge may give one to another person. */
export const memberUpkeep = defineSchedule({
  kind: 'audience_upkeep',
  times: { everySeconds: 3_600 },
  leaseSeconds: 300,
  retry: { attempts: 3 },
  failureText: 'lists of customers could not be compared with what people said; the service retries automatically',
  profiles: (base) =>
    base.state
      .statement('act/sync/profiles_with_members')
      .all()
      .map(({ profile_id }) => profile_id),
  run: removeObjectors,
});

/** The position up to which refusals have been compared with these members, as long as no member was added or changed. */
interface Compared {
  mark: string;
  throughSeq: number;
}

/** A restart compares everything again. */
const comparedOf = (base: Base): Map<string, Compared> =>
  base.memo('act/sync refusals compared', () => new Map<string, Compared>());

/**
 * A decision may move an earlier refusal to another person, a file that was built again may have other facts, and new members were never compared.
 */
function markOf(base: Base, profileId: string, { through_decision, code }: Version, members: readonly bigint[]): string {
  const digest = createHash('sha256').update(members.join()).digest('hex');
  return [through_decision, code, base.warehouse.writes(profileId).files, digest].join(' ');
}

function membersOf(base: Base, profileId: string): bigint[] {
  const members: bigint[] = [];
  for (let after: bigint | undefined = -1n; after !== undefined; ) {
    const range = { profile_id: profileId, after, limit: MAX_MEMBERS };
    const page = base.state.statement('act/sync/members_list').allBig(range);
    for (const { customer_no } of page) members.push(customer_no);
    after = page.at(-1)?.customer_no;
  }
  return members;
}

async function removeObjectors(base: Base, profileId: string): Promise<void> {
  const members = membersOf(base, profileId);
  if (privacyModeOf(base, profileId) === 'hipaa') return removeMembers(base, profileId, members);
  if (!(await base.warehouse.exists(profileId))) return;
  // Facts that land from here on are read by this run or by the next.
  const version = await profileVersion(base, profileId);
  const mark = markOf(base, profileId, version, members);
  const earlier = comparedOf(base).get(profileId);
  const afterSeq = earlier?.mark === mark ? earlier.throughSeq : 0;
  const leaving: bigint[] = [];
  for (let from = 0; from < members.length; from += MAX_LOOK) {
    const looked = members.slice(from, from + MAX_LOOK);
    const read = { size: 'heavy', deadlineMs: LOOK_MS } as const;
    leaving.push(...(await objectionsOf(base, profileId, looked, { since: 0, afterSeq, read })).keys());
  }
  removeMembers(base, profileId, leaving);
  const gone = new Set(leaving);
  const staying = members.filter((each) => !gone.has(each));
  comparedOf(base).set(profileId, { mark: markOf(base, profileId, version, staying), throughSeq: version.through_seq });
}

function removeMembers(base: Base, profileId: string, members: readonly bigint[]): void {
  for (let from = 0; from < members.length; from += MAX_MEMBERS)
    base.state.tx(() => {
      for (const customerNo of members.slice(from, from + MAX_MEMBERS)) removeMember(base, profileId, customerNo);
    });
}

/** Out of every list, by the identifiers of now; in the caller's transaction. */
function removeMember(tx: Base, profileId: string, customerNo: bigint): void {
  const customers = { profile_id: profileId, customer_nos: `[${customerNo}]` };
  const person = describeCustomers(tx, profileId, [customerNo]).get(customerNo);
  for (const { audience_id } of tx.state.statement('act/sync/audiences_of_members').all(customers))
    if (person && person.emails.length + person.phones.length > 0)
      addRemoval(tx, profileId, audience_id, { emails: person.emails, phones: person.phones });
  tx.state.statement('act/sync/members_remove').run(customers);
}
