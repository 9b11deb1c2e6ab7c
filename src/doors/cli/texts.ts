// The results of commands as text.
import { countWords } from '../../base/rows/count-words.ts';
import type { Queue, ShownJob } from '../../base/work/queues.ts';
import type { Result } from '../jobs/command.ts';
import type { ProfileStatus, Status } from '../jobs/status.ts';
import type { ProfileFigures } from '../jobs/status-figures.ts';
import { nextCommand } from './folder.ts';
import { listing, table, valueText as text } from './screen.ts';

const SHOWN_ERRORS = 20;

export function installed(result: Result, dataDir: string): string {
  return [
    listing(result).trimEnd(),
    'Keep api_key and session_token: they are shown once and stored as hashes. tracking_key is public.',
    '',
    `Next: ${nextCommand('serve', dataDir)}`,
    `Then: ${nextCommand('open', dataDir)}    signs you in to the console, http://127.0.0.1:8080/ or the port of --port`,
  ].join('\n');
}

export function serving(address: string, { dataDir, isSetUp }: { dataDir: string; isSetUp: boolean }): string {
  const next = isSetUp
    ? `${nextCommand('open', dataDir)}    signs you in`
    : `${nextCommand('init --email you@example.com …', dataDir)}    creates a profile (init --help)`;
  return [`Console: ${address}/`, `Next:    ${next}`, `API:     ${address}/docs`].join('\n');
}

export const opened = ({ email, link, is_opened }: Result): string =>
  [
    `${is_opened ? 'Your browser was asked to open the console.' : 'Open this link in a browser.'} It signs ${email} in, once, within 15 minutes:`,
    '',
    String(link),
  ].join('\n');

interface Filled {
  rows: number;
  accepted: number;
  duplicates: number;
  rejected: number;
  errors: { line: number; reason: string }[];
  unknown_columns: string[];
  notes?: string[];
  /** How times without a zone were read. */
  times?: { zone: string; without_zone: number; days_only: number };
  already_loaded: boolean;
  dry_run: boolean;
  computed: boolean;
  incomplete?: true;
  reason?: string;
  /** Event types of outcomes that no goal counts, and the call that counts each. */
  uncounted?: { message: string }[];
}

export function filled(result: Result): string {
  const {
    rows,
    accepted,
    duplicates,
    rejected,
    errors,
    unknown_columns,
    notes,
    times,
    already_loaded,
    dry_run,
    computed,
    incomplete,
    reason,
    uncounted,
  } = result as unknown as Filled;
  if (already_loaded)
    return ['This file was loaded before: nothing is added. (--force reads it again.)', ...uncountedLines(uncounted ?? [])].join(
      '\n',
    );
  const lines = [
    `${countWords(Number(rows), 'row')}: ${text(accepted)} accepted, ${text(duplicates)} already known, ${text(rejected)} rejected${dry_run ? ' (nothing written)' : ''}.`,
  ];
  if (incomplete) lines.push(`The file is incomplete: ${reason} Load the complete file again; nothing is counted twice.`);
  lines.push(...(notes ?? []));
  if (times) lines.push(timesLine(times));
  if (unknown_columns.length > 0) lines.push(`Unknown columns: ${unknown_columns.join(', ')}.`);
  for (const { line, reason } of errors.slice(0, SHOWN_ERRORS)) lines.push(`  line ${line}: ${reason}`);
  if (rejected > SHOWN_ERRORS)
    lines.push(`  … and ${text(rejected - SHOWN_ERRORS)} more; --reject-file FILE writes all of them.`);
  if (computed) lines.push('The figures are up to date.');
  return [...lines, ...uncountedLines(uncounted ?? [])].join('\n');
}

function timesLine({ zone, without_zone, days_only }: NonNullable<Filled['times']>): string {
  const days = days_only === 0 ? '' : ` ${text(days_only)} of them are days: outcomes are counted at their end.`;
  return `${text(without_zone)} times name no zone and were read on the clocks of ${zone} (--timezone names another).${days}`;
}

/** The outcomes of a file that no goal counts, and the call that counts them. */
const uncountedLines = (types: { message: string }[]): string[] => types.slice(0, SHOWN_ERRORS).map(({ message }) => message);

interface RatesTaken {
  rates: number;
  changed: number;
  first_day: string | null;
  last_day: string | null;
  skipped_currencies: string[];
  recorded: number;
  missing: { profile_id: string; currency: string; days: number; first_day: string; last_day: string }[];
}

export function ratesTaken(result: Result): string {
  const { rates, changed, first_day, last_day, skipped_currencies, recorded, missing } = result as unknown as RatesTaken;
  const lines = [
    `${text(rates)} rates from ${first_day ?? '–'} to ${last_day ?? '–'}, ${text(changed)} of them new or corrected; ${text(recorded)} used by profiles.`,
  ];
  if (skipped_currencies.length > 0) lines.push(`Not a current currency, left out: ${skipped_currencies.join(', ')}.`);
  for (const { profile_id, currency, days, first_day: from, last_day: to } of missing)
    lines.push(
      `  ${profile_id} has money in ${currency} on ${countWords(Number(days), 'day')} from ${from} to ${to} and no rate.`,
    );
  return lines.join('\n');
}

type Shown = Status & { service: { pid: number; http: string } | null; figures?: ProfileFigures[] };

/** Of `status --figures`: known money is outside of some profile's figures. */
export const lacksMoney = (result: Result): boolean =>
  ((result as unknown as Shown).figures ?? []).some(({ is_complete }) => !is_complete);

const figuresLines = (figures: readonly ProfileFigures[]): string[] =>
  figures.flatMap(({ profile, sentence, reasons }) => [
    `Figures: "${profile}": ${sentence}`,
    ...reasons.map(({ title, cure }) => `         ${title}. ${cure}`),
  ]);

/** One screen: the verdict, what is wrong and what to do, then the figures behind it. */
export function status(result: Result): string {
  const { problems, notes, profiles, queues, data_dir, disk, last_backup, service, figures = [] } = result as unknown as Shown;
  const [worst, ...others] = problems;
  const verdict = worst
    ? [`NOT WELL. ${worst.what}`, `Do this next: ${worst.next}`, ...others.map(({ what }) => `Also: ${what}`)]
    : [
        profiles.every(({ has_figures }) => has_figures)
          ? 'All is well.'
          : 'All is well, but figures are not computed yet (see the notes).',
      ];
  const run = service
    ? `served by process ${service.pid}${service.http ? ` at ${service.http}` : ''}`
    : 'no service is running; `tributary serve` starts it';
  const { bytes } = disk;
  const parts = (['journal', 'archive', 'warehouse', 'state', 'published'] as const).map(
    (store) => `${store} ${size(bytes[store])}`,
  );
  return [
    ...verdict,
    '',
    `Folder:  ${data_dir} (${run}; version ${result['version']})`,
    `Disk:    ${(disk.used_share * 100).toFixed(1)} % used${daysText(disk.days_until_full)}; ${parts.join(', ')}; ${size(disk.reclaimable_bytes)} of the journal reclaimable${perFactText(disk.bytes_per_fact)}`,
    `Backup:  ${last_backup ? `${last_backup.at}, ${size(last_backup.bytes)}, in ${last_backup.path}` : 'none yet'}`,
    ...notes.map((note) => `Note:    ${note}`),
    ...figuresLines(figures),
    '',
    profiles.length > 0 ? profileTable(profiles) : 'No profile yet; `tributary init` creates one.',
    ...(queues.length > 0 ? ['', queueTable(queues)] : []),
  ].join('\n');
}

const daysText = (days: number | null): string => (days === null ? '' : `, full in about ${Math.floor(days)} days`);

const profileTable = (profiles: ProfileStatus[]): string =>
  table(
    ['PROFILE', 'NAME', 'FACTS', 'BEHIND', 'SECONDS', 'QUARANTINED', 'COMPUTED AT', 'REPLAY'],
    profiles.map((each) => [
      each.profile_id,
      each.profile,
      text(each.accepted_seq),
      text(each.behind_facts + each.behind_decisions),
      text(each.behind_seconds),
      text(each.quarantined_facts),
      each.computed_at ?? 'never',
      replayText(each),
    ]),
  );

function replayText({ replay: { status, phase, percent, again_at } }: ProfileStatus): string {
  if (status === 'running') return `running: ${phase ?? 'begun'}, ${percent ?? 0} %`;
  return status === 'failed' && again_at ? `failed, retried after ${again_at} if needed` : status;
}

const perFactText = (bytes: number | null): string => (bytes === null ? '' : `; ${Math.round(bytes)} bytes for each fact`);

function size(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}

export const computed =
  (what: string) =>
  (result: Result): string =>
    `${what} profile ${result['profile_id']}: figures include fact ${text(result['through_seq'])}, decision ${text(result['through_decision'])}.`;

export function published(result: Result): string {
  const tables = result['tables'] as { name: string; rows: number; bytes: number }[];
  return `Published version ${result['version']} of profile ${result['profile_id']}:\n\n${table(
    ['TABLE', 'ROWS', 'BYTES'],
    tables.map(({ name, rows, bytes }) => [name, text(rows), text(bytes)]),
  )}`;
}

export function exported(result: Result): string {
  const profiles = result['exported'] as { profile_id: string; export: number; written: number }[];
  const leftOut = result['left_out'] as { profile_id: string }[];
  const removed = result['removed'] as string[];
  return [
    table(
      ['PROFILE', 'EXPORT', 'FILES WRITTEN'],
      profiles.map((each) => [each.profile_id, text(each.export), text(each.written)]),
    ),
    ...leftOut.map((each) => `Not exported, as it is of healthcare: ${each.profile_id}.`),
    ...(removed.length > 0 ? [`Removed from the place: ${removed.join(', ')}.`] : []),
  ].join('\n');
}

export const keyMade = (result: Result): string => `${listing(result)}Keep api_key: it is shown once and stored as a hash.`;

export const appMade = (result: Result): string => `${listing(result)}Keep app_secret: it is shown once and stored as a hash.`;

interface ListedApp {
  app_id: string;
  name: string;
  tier: string;
  reaches: number;
  created_at: string;
  revoked_at: string | null;
}

export function appList(result: Result): string {
  const apps = result['apps'] as ListedApp[];
  if (apps.length === 0) return 'There is no app; `tributary apps create` creates one.';
  return table(
    ['APP', 'NAME', 'TIER', 'ACCESS TO', 'CREATED AT', 'ENDED AT'],
    apps.map(({ app_id, name, tier, reaches, created_at, revoked_at }) => [
      app_id,
      name,
      tier,
      text(reaches),
      created_at,
      revoked_at ?? '',
    ]),
  );
}

interface ListedJobs {
  queues: Queue[];
  jobs: ShownJob[];
}

export function jobList(result: Result): string {
  const { queues, jobs } = result as unknown as ListedJobs;
  if (queues.length === 0) return 'No job waits, runs or has failed for good.';
  return [
    queueTable(queues),
    '',
    table(
      ['JOB', 'QUEUE', 'STATE', 'ATTEMPTS', 'AT', 'PROFILE', 'ERROR'],
      jobs.map(({ job_id, kind, state, attempts, at, profile_id, failure, error }) => [
        job_id,
        kind,
        state,
        text(attempts),
        at,
        profile_id ?? '',
        [failure, error].filter((each) => each !== null).join(': '),
      ]),
    ),
  ].join('\n');
}

interface ListedConnections {
  connections: {
    id: string;
    provider: string;
    status: string;
    status_reason: string | null;
    profile_id: string;
    last_sync: { finished_at: string | null; error: string | null } | null;
  }[];
}

export function connectionList(result: Result): string {
  const { connections } = result as unknown as ListedConnections;
  if (connections.length === 0) return 'No account is connected.';
  return table(
    ['CONNECTION', 'PROVIDER', 'STATUS', 'LAST SYNC', 'PROFILE', 'ERROR'],
    connections.map(({ id, provider, status, status_reason, profile_id, last_sync }) => [
      id,
      provider,
      status_reason === null ? status : `${status} (${status_reason})`,
      last_sync?.finished_at ?? '',
      profile_id,
      last_sync?.error ?? '',
    ]),
  );
}

const queueTable = (queues: Queue[]): string =>
  table(
    ['QUEUE', 'WAITING', 'RUNNING', 'OLDEST SECONDS', 'DEAD'],
    queues.map(({ kind, waiting, running, oldest_seconds, dead }) => [
      kind,
      text(waiting),
      text(running),
      text(oldest_seconds),
      text(dead),
    ]),
  );

export const signIn = (result: Result): string =>
  [
    `This link signs ${result['email']} in, once, until ${result['expires_at']}:`,
    '',
    String(result['link']),
    ...(result['is_served'] ? [] : ['', 'No service is running here; start it with `tributary serve` before you open the link.']),
  ].join('\n');

/** The outcome of `demo --advance`. */
export const advanced = ({ from_day, today, events, is_resumed }: Result): string =>
  [
    ...(is_resumed === true ? ['An earlier advance was interrupted: it was finished, and no other day has passed.'] : []),
    `It is ${text(today)} in the demo, and was ${text(from_day)}. ${text(events)} events were loaded, the spend of these days was read, and recommendations were evaluated each day.`,
  ].join('\n');
