// Move files that were forged by who has the key, taken by the command itself: each has one to three rows that are not of the profile, or that meet or
// name rows of another, in tables, columns and ways that the seed chooses, among rows that are sound. All are refused, and nothing of them is written.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movedTables } from '../../src/base/move/move-plan.ts';
import { columnsOf, referencesOf, uniqueKeysOf } from '../../src/base/state/references.ts';
import { seededRandom } from '../base/random.ts';
import { insertMoved, madeUp } from '../doors/jobs/forged-move.ts';
import { type Forging, type MoveWorld, SPECIAL, startMoveWorld } from '../doors/jobs/move-world.ts';
import { rounds, tell } from '../faults/tools/results.ts';

const ROUNDS = rounds(20);

type Random = (below: number) => number;
interface Forgery {
  what: string;
  change: Forging;
}

const pick = <T>(all: readonly T[], random: Random): T => {
  const found = all[random(all.length)];
  assert.ok(found !== undefined);
  return found;
};

/** Ways to write a profile's id that are not the own profile's. */
const strangers = ({ here, old }: MoveWorld): unknown[] => [
  here.profileId,
  here.profileId.toUpperCase(),
  old.profileId.toUpperCase(),
  ` ${old.profileId}`,
  `${old.profileId}\0`,
  null,
  '',
  0,
  Buffer.from(old.profileId),
  here.workspaceId,
];

/** Every kind of forgery, with what it needs of the schema. */
function forgeries(world: MoveWorld, random: Random): (() => Forgery)[] {
  const { here, old, theirs } = world;
  const { db } = here.base.state;
  const tables = movedTables(db);
  const owned = tables.filter(({ hasOwner }) => hasOwner);
  const moved = new Set(tables.map(({ table }) => table));
  const references = referencesOf(db).filter(({ table }) => moved.has(table));
  const keys = owned.flatMap(({ table, columns: there }) =>
    uniqueKeysOf(db, table)
      .filter(({ columns }) => !columns.includes('profile_id') && columns.every((name) => there.includes(name)))
      .map(({ columns }) => ({ table, columns })),
  );
  const number = (): number => 100 + random(1_000_000);
  return [
    () => {
      const [{ table }, stranger] = [pick(owned, random), pick(strangers(world), random)];
      const row = { ...madeUp(db, table, {}, number()), profile_id: stranger };
      return { what: `a row of ${table} with another owner`, change: (file) => insertMoved(file, db, table, row) };
    },
    () => {
      const [{ table }, stranger] = [pick(owned, random), pick(strangers(world), random)];
      const row = madeUp(db, table, { profile_id: old.profileId }, number());
      // The true rows of the table change their owner, those of an empty one come with it.
      const change: Forging = (file) => {
        if (file.prepare(`update "t_${table}" set profile_id = ?`).run(stranger).changes === 0)
          insertMoved(file, db, table, { ...row, profile_id: stranger });
      };
      return { what: `all rows of ${table} with another owner`, change };
    },
    () => {
      const { table, column, parent, parentColumn } = pick(references, random);
      const row = madeUp(db, table, { profile_id: old.profileId, [column]: theirs.get(parent)?.[parentColumn] }, number());
      return { what: `${table}.${column} that names another's ${parent}`, change: (file) => insertMoved(file, db, table, row) };
    },
    () => {
      const { table, columns } = pick(keys, random);
      const same = Object.fromEntries(columns.map((name) => [name, theirs.get(table)?.[name]]));
      const row = madeUp(db, table, { ...SPECIAL[table], ...same, profile_id: old.profileId }, number());
      return { what: `${table} with another's ${columns.join(' and ')}`, change: (file) => insertMoved(file, db, table, row) };
    },
    () => {
      const { table } = pick(owned, random);
      const { name } = pick(columnsOf(db, table), random);
      return {
        what: `${table} with a table of its own beside`,
        change: (file) => void file.exec(`create table "more_${table}_${name}" (x)`),
      };
    },
    () => {
      const [from, seq] = [pick(['decisions', 'outcomes', 'search_values'], random), number()];
      const changes: Record<string, string> = {
        decisions: `update t_decisions set decided_at = decided_at + ${1 + seq}`,
        outcomes: `update t_outcomes set seq = seq + ${1_000_000 + seq}`,
        search_values: `insert into t_search_values values (${(1n << 40n) * BigInt(1 + (seq % 50))} + ${seq}, 1, 'name', 'x')`,
      };
      return { what: `${from} that do not belong to it`, change: (file) => void file.exec(changes[from] ?? '') };
    },
  ];
}

test('no forged move file brings in rows of another profile', async (t) => {
  const random = seededRandom(t);
  const world = await startMoveWorld();
  t.after(() => world.close());
  const kinds = forgeries(world, random);
  const accepted: string[] = [];
  const tally: Record<string, number> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each kind in turn, so that all are met; what stands beside it is the seed's.
    const first = kinds[round % kinds.length]?.();
    assert.ok(first);
    const all = [first, ...Array.from({ length: random(3) }, () => pick(kinds, random)())];
    const what = all.map((each) => each.what).join('; ');
    const { kind } = await world
      .refusalOf((file, manifest) => {
        for (const { change } of all) {
          try {
            change(file, manifest);
          } catch (error) {
            // A second row may have the key of the first, in the file's own table.
            if (!/UNIQUE|already exists/.test(String(error))) throw error;
          }
        }
      })
      .catch((error: unknown): never => {
        throw new Error(`${what}: ${String(error)}`, { cause: error });
      });
    tally[kind] = (tally[kind] ?? 0) + 1;
    if (kind === 'accepted') {
      accepted.push(what);
      break;
    }
  }
  tell(t, {
    name: 'forged move files',
    figure: `${Object.entries(tally)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(', ')}; rows written ${accepted.length === 0 ? 0 : accepted.join()}`,
    target: '0 accepted, 0 rows written',
    rounds: ROUNDS,
    holds: accepted.length === 0,
  });
});
