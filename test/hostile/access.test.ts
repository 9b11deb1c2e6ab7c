// Every operation of the contract by every kind of credential, at its own place, a sibling, a foreign one, an archived one and none, while the foreign
// place is full of things; and every id of theirs in each place where an operation takes one. What must come out of it is worked out from the contract's
// scopes and roles; an id of others is answered as one that nobody has, no answer has a word of theirs, and nothing of theirs changes.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { ContractOperation } from '../../src/base/contract/document.ts';
import { digestOf } from '../../src/base/move/move-plan.ts';
import { seededRandom } from '../base/random.ts';
import { rounds, tell } from '../faults/tools/results.ts';
import { ask, bodyFor, type Cell, type CellAnswer, leaks, matrixOperations, send, urlFor, wantedOf } from './matrix/asking.ts';
import { type IdSlot, idSlots, idsFor, isOwnWord, nobodys, type Planted, plant } from './matrix/planted.ts';
import type { Credential, Place, Target } from './matrix/rules.ts';
import { type MatrixWorld, startMatrix } from './matrix/world.ts';

const ROUNDS = rounds(1);
const TARGETS: readonly Target[] = ['own', 'sibling', 'foreign', 'archived', 'unknown'];
/** Calls of one credential that fit into a minute of its rate. */
const OPERATIONS_A_MINUTE = 4;
const TURNS_A_MINUTE = 9;
/** Of the ids of others, for each place where an operation takes one. */
const IDS_A_SLOT = 4;
/** Of any kind. */
const OTHER_IDS = 2;
/** Tables in which time alone changes rows. */
const MOVED_BY_TIME =
  /^(?:jobs|cursors|rate_|mails|sandbox_|job_|quality_|advice_|recommendation|webhook_|search_index|knowledge_index|audit$)/;

type Random = (below: number) => number;

interface Tally {
  cells: number;
  reached: number;
  swaps: number;
  /** Places for ids that an id of their own kind was given to. */
  slots: number;
  faults: string[];
}

function shuffled<T>(all: readonly T[], random: Random): T[] {
  const left = [...all];
  return all.map(() => left.splice(random(left.length), 1)[0] as T);
}

function passMinute({ app, make }: MatrixWorld): void {
  app.clock.advance(61_000);
  make.renewTokens();
}

async function walk(world: MatrixWorld, _: Planted, random: Random, tally: Tally): Promise<void> {
  // What ends a place, or has an app reach further, comes last, as in the tests.
  const late = matrixOperations.filter(({ reach, method }) => reach === 'any' || method === 'delete');
  const order = [
    ...shuffled(
      matrixOperations.filter((each) => !late.includes(each)),
      random,
    ),
    ...late,
  ];
  for (const [n, operation] of order.entries()) {
    if (n % OPERATIONS_A_MINUTE === 0) passMinute(world);
    const targets = operation.grain === 'none' ? TARGETS.slice(0, 1) : TARGETS;
    for (const credential of world.credentials)
      for (const target of targets) {
        const cell: Cell = { operation, credential, target };
        tally.cells += 1;
        if (wantedOf(cell) === 'reached') tally.reached += 1;
        tally.faults.push(...(await ask(world, cell)));
      }
  }
}

/** Keys of repetitions. */
const FRESH = ['idempotency_key', 'payment_ref'];

function withId(world: MatrixWorld, operation: ContractOperation, place: Place, { where, name }: IdSlot, id: string) {
  const url = urlFor(world, operation, place, where === 'path' ? { [name]: id } : {});
  if (where === 'query') url.searchParams.set(name, id);
  const body = bodyFor(operation, place);
  if (body === null || typeof body !== 'object') return { url, body };
  // What callers number themselves is new in each call.
  const fresh = Object.fromEntries(FRESH.filter((each) => each in body).map((each) => [each, randomUUID()]));
  return { url, body: { ...body, ...fresh, ...(where === 'body' ? { [name]: name.endsWith('s') ? [id] : id } : {}) } };
}

/** Status and code; and the sentence, but for the id that it names. */
function saidOf({ status, text }: CellAnswer, id: string): string {
  const { error } = text.startsWith('{') ? JSON.parse(text) : { error: undefined };
  return `${status} ${error?.code ?? ''} ${String(error?.message ?? '').replaceAll(id, 'ID')}`.trim();
}

async function swap(
  world: MatrixWorld,
  operation: ContractOperation,
  credential: Credential,
  slot: IdSlot,
  ids: [string, string],
) {
  const place = world.placeOf(credential, 'own');
  const ask = async (id: string) => {
    const { url, body } = withId(world, operation, place, slot, id);
    return send(operation, credential, url, body);
  };
  const [theirs, nobody] = [await ask(ids[0]), await ask(ids[1])];
  const [said, wanted] = [saidOf(theirs, ids[0]), saidOf(nobody, ids[1])];
  const where = `${operation.id} ${slot.where} ${slot.name} × ${credential.name}`;
  const differs = said === wanted ? [] : [`${where}: their id is answered "${said}", nobody's "${wanted}"`];
  const words = leaks(world, credential, theirs.text.replaceAll(ids[0], 'ID'), undefined).map((what) => `${where}: ${what}`);
  return [...differs, ...words];
}

async function swapAll(world: MatrixWorld, planted: Planted, random: Random, tally: Tally): Promise<void> {
  const all = world.credentials.filter(({ kind }) => kind !== 'nobody');
  let turns = 0;
  for (const operation of matrixOperations.filter(({ auth }) => !auth.includes('public'))) {
    for (const slot of idSlots(operation)) {
      const credentials = isOwnWord(slot.name) ? all.slice(0, 1) : all;
      const fitting = shuffled(idsFor(planted, operation, slot), random).slice(0, IDS_A_SLOT);
      if (fitting.length > 0) tally.slots += 1;
      for (const id of new Set([...fitting, ...shuffled(planted.ids, random).slice(0, OTHER_IDS)])) {
        if (turns++ % TURNS_A_MINUTE === 0) passMinute(world);
        for (const credential of credentials) {
          if (wantedOf({ operation, credential, target: 'own' }) !== 'reached') continue;
          tally.swaps += 1;
          tally.faults.push(...(await swap(world, operation, credential, slot, [id, nobodys(id, random)])));
        }
      }
    }
  }
}

/** The rows of a place, by table. */
function rowsOf({ app }: MatrixWorld, { profileId, workspaceId }: Place): Map<string, string> {
  const { db } = app.base.state;
  const names = db.prepare<[], string>("select name from sqlite_schema where type = 'table' order by name").pluck().all();
  const found = new Map<string, string>();
  for (const name of names) {
    if (MOVED_BY_TIME.test(name) || name.startsWith('sqlite_')) continue;
    const columns = db.pragma(`table_info("${name}")`) as { name: string }[];
    const has = (column: string): boolean => columns.some((each) => each.name === column);
    const by = has('profile_id') ? 'profile_id' : has('workspace_id') ? 'workspace_id' : undefined;
    if (by)
      found.set(name, digestOf(db, `select * from "${name}" where "${by}" = ?`, [by === 'profile_id' ? profileId : workspaceId]));
  }
  return found;
}

test('no credential gets past its scopes, roles and places', async (t) => {
  const random = seededRandom(t);
  const tally: Tally = { cells: 0, reached: 0, swaps: 0, slots: 0, faults: [] };
  let [ids, made] = [0, 0];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const part of [swapAll, walk]) {
      const world = await startMatrix();
      try {
        const planted = await plant(world);
        [ids, made] = [planted.ids.length, planted.made];
        const before = rowsOf(world, world.places.foreign);
        await part(world, planted, random, tally);
        for (const [table, digest] of rowsOf(world, world.places.foreign))
          if (before.get(table) !== digest) tally.faults.push(`rows of the foreign place changed in ${table}`);
      } finally {
        await world.app.close();
      }
    }
  for (const line of tally.faults.slice(0, 40)) t.diagnostic(line);
  assert.ok(ids > 20, `only ${ids} ids of others`);
  tell(t, {
    name: 'access of every credential',
    figure:
      `${tally.cells} cells of ${matrixOperations.length} operations, ${tally.reached} of them get through; ${ids} ids of a foreign place in which ` +
      `${made} operations made something, sent ${tally.swaps} times, at ${tally.slots} places one of the very kind; ${tally.faults.length} wrong answers, foreign words or changed rows`,
    target: '0 wrong answers, 0 foreign words, 0 rows of others changed',
    rounds: ROUNDS,
    holds: tally.faults.length === 0,
  });
});
