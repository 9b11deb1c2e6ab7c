// Is all well? What an operator needs to know of a data folder, with the worst first and the one next thing to do.

import { profileSettings } from '../../account/profiles/index.ts';
import { connectionProblems, versionWarnings } from '../../act/connections/index.ts';
import { clearBackups } from '../../base/backup/erasure-list.ts';
import type { Base } from '../../base/base.ts';
import type { UncountedType } from '../../base/contract/slice-hooks.ts';
import { unreadableProblems } from '../../base/deliver/unreadable.ts';
import { usedShare } from '../../base/files/disk.ts';
import { daysUntilFull } from '../../base/files/disk-forecast.ts';
import { inspectStores } from '../../base/folder/watch.ts';
import { type TimeZoneStatus, timeZoneNotes, timeZoneStatus } from '../../base/kit/time/zone-status.ts';
import type { StoreProblem } from '../../base/losses/store-problem.ts';
import { movedText } from '../../base/move/moves.ts';
import { type UpgradeBackup, upgradeBackupNote, upgradeBackups } from '../../base/upgrade/upgrade-backups.ts';
import { programVersion } from '../../base/upgrade/version.ts';
import { bytesByStore, bytesPerFact, type LastBackup, lastBackup, type Store } from '../../base/usage.ts';
import { type Queue, queuesOf } from '../../base/work/queues.ts';
import { wordsOf } from '../../collect/events/index.ts';
import {
  isPipelineRunning,
  pipelineStatus,
  quarantinedSeqs,
  type ReplayState,
  replayState,
} from '../../credit/pipeline/index.ts';
import { type Freshness, freshness, uncountedAsFound } from '../../credit/progress/index.ts';
import { type Engine, engineOf, whyDuckDb } from '../../credit/second-engine/index.ts';
import { unknownProxies } from '../http/unknown-proxies.ts';
import {
  backupProblems,
  exportProblems,
  type ScheduledBackups,
  type ScheduledExports,
  scheduledBackupsOf,
  scheduledExportsOf,
} from './status-backups.ts';
import { diskProblems } from './status-disk.ts';

/** Figures of this age while a service runs mean that landing is blocked. */
const LATE_SECONDS = 60;

interface Problem {
  what: string;
  next: string;
}

export interface ProfileStatus extends Freshness {
  profile_id: string;
  profile: string;
  workspace_id: string;
  currency: string;
  timezone: string;
  /** The number of failures of the pipeline in a row; null where none runs. */
  pipeline_failures: number | null;
  quarantined_facts: number;
  replay: ReplayState;
  /** That reports are read from, and why DuckDB answers them all the same. */
  engine: Engine;
  engine_note: string | null;
  /** False after a restore: the next read, or the service, computes the figures from the facts. */
  has_figures: boolean;
  /** Event types of outcomes that no goal counts. */
  uncounted: UncountedType[];
}

export interface Status {
  is_well: boolean;
  /** Of the program that answers. */
  version: string;
  /** Names this installation to others: a profile is moved to it. */
  installation_id: string | null;
  /** The worst first; empty when all is well. */
  problems: Problem[];
  /** Worth knowing, and no trouble. */
  notes: string[];
  data_dir: string;
  /** `days_until_full` is at the pace of the last seven days; null where the disk does not fill, or less than a day is known. */
  disk: {
    used_share: number;
    days_until_full: number | null;
    bytes: Record<Store, number>;
    /** Null below 100,000 facts. */
    bytes_per_fact: number | null;
    reclaimable_bytes: number;
  };
  last_backup: LastBackup | null;
  /** Null where no place for them is set. */
  scheduled_backups: ScheduledBackups | null;
  scheduled_exports: ScheduledExports | null;
  /** In the data folder itself: of before the last upgrade, and of before the last way back. */
  upgrade_backups: UpgradeBackup[];
  /** Addresses that pass requests of others on and that TRIBUTARY_TRUSTED_PROXIES does not name, since the start of the service. */
  unknown_proxies: string[];
  time_zones: TimeZoneStatus;
  warehouse: { open_files: number; queued: number; running: number; restarts: number };
  /** Queues of jobs with anything in them. */
  queues: Queue[];
  profiles: ProfileStatus[];
}

/** @param look Finds what is wrong with the stores; by default it reads them, which takes long when they are large. */
export async function statusOf(
  base: Base,
  profileIds: string[],
  look: (base: Base) => Promise<StoreProblem[]> | StoreProblem[] = inspectStores,
): Promise<Status> {
  const { dataDir } = base.config;
  const { openFiles, queued, running, restarts } = base.warehouse.status();
  const bytes = await bytesByStore(dataDir);
  const facts = base.journal.profiles().reduce((sum, { lastSeq }) => sum + Number(lastSeq), 0);
  const perFact = bytesPerFact(bytes, facts);
  const disk = {
    used_share: Math.round(usedShare(dataDir) * 1000) / 1000,
    days_until_full: daysUntilFull(dataDir),
    bytes,
    bytes_per_fact: perFact === undefined ? null : Math.round(perFact * 10) / 10,
    reclaimable_bytes: base.journal.reclaimableBytes(),
  };
  const lost = (await look(base)).map(({ what, next }) => ({ what, next }));
  const profiles: ProfileStatus[] = [];
  for (const profileId of profileIds) profiles.push(await profileStatus(base, profileId));
  const queues = queuesOf(base);
  const backups = scheduledBackupsOf(base);
  const exports = scheduledExportsOf(base);
  const problems = [
    ...lost,
    ...diskProblems(disk),
    ...backupProblems(backups),
    ...exportProblems(exports),
    ...profiles.flatMap(profileProblems),
    ...profileIds.flatMap((profileId) => connectionProblems(base, profileId)),
    ...queues.flatMap(queueProblems),
    ...unreadableProblems(base),
  ];
  const last = lastBackup(dataDir) ?? null;
  const upgrade_backups = await upgradeBackups(dataDir);
  return {
    is_well: problems.length === 0,
    version: programVersion(),
    problems,
    notes: [
      ...notesOn(profiles, last),
      ...clearBackupNotes(dataDir),
      ...upgrade_backups.map(upgradeBackupNote),
      ...moveNotes(base),
      ...versionWarnings(base),
      ...timeZoneNotes(),
    ],
    installation_id: base.state.statement('base/installation_get').get()?.id ?? null,
    data_dir: dataDir,
    disk,
    last_backup: last,
    scheduled_backups: backups,
    scheduled_exports: exports,
    upgrade_backups,
    unknown_proxies: unknownProxies(base),
    time_zones: timeZoneStatus(),
    warehouse: { open_files: openFiles, queued, running, restarts },
    queues,
    profiles,
  };
}

async function profileStatus(base: Base, profileId: string): Promise<ProfileStatus> {
  const { name, workspaceId, currency, timezone } = profileSettings(base, profileId);
  const fresh = freshness(base, profileId);
  const failures = pipelineStatus(base).find((each) => each.profileId === profileId)?.failures ?? 0;
  return {
    profile_id: profileId,
    profile: name,
    workspace_id: workspaceId,
    currency,
    timezone,
    ...fresh,
    pipeline_failures: isPipelineRunning(base) ? failures : null,
    quarantined_facts: quarantinedSeqs(base, profileId).length,
    replay: replayState(base, profileId),
    engine: engineOf(base, profileId),
    engine_note: whyDuckDb(base, profileId, fresh),
    has_figures: fresh.accepted_seq === 0 || (await base.warehouse.exists(profileId)),
    uncounted: await uncountedAsFound(base, profileId),
  };
}

const moveNotes = (base: Base): string[] =>
  base.state
    .statement('base/moves_list')
    .all()
    .map(({ profile_id, status, address }) => `Profile ${profile_id} is ${status}: ${movedText(status, address)}`);

function profileProblems(status: ProfileStatus): Problem[] {
  const { profile, profile_id, replay, pipeline_failures, behind_facts, behind_seconds } = status;
  const problems: Problem[] = [];
  const failures = pipeline_failures ?? 0;
  if (failures > 0)
    problems.push({
      what: `The pipeline of "${profile}" failed ${failures} times in a row. Accepted data is safe and waiting (${behind_facts} facts).`,
      next: `Search the service's log for the profile ${profile_id}; the pipeline retries automatically.`,
    });
  const least = Math.min(behind_facts, status.behind_decisions, status.accepted_seq - status.stitched_seq);
  if (least < 0)
    problems.push({
      what: `The figures of "${profile}" include ${-least} facts or decisions that the journal or state does not have: those are older.`,
      next: 'Restore the last backup into an empty folder with `tributary restore`.',
    });
  if (replay.status === 'failed')
    problems.push({
      what: `The replay of "${profile}" was stopped after ${replay.attempts} attempts (${replay.error}); its figures are unchanged.`,
      next: `Fix the cause, then run \`tributary replay --profile ${profile_id}\`.`,
    });
  else if (replay.error !== null && replay.status === 'waiting')
    problems.push({
      what: `The replay of "${profile}" failed ${replay.attempts} times (${replay.error}) and is retried automatically.`,
      next: 'Fix the cause if the message names one; otherwise wait.',
    });
  if (failures === 0 && pipeline_failures !== null && behind_facts > 0 && behind_seconds > LATE_SECONDS)
    problems.push({
      what: `The figures of "${profile}" are ${behind_seconds} s behind (${behind_facts} facts).`,
      next: 'Wait until a large load is processed; if the delay grows, the machine is too small or busy with something else.',
    });
  return problems;
}

/** Why a job failed for good, in words. */
const FAILURES: Readonly<Record<string, string>> = {
  attempts_used: 'each attempt failed',
  refused: 'another attempt would not help',
  payload_invalid: 'its payload is of another version',
  handler_missing: 'this version has no handler for it',
  worker_lost: 'its process ended at each attempt',
};

/** Replays are reported with their profile. */
function queueProblems({ kind, dead, last_failure, last_error }: Queue): Problem[] {
  if (dead === 0 || kind === 'replay') return [];
  const why = FAILURES[last_failure ?? ''] ?? 'for an unknown reason';
  return [
    {
      what: `${dead} ${dead === 1 ? 'job' : 'jobs'} of the queue ${kind} failed for good (${why}${last_error === null ? '' : `: ${last_error}`}).`,
      next: `\`tributary jobs list --kind ${kind}\` shows them; put the cause right, then \`tributary jobs retry --kind ${kind}\`, or drop them.`,
    },
  ];
}

const SHOWN_TYPES = 5;

/** Of an earlier version, which did not seal them. */
const clearBackupNotes = (dataDir: string): string[] =>
  clearBackups(dataDir).map(
    (folder) =>
      `The backup in ${folder} is not sealed: anyone who has the folder can read names and addresses in it. \`tributary backup --seal ${folder}\` seals it.`,
  );

function notesOn(profiles: ProfileStatus[], last: LastBackup | null): string[] {
  const notes: string[] = [];
  for (const {
    profile,
    profile_id,
    quarantined_facts,
    pipeline_failures,
    behind_facts,
    uncounted,
    has_figures,
    engine_note,
  } of profiles) {
    if (!has_figures)
      notes.push(
        `The figures of "${profile}" are not computed yet: the service, or the next report, computes them from the facts.`,
      );
    for (const type of uncounted.slice(0, SHOWN_TYPES)) notes.push(`"${profile}": ${wordsOf(type)}`);
    if (engine_note !== null) notes.push(`DuckDB still answers the reports of "${profile}": ${engine_note}.`);
    if (quarantined_facts > 0)
      notes.push(`${quarantined_facts} facts of "${profile}" cannot be landed and are not in its figures; they are kept.`);
    if (pipeline_failures === null && behind_facts > 0)
      notes.push(
        `${behind_facts} facts of "${profile}" are waiting for a service: run \`tributary serve\`, or \`tributary replay --profile ${profile_id}\`.`,
      );
  }
  if (!last) notes.push('No backup was made yet: `tributary backup FOLDER`, or set TRIBUTARY_BACKUP_TARGET for scheduled ones.');
  return notes;
}
