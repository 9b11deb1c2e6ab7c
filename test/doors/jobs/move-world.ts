// Two installations and the true move file of a profile between them, with rows of the other profile in each table that a row of the file could meet or
// name; and what becomes of a file that was forged from it.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { INSTALLATION_KEY_SCOPES } from '../../../src/base/contract/scopes.ts';
import { RowsRefused } from '../../../src/base/move/check-rows.ts';
import { movedTables } from '../../../src/base/move/move-plan.ts';
import { faultIn } from '../../../src/base/move/row-faults.ts';
import { stateFile } from '../../../src/base/state/open-state.ts';
import { referencesOf, uniqueKeysOf } from '../../../src/base/state/references.ts';
import { commands } from '../../../src/doors/jobs/commands.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { openShop, type Shop } from '../../report/shop.ts';
import { contentsOf, forge, insert, madeUp, openMove, sealMove, type TrueMove } from './forged-move.ts';

export type Forging = Parameters<typeof forge>[3];

export interface Refusal {
  kind: string;
  table: string;
  text: string;
}

const ACCEPTED: Refusal = { kind: 'accepted', table: '', text: '' };

/** One that waits for nobody; one that a partial key counts. */
export const SPECIAL: Readonly<Record<string, Record<string, unknown>>> = {
  handoffs: { ended_at: 1 },
  ad_writes: { status: 'planned' },
};

export const runCommand = (app: Pick<TestApp, 'base'>, name: keyof typeof commands, args: object) =>
  Promise.resolve(commands[name](app.base, args, () => undefined));

export class MoveWorld {
  readonly folder: string;
  readonly old: Shop;
  readonly here: TestApp;
  readonly move: TrueMove;
  /** Rows of the profile that is here already, by table. */
  readonly theirs: ReadonlyMap<string, Record<string, unknown>>;

  constructor({ folder, old, here, move }: Pick<MoveWorld, 'folder' | 'old' | 'here' | 'move'>) {
    this.folder = folder;
    this.old = old;
    this.here = here;
    this.move = move;
    this.theirs = plantTheirs(here);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** The fault of a forged file, which only its rows are asked for. */
  faultOf(change: Forging): Refusal {
    const { here, move } = this;
    const file = this.path('forged.sqlite');
    const manifest = forge(move, file, here.base.state.db, change);
    const target = this.path('rows.sqlite');
    rmSync(target, { force: true });
    const work = { file, target, state: stateFile(here.dataDir), contents: manifest.contents };
    const of = { profileId: manifest.profile_id, workspaceId: here.workspaceId, lastSeq: manifest.last_seq };
    return faultIn({ ...work, ...of }) ?? ACCEPTED;
  }

  /** What the command says of a forged file, and that nothing of it was written. */
  async refusalOf(change: Forging): Promise<Refusal> {
    const { here, move, old } = this;
    const { db } = here.base.state;
    const [clear, file] = [this.path('forged.sqlite'), this.path('forged.move')];
    forge(move, clear, db, change);
    await sealMove(clear, move.keyFile, file);
    const [rows, files] = [contentsOf(db), this.#filesHere()];
    const fault = await runCommand(here, 'profiles-arrive', { file, key_file: move.keyFile, accepts: 'all' }).then(
      () => ACCEPTED,
      (error: unknown) => {
        if (error instanceof RowsRefused) return error.fault;
        throw error;
      },
    );
    assert.equal(contentsOf(db), rows, 'no row of state is another');
    assert.deepEqual(this.#filesHere(), files, 'no file is left');
    const profiles = here.base.journal.profiles().map(({ profileId }) => profileId);
    assert.equal(profiles.includes(old.profileId), false);
    return fault;
  }

  #filesHere(): string[] {
    return readdirSync(this.here.dataDir, { recursive: true, encoding: 'utf8' })
      .filter((name) => !/-(wal|shm)$|^(work|landing|profiles)$|service\.json/.test(name))
      .sort();
  }

  async close(): Promise<void> {
    await this.here.close();
    await this.old.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A row of the other profile in each table that a row of the file could meet or name. */
function plantTheirs(here: TestApp): Map<string, Record<string, unknown>> {
  const theirs = new Map<string, Record<string, unknown>>();
  const { db } = here.base.state;
  const met = movedTables(db).filter(
    ({ table, hasOwner, columns }) =>
      hasOwner &&
      uniqueKeysOf(db, table).some(
        (key) => !key.columns.includes('profile_id') && key.columns.every((name) => columns.includes(name)),
      ),
  );
  const tables = new Set([...met.map(({ table }) => table), ...referencesOf(db).map(({ parent }) => parent)]);
  db.pragma('foreign_keys = off');
  db.pragma('ignore_check_constraints = on');
  for (const table of tables) {
    const row = madeUp(db, table, { profile_id: here.profileId, workspace_id: here.workspaceId, ...SPECIAL[table] });
    theirs.set(table, row);
    if (!['access_profiles', 'profiles'].includes(table)) insert(db, table, row);
  }
  db.pragma('ignore_check_constraints = off');
  db.pragma('foreign_keys = on');
  return theirs;
}

export async function startMoveWorld(): Promise<MoveWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-'));
  const path = (name: string): string => join(folder, name);
  const old = await openShop({ dataDir: path('old') });
  const here = await startTestApp({ dataDir: path('here'), installation: { email: 'else@other.example' } });
  const subscription = { url: 'https://93.184.215.14/hook', event_types: ['*'], description: 'Orders' };
  await old.api(old.session).post('/webhooks/subscriptions', subscription, { profile_id: old.profileId });
  createApiKey(old.base, { profileId: old.profileId, name: 'all', scopes: INSTALLATION_KEY_SCOPES, actor: 'system' });
  const document = { title: 'Returns', text: 'Within thirty days.' };
  await old.api(old.session).post('/profile/knowledge-base/documents', document, { profile_id: old.profileId });
  await old.settle();
  const move = { file: path('true.move'), keyFile: path('true.key'), opened: path('opened.sqlite') };
  const installation = String((await runCommand(here, 'status', {}))['installation_id']);
  await runCommand(old, 'profiles-leave', { profile_id: old.profileId, file: move.file, installation });
  await runCommand(old, 'profiles-release', { profile_id: old.profileId, key_file: move.keyFile });
  await openMove(move.file, move.keyFile, move.opened);
  return new MoveWorld({ folder, old, here, move });
}
