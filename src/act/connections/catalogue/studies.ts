// Lift and split studies of ad accounts, read once a day after the catalogue: facts of the platform, kept also where it does not list them any more. A list
// that cannot be read fails nothing else; it is read again at the next reading of the account.
import { randomUUID } from 'node:crypto';
import type { Base, ReadBase } from '../../../base/base.ts';
import type { Study } from '../../../providers/ad-platform.ts';
import { ProviderFailure } from '../../../providers/http/failure.ts';
import type { AccountReading, SyncedAccount } from '../account-reading.ts';
import { renewingOnce } from '../grants.ts';
import { type StoredStudy, storedStudy } from '../stored.ts';

const EVERY_MS = 20 * 3_600_000;
/** The most studies of an account, arms of a study and objects of an arm. */
const MOST = { studies: 500, arms: 20, objects: 500, figures: 30 };
const MAX_LENGTH = { id: 256, name: 500, value: 200 };

const cut = (text: string, length: number): string => text.replaceAll('\u0000', '').slice(0, length).toWellFormed();

const storedOf = (study: Study): StoredStudy => ({
  name: cut(study.name, MAX_LENGTH.name),
  kind: study.kind,
  state: study.state,
  firstDay: study.firstDay,
  lastDay: study.lastDay ?? null,
  result: study.result ?? null,
  arms: study.arms.slice(0, MOST.arms).map(({ id, name, percent, adSetIds = [], campaignIds = [] }) => ({
    id: cut(id, MAX_LENGTH.id),
    name: cut(name, MAX_LENGTH.name),
    percent: percent ?? null,
    adSetIds: adSetIds.slice(0, MOST.objects),
    campaignIds: campaignIds.slice(0, MOST.objects),
  })),
  figures: (study.figures ?? [])
    .slice(0, MOST.figures)
    .map(({ name, value }) => ({ name: cut(name, MAX_LENGTH.name), value: cut(value, MAX_LENGTH.value) })),
  pValue: study.pValue ?? null,
  confidence: study.confidence ?? null,
});

const isUsable = ({ id, firstDay }: Study): boolean =>
  id !== '' && id.length <= MAX_LENGTH.id && /^\d{4}-\d\d-\d\d$/.test(firstDay);

export async function readStudies(base: Base, synced: SyncedAccount, reading: AccountReading): Promise<void> {
  const { readStudies: read } = reading.platform;
  const { studies_read_at: readAt, studies_error: before } = synced.account;
  const now = base.clock.now();
  if (!read || (before === null && readAt !== null && now - readAt < EVERY_MS)) return;
  try {
    const studies = await renewingOnce(reading.grant, () => read(reading.grant, reading.account));
    const rows = studies
      .filter(isUsable)
      .slice(0, MOST.studies)
      .map((study) => [randomUUID(), study.id, storedStudy.write(storedOf(study)), study.firstDay]);
    base.state.tx(() => {
      const of = { profile_id: reading.profileId, platform: reading.platform.id, account_id: reading.account.id };
      if (rows.length > 0) base.state.statement('act/connections/studies_put').run({ ...of, rows: JSON.stringify(rows), now });
      note(base, synced, { readAt: now, error: null });
    });
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    note(base, synced, { readAt: null, error: error.message });
  }
}

const note = (
  base: Base,
  { connection, account }: SyncedAccount,
  { readAt, error }: { readAt: number | null; error: string | null },
) =>
  base.state.statement('act/connections/account_studies_put').run({
    connection_id: connection.connectionId,
    account_id: account.account_id,
    read_at: readAt,
    error,
  });

export interface ReadStudy extends StoredStudy {
  experimentId: string;
  platform: string;
  accountId: string;
  studyId: string;
  readAt: number;
}

interface StudyRow {
  experiment_id: string;
  platform: string;
  account_id: string;
  study_id: string;
  study: string;
  read_at: number;
}

const readOf = (row: StudyRow): ReadStudy => ({
  ...storedStudy.read(row.study),
  experimentId: row.experiment_id,
  platform: row.platform,
  accountId: row.account_id,
  studyId: row.study_id,
  readAt: row.read_at,
});

/** The newest first. */
export const studiesOf = (base: ReadBase, profileId: string, limit: number): ReadStudy[] =>
  base.state.statement('act/connections/studies_list').all({ profile_id: profileId, row_limit: limit }).map(readOf);

export function findStudy(base: ReadBase, profileId: string, experimentId: string): ReadStudy | undefined {
  const row = base.state.statement('act/connections/study_get').get({ profile_id: profileId, experiment_id: experimentId });
  return row && readOf(row);
}

/** Accounts whose studies are read, with why the last reading was not complete. */
export const studyAccounts = (base: ReadBase, profileId: string) =>
  base.state.statement('act/connections/study_accounts').all({ profile_id: profileId });
