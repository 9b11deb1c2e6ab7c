// Who is taken out of lists of customers at ad platforms: people who are erased or object, and everybody under hipaa. Their identifiers are in
// a sealed job, as state may lose them meanwhile.
import { z } from 'zod';
import type { Base } from '../../base/base.ts';
import type { ErasedPerson } from '../../base/contract/erasing.ts';
import { defineJob, type JobKind, type JobRun } from '../../base/work/job.ts';
import { addJob } from '../../base/work/runner.ts';
import { defineSchedule } from '../../base/work/schedule.ts';
import { describeCustomers } from '../../collect/identity/index.ts';
import type { AudienceMember } from '../../providers/audiences/audience.ts';
import { connectionGrant, findConnection } from '../connections/index.ts';
import { objectionsOf } from './consent.ts';
import { requireAudienceKind } from './kinds.ts';
import { privacyModeOf } from './neutral-event.ts';

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
  // Without its connection nobody can reach the list any more.
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

/** Members of one look. */
const MAX_MEMBERS = 5_000;

/** Once an hour: somebody may object by anything, and a merge may say that somebody did. */
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

async function removeObjectors(base: Base, profileId: string): Promise<void> {
  const isForbidden = privacyModeOf(base, profileId) === 'hipaa';
  for (let after = -1n; ; ) {
    const range = { profile_id: profileId, after, limit: MAX_MEMBERS };
    const customers = base.state
      .statement('act/sync/members_list')
      .allBig(range)
      .map(({ customer_no }) => customer_no);
    const last = customers.at(-1);
    if (last === undefined) return;
    const objections = isForbidden ? undefined : await objectionsOf(base, profileId, customers, 0);
    const leaving = customers.filter((each) => objections?.has(each) ?? true);
    base.state.tx(() => {
      for (const customerNo of leaving) removeMember(base, profileId, customerNo);
    });
    after = last;
  }
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
