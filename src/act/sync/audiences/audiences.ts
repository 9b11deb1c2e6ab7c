// Lists of customers at ad platforms. The list is made once and found by its marker after a lost response; who is put into it is on disk
// before, so that a person who is erased or objects is taken out of it.
import { createHash } from 'node:crypto';
import { actorOf, writeAudit } from '../../../account/audit/index.ts';
import type { Base } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { outsideEffect } from '../../../base/contract/operation.ts';
import { canonicalJson } from '../../../base/kit/canonical.ts';
import { statement } from '../../../base/warehouse/statements.ts';
import { describeCustomers } from '../../../collect/identity/index.ts';
import { definitionsOf } from '../../../credit/definitions/index.ts';
import { ask } from '../../../credit/pipeline/index.ts';
import type { Grant } from '../../../providers/ad-platform.ts';
import { adPlatformErrorOf } from '../../../providers/ad-platform-errors.ts';
import { type AudienceAccount, type AudienceKind, type AudienceMember, memberOf } from '../../../providers/audiences/audience.ts';
import { ProviderFailure, type ProviderOutcome } from '../../../providers/http/failure.ts';
import { accountsOf, connectionGrant, findConnection } from '../../connections/index.ts';
import { uuidOf } from '../delivery.ts';
import { consentOf, objectionsOf } from '../event/consent.ts';
import { privacyModeOf } from '../event/neutral-event.ts';
import { audiencesOf, requireAudienceKind } from '../kinds.ts';
import { addRemoval } from './audience-removal.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 180;
/** All refusals that there ever were are read. */
const LOOK_MS = 60_000;
const LISTED_AFTER_MS = 10 * 60_000;
const TRY_LATER: ReadonlySet<ProviderOutcome> = new Set(['throttled', 'unavailable', 'unreachable', 'unusable']);

type Intent = {
  audienceId: string;
  profileId: string;
  workspaceId: string;
  actor: string;
  kind: AudienceKind['id'];
  connectionId: string;
  account: { id: string; loginAccountId?: string | undefined };
  name: string;
  goal: string;
  days: number;
};

type Outcome = { listId: string; members: number; received: number; invalid: number };

const isAudienceKind = (id: string): id is AudienceKind['id'] => id === 'meta' || id === 'google_ads';

/** Why a platform has none. */
const LACKS: Readonly<Record<string, string>> = {
  tiktok: 'TikTok takes them as files, which the service does not send',
  linkedin: 'LinkedIn takes them from partners that it has approved',
};
const lackOf = ({ id, name }: { id: string; name: string }): string => LACKS[id] ?? `${name} takes none`;

/** @throws ApiError */
function accountFor(tx: Base, profileId: string, { connection_id, account_id }: { connection_id: string; account_id?: string }) {
  const connection = findConnection(tx, connection_id.toLowerCase());
  if (connection?.profileId !== profileId || connection.removedAt !== null)
    throw new ApiError('not_found', 'No such connection.');
  const { connectionId, provider, status } = connection;
  if (!isAudienceKind(provider.id))
    throw new ApiError('not_implemented', `Lists of customers are made at Meta and Google Ads; ${lackOf(provider)}.`);
  if (!audiencesOf(tx).has(provider.id)) throw new ApiError('provider_not_configured', `${provider.name} is not set up here.`);
  if (status !== 'active' && status !== 'needs_action')
    throw new ApiError('connection_not_ready', `The connection is ${status}: connect it again first.`);
  const accounts = accountsOf(tx, connectionId).filter((each) => each.is_selected === 1);
  const found =
    account_id === undefined && accounts.length === 1 ? accounts[0] : accounts.find((each) => each.account_id === account_id);
  if (!found) throw new ApiError('validation_error', 'account_id: name one of the accounts of the connection.');
  const { login_account_id: loginAccountId } = found;
  const account = { id: found.account_id, ...(loginAccountId === null ? {} : { loginAccountId }) };
  return { kind: provider.id, connectionId, account };
}

/** Customers who may be in a list, with what they said of it. A list is personalisation: a no to either, whenever it was, keeps a person out. */
async function peopleOf(base: Base, { profileId, goal, days }: Intent): Promise<Map<bigint, AudienceMember['consent']>> {
  const since = new Date(base.clock.now() - days * DAY_MS).toISOString().slice(0, -1);
  const query = statement('warehouse/act/sync/audience_people', { conversion_key: goal, since });
  const people = (await ask(base, profileId, query)).map((row) => [row.person_key, consentOf(row)] as const);
  const keys = people.map(([key]) => key);
  const objections = await objectionsOf(base, profileId, keys, { since: 0, read: { size: 'heavy', deadlineMs: LOOK_MS } });
  return new Map(
    people.filter(
      ([key, consent]) => consent?.adUserData !== false && consent?.adPersonalization !== false && !objections.has(key),
    ),
  );
}

interface Candidate {
  customerNo: bigint;
  member: AudienceMember;
}

function candidatesOf(base: Base, profileId: string, people: ReadonlyMap<bigint, AudienceMember['consent']>): Candidate[] {
  const mode = privacyModeOf(base, profileId);
  return [...describeCustomers(base, profileId, [...people.keys()])].flatMap(([customerNo, each]) => {
    const person = {
      emails: each.emails,
      phones: each.phones,
      firstName: each.first_name ?? undefined,
      lastName: each.last_name ?? undefined,
      country: each.country ?? undefined,
      externalId: each.customer_profile_id,
      clickIds: {},
    };
    const member = each.emails.length + each.phones.length > 0 ? memberOf(person, mode) : undefined;
    return member ? [{ customerNo, member: { ...member, consent: people.get(customerNo) } }] : [];
  });
}

/** With the catalogue's codes; the terms with where they are accepted. */
async function atPlatform<T>(kind: AudienceKind, account: AudienceAccount, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    if (error.outcome === 'terms') throw termsRequired(kind, account);
    // The list may be there and half full: the job continues automatically, under the same marker.
    const { provider, message, details } = error;
    const failure = TRY_LATER.has(error.outcome) ? new ProviderFailure(provider, 'unknown', message, details) : error;
    throw adPlatformErrorOf(failure, { name: kind.id, use: 'write' });
  }
}

const termsRequired = (kind: AudienceKind, account: AudienceAccount): ApiError =>
  new ApiError(
    'audience_tos_required',
    `The advertiser has not accepted the terms of lists of customers for account ${account.id}. Accept them at ${kind.termsUrl(account)} and repeat the call.`,
  );

/** The same call twice at one moment makes one list: the second finds it. */
const apply = (base: Base, intent: Intent): Promise<Outcome> =>
  base.mutex('act/sync audiences', intent.audienceId, () => applyAlone(base, intent));

async function applyAlone(base: Base, intent: Intent): Promise<Outcome> {
  const { audienceId, profileId, account, name } = intent;
  const kind = requireAudienceKind(base, intent.kind);
  return atPlatform(kind, account, async () => {
    const grant = await connectionGrant(base, intent.connectionId);
    if ((await kind.hasAcceptedTerms(grant, account)) === false) throw termsRequired(kind, account);
    const people = await peopleOf(base, intent);
    const marker = audienceId.slice(0, 8);
    const known = (await kind.find(grant, account, marker)) ?? recentList(base, audienceId);
    const listId = known ?? (await kind.create(grant, account, { name, marker }));
    base.state.tx(() => {
      putAudience(base, intent, listId);
      for (const customer_no of people.keys())
        base.state.statement('act/sync/member_add').run({ audience_id: audienceId, customer_no, profile_id: profileId });
    });
    const sums = await addMembers(base, kind, grant, { intent, listId, candidates: candidatesOf(base, profileId, people) });
    return { listId, ...sums };
  });
}

/** A platform may list an object only some time after it was made. */
function recentList(base: Base, audience_id: string): string | undefined {
  const row = base.state.statement('act/sync/audience_get').get({ audience_id });
  return row && base.clock.now() - row.created_at < LISTED_AFTER_MS ? row.list_id : undefined;
}

function putAudience(base: Base, { audienceId, profileId, ...intent }: Intent, listId: string): void {
  base.state.statement('act/sync/audience_put').run({
    audience_id: audienceId,
    profile_id: profileId,
    kind: intent.kind,
    connection_id: intent.connectionId,
    account_id: intent.account.id,
    login_account_id: intent.account.loginAccountId ?? null,
    name: intent.name,
    conversion_key: intent.goal,
    days: intent.days,
    list_id: listId,
    created_by: intent.actor,
    now: base.clock.now(),
  });
}

interface Filling {
  intent: Intent;
  listId: string;
  candidates: readonly Candidate[];
}

/** A person who is erased during the upload is not added, or is removed again. */
async function addMembers(
  base: Base,
  kind: AudienceKind,
  grant: Grant,
  { intent: { audienceId, profileId, account }, listId, candidates }: Filling,
): Promise<Omit<Outcome, 'listId'>> {
  const sums = { members: 0, received: 0, invalid: 0 };
  const session = Math.floor(Math.random() * 2 ** 31) + 1;
  for (let from = 0, part = 1; from < candidates.length; from += kind.maxMembers, part += 1) {
    const rows = present(base, audienceId, candidates.slice(from, from + kind.maxMembers)).map(({ member }) => member);
    if (rows.length === 0) continue;
    const isLast = from + kind.maxMembers >= candidates.length;
    const total = candidates.length;
    const { received, invalid } = await kind.add(grant, { account, id: listId }, rows, { session, part, isLast, total });
    sums.members += rows.length;
    sums.received += received;
    sums.invalid += invalid;
  }
  base.state.tx(() => {
    const kept = new Set(present(base, audienceId, candidates));
    for (const each of candidates) if (!kept.has(each)) addRemoval(base, profileId, audienceId, each.member);
  });
  return sums;
}

/** Without people who were erased since. */
function present(base: Base, audienceId: string, candidates: readonly Candidate[]): Candidate[] {
  const customer_nos = `[${candidates.map(({ customerNo }) => customerNo).join(',')}]`;
  const rows = base.state.statement('act/sync/members_present').allBig({ audience_id: audienceId, customer_nos });
  const found = new Set(rows.map(({ customer_no }) => customer_no));
  return candidates.filter(({ customerNo }) => found.has(customerNo));
}

/** The same for the same call of a day, so that one that is repeated after a failure finds its list, also under another key. */
const audienceIdOf = (call: unknown[]): string => uuidOf(createHash('sha256').update(canonicalJson(call)).digest('hex'));

export const createAudience = outsideEffect('createAudience', {
  plan: ({ principal, profile, body }, tx) => {
    const { profileId, workspaceId } = profile;
    if (!definitionsOf(tx, profileId).some(({ conversion_key }) => conversion_key === body.goal))
      throw new ApiError('validation_error', `goal: this profile has no goal "${body.goal}".`);
    if (privacyModeOf(tx, profileId) === 'hipaa')
      throw new ApiError(
        'invalid_state',
        'A profile in hipaa mode has no lists of customers: being in one says that somebody is a patient.',
      );
    const place = accountFor(tx, profileId, body);
    const what = { name: body.name, goal: body.goal, days: body.days ?? DEFAULT_DAYS };
    const audienceId = audienceIdOf([profileId, place, what, new Date(tx.clock.now()).toISOString().slice(0, 10)]);
    const intent: Intent = { audienceId, profileId, workspaceId, actor: actorOf(principal), ...place, ...what };
    return { intent };
  },
  apply: ({ intent }, base) => apply(base, intent),
  // A second attempt finds the list; rows that are in it already stay single.
  verify: async () => 'not applied',
  finish: (tx, { intent, outcome }) => {
    const { audienceId, profileId, workspaceId, actor, kind, account, name, goal, days } = intent;
    const detail = { kind, members: outcome.members };
    writeAudit(tx, { actor, action: 'audience.created', profileId, workspaceId, subject: audienceId, detail });
    const { listId, members, received, invalid } = outcome;
    return {
      data: {
        id: audienceId,
        kind,
        account_id: account.id,
        platform_audience_id: listId,
        name,
        goal,
        days,
        members,
        received,
        invalid,
        created_at: new Date(tx.clock.now()).toISOString(),
      },
      outcome: 'created' as const,
    };
  },
});
