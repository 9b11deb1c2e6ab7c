// Erasing people: a job each, in stages whose end is on disk before the next begins, so that what a crash interrupts continues at the
// next start. State, facts, figures and what was published change; the list of erasures goes to every backup.

import { randomBytes, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { z } from 'zod';
import { archivedProfile } from '../../../account/access/index.ts';
import { writeAudit } from '../../../account/audit/index.ts';
import { againFile, type ListedErasure, leftToErase, writeErasureList } from '../../../base/backup/erasure-list.ts';
import type { AfterBase, Base, ReadBase } from '../../../base/base.ts';
import type { Totals } from '../../../base/contract/erasing.ts';
import { hooksOf } from '../../../base/contract/hooks.ts';
import { defineJob } from '../../../base/work/job.ts';
import { addJob, runDue } from '../../../base/work/runner.ts';
import { separate } from '../stitching/merges.ts';
import { STITCHED, stitch } from '../stitching/stitch.ts';
import { storedMembers, storedNames, storedReport } from '../stored.ts';
import { forgetTokens } from '../tokens.ts';
import { gather, keysNamed, rewriteFacts } from './erase-facts.ts';
import { takeOutOfState } from './erase-state.ts';
import { newWork, openWork, sealWork, type Work } from './erasure-work.ts';

/** The job is never abandoned: with the longest pauses this is years. */
const ATTEMPTS = 100_000;

export interface Erasure {
  erasureId: string;
  workspaceId: string;
  profileId: string;
  publicId: string;
  members: bigint[];
  named: string[];
  actor: string;
  askedAt: number;
  report: ErasureReport | null;
  doneAt: number | null;
}

export interface ErasureReport {
  identifiers: number;
  browsers: number;
  click_ids: number;
  facts: number;
  archive_segments: number;
  figures: Totals;
  backups_told: number;
  backups_not_reached: number;
}

type Stored = Erasure & { work: Work | null };

function stored(base: ReadBase, erasureId: string): Stored | undefined {
  const row = base.state.statement('collect/identity/erasure_get').get({ erasure_id: erasureId });
  if (!row) return undefined;
  return {
    erasureId,
    workspaceId: row.workspace_id,
    profileId: row.profile_id,
    publicId: row.public_id,
    members: storedMembers.read(row.members).map(BigInt),
    named: storedNames.read(row.named),
    actor: row.actor,
    askedAt: row.asked_at,
    report: storedReport.readOrNull(row.report),
    doneAt: row.done_at,
    work: row.work === null ? null : openWork(base, erasureId, row.work),
  };
}

export const erasureById = (base: ReadBase, erasureId: string): Erasure | undefined => stored(base, erasureId);

/** The keyed hash that stands for an identifier or a browser after its erasure. */
export const nameOf = (base: Pick<ReadBase, 'state'>, profileId: string, key: string): string =>
  base.state.keys.tokenBytes(profileId, 'erased_name', key).toString('base64url');

/** The last erasure of the person of this id, or of whom this key named. */
export function erasureOf(
  base: ReadBase,
  profileId: string,
  { publicId = '', key }: { publicId?: string | undefined; key?: bigint | undefined },
): Erasure | undefined {
  const named = key === undefined ? '' : nameOf(base, profileId, key.toString());
  const row = base.state.statement('collect/identity/erasure_find').get({ profile_id: profileId, public_id: publicId, named });
  return row && stored(base, row.erasure_id);
}

interface NewErasure {
  workspaceId: string;
  profileId: string;
  publicId: string;
  members: readonly bigint[];
  /** Browsers that belong to no customer. */
  visitorKeys: readonly bigint[];
  /** Identifiers that named the person, including those in facts that no customer has any more. */
  identifierKeys?: readonly bigint[];
  actor: string;
}

/** Asks for an erasure; the same one, where it waits or runs already. */
export function askForErasure(base: Base, erasure: NewErasure): string {
  const { workspaceId, profileId, publicId, members, actor } = erasure;
  return base.state.tx(() => {
    const earlier = erasureOf(base, profileId, { publicId });
    if (earlier && earlier.doneAt === null) return earlier.erasureId;
    const erasureId = randomUUID();
    const visitors = erasure.visitorKeys.map(String);
    const identifiers = (erasure.identifierKeys ?? []).map(String);
    const work = { ...newWork('asked', randomBytes(32).toString('base64url'), visitors), identifiers };
    base.state.statement('collect/identity/erasure_add').run({
      erasure_id: erasureId,
      workspace_id: workspaceId,
      profile_id: profileId,
      public_id: publicId,
      members: storedMembers.write(members.map(String)),
      named: storedNames.write([...visitors, ...identifiers].map((key) => nameOf(base, profileId, key))),
      actor,
      asked_at: base.clock.now(),
      work: sealWork(base, erasureId, work),
    });
    queueErasure(base, profileId, erasureId);
    writeAudit(base, { actor, action: 'customer.erasure_asked', workspaceId, profileId, subject: erasureId });
    return erasureId;
  });
}

const queueErasure = (base: Base, profileId: string, erasureId: string): void =>
  void addJob(base, erasureJob, { profileId, payload: { erasure_id: erasureId }, dedupeKey: erasureId });

/** Persons erased after the backup from which this folder was restored: those in the backup are erased again. */
export function adoptErasures(base: Base): number {
  const list = leftToErase(base.config.dataDir);
  const news = list.filter(({ erasure_id: id }) => !stored(base, id));
  base.state.tx(() => {
    for (const one of news) {
      if (!base.state.statement('base/profile_key_get').get({ profile_id: one.profile_id })) continue;
      // Later customers get the numbers that this backup had not issued yet.
      const names = one.members.filter((no) => BigInt(no) <= base.state.lastDecision(one.profile_id));
      base.state.statement('collect/identity/erasure_add').run({
        erasure_id: one.erasure_id,
        workspace_id: one.workspace_id,
        profile_id: one.profile_id,
        public_id: one.public_id,
        members: storedMembers.write(names),
        named: storedNames.write(one.named),
        actor: one.actor,
        asked_at: one.asked_at,
        work: sealWork(base, one.erasure_id, newWork('restored', randomBytes(32).toString('base64url'))),
      });
      queueErasure(base, one.profile_id, one.erasure_id);
    }
  });
  rmSync(againFile(base.config.dataDir), { force: true });
  return news.length;
}

function keep(base: Base, erasure: Stored): void {
  base.state.statement('collect/identity/erasure_progress').run({
    erasure_id: erasure.erasureId,
    members: storedMembers.write(erasure.members.map(String)),
    named: storedNames.write(erasure.named),
    work: sealWork(base, erasure.erasureId, erasure.work as Work),
    now: base.clock.now(),
  });
}

/** The person is out of state and not yet out of the facts: figures computed now would fit neither. */
export const isErasing = (base: Pick<Base, 'state'>, profileId: string): boolean =>
  base.state.statement('collect/identity/erasure_under_way').get({ profile_id: profileId }) !== undefined;

/** From one moment on the person is unknown, and later facts make a new person. */
async function take(base: Base, erasure: Stored): Promise<void> {
  const { profileId } = erasure;
  const work = erasure.work as Work;
  await stitch(base, profileId);
  if (work.stage === 'restored') {
    const named = new Set(erasure.named);
    const upTo = base.state.cursor(STITCHED, profileId);
    const keys = await keysNamed(base, profileId, upTo, (key) => named.has(nameOf(base, profileId, key)));
    work.visitors = keys;
  }
  base.state.tx(() => {
    const upTo = base.state.cursor(STITCHED, profileId);
    // Its being there is what lets decisions be changed.
    separate(base, erasure, erasure.members);
    const person = takeOutOfState(base, profileId, erasure.members, work);
    work.stage = 'taken';
    work.words = person.words;
    work.upTo = upTo.toString();
    const keys = [...work.identifiers, ...work.visitors];
    erasure.named = [...new Set([...erasure.named, ...keys.map((key) => nameOf(base, profileId, key))])];
    base.state.decide({
      profileId,
      kind: 'erasure',
      afterSeq: upTo,
      subject: erasure.erasureId,
      payload: { customers: person.customerNos.map(String) },
      actor: erasure.actor,
      decidedAt: base.clock.now(),
    });
    keep(base, erasure);
  });
  forgetTokens(base);
  await base.journal.forget(profileId);
}

/** Every stage from the one that is reached; answers what was done. */
async function erase(base: Base, erasure: Stored): Promise<void> {
  const { profileId } = erasure;
  const work = erasure.work as Work;
  const done = { facts: 0, segments: 0 };
  const change = async (): Promise<void> => {
    if (work.stage === 'asked' || work.stage === 'restored') await take(base, erasure);
    if (work.stage === 'taken') {
      await base.ledger.erase(profileId, work.words ?? []);
      await gather(base, profileId, work);
      const outcomeKeys = work.outcomes.map(([key]) => Buffer.from(key, 'hex'));
      const visitorKeys = work.visitors.map(BigInt);
      for (const { erasure: of } of hooksOf(base))
        await of?.facts?.(base, profileId, { customerNos: erasure.members, outcomeKeys, visitorKeys });
      work.stage = 'gathered';
      keep(base, erasure);
    }
    Object.assign(done, await rewriteFacts(base, profileId, work));
  };
  const still = hooksOf(base).find((hooks) => hooks.erasure?.whileFactsChange)?.erasure?.whileFactsChange;
  if (!still) throw new Error('no slice keeps figures still');
  const figures = await still(base, profileId, change);
  await base.state.wipe();
  finish(base, erasure, { ...done, figures });
}

function finish(base: Base, erasure: Stored, done: { facts: number; segments: number; figures: Totals }): void {
  const work = erasure.work as Work;
  const { erasureId, workspaceId, profileId, actor } = erasure;
  const backups = writeErasureList(base.config.dataDir, listed(base));
  const counts = {
    identifiers: work.identifiers.length,
    browsers: work.visitors.length,
    click_ids: work.clicks.length,
    facts: done.facts,
    archive_segments: done.segments,
  };
  const report: ErasureReport = {
    ...counts,
    figures: done.figures,
    backups_told: backups.told,
    backups_not_reached: backups.notReached.length,
  };
  base.state.tx(() => {
    base.state
      .statement('collect/identity/erasure_done')
      .run({ erasure_id: erasureId, report: storedReport.write(report), now: base.clock.now() });
    writeAudit(base, { actor, action: 'customer.erased', workspaceId, profileId, subject: erasureId, detail: counts });
  });
  if (backups.notReached.length > 0)
    base.log.warn(
      { folders: backups.notReached, erasure_id: erasureId },
      'these backups could not receive the list of erasures: to restore one, specify the list with `restore --erasures`',
    );
}

const listed = (base: Base): ListedErasure[] =>
  base.state
    .statement('collect/identity/erasures_list')
    .all()
    .map((row) => ({
      erasure_id: row.erasure_id,
      workspace_id: row.workspace_id,
      profile_id: row.profile_id,
      public_id: row.public_id,
      members: storedMembers.read(row.members),
      named: storedNames.read(row.named),
      actor: row.actor,
      asked_at: row.asked_at,
    }));

export const erasureJob = defineJob({
  kind: 'erasure',
  payload: z.object({ erasure_id: z.string() }),
  concurrencyKey: ({ profileId }) => `erasure ${profileId}`,
  isMandatory: true,
  leaseSeconds: 3_600,
  retry: { attempts: ATTEMPTS },
  failureText: 'an erasure was interrupted; the service continues it automatically',
  run: async (base, { payload }) => {
    const erasure = stored(base, payload.erasure_id);
    // A profile that is archived is purged, all of it.
    if (erasure?.work && !archivedProfile(base, erasure.profileId)) await erase(base, erasure);
    return {};
  },
});

/** Runs the erasures that are due, one after the other; of one profile alone where it is named. */
export const eraseDue = async (base: AfterBase, profileId?: string): Promise<void> =>
  void (await runDue(base, [erasureJob], profileId));
