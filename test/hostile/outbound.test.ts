// Addresses that lead inside, at every place where a customer names one: written out in every form, and as names whose answers are inner ones, mixed ones,
// aliases or others at the second question. In the namespace every address of both families is the trap's, so a request that gets out is seen, and
// the name server is the one that the product asks without being told.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../base/random.ts';
import { type ZoneRecords, zoneServer } from '../fakes/name-server.ts';
import { rounds, tell } from '../faults/tools/results.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { type Address, formsOf, innerAddresses, publicAddresses, urlOf, withZones } from './outside/addresses.ts';
import { requireNamespace } from './outside/namespace.ts';
import { startTrap, type Trap } from './outside/trap.ts';
import { type Door, doorsOf, fieldsLikeAddresses, NOT_DIALLED, type Way, waysOf } from './outside/ways.ts';

const ROUNDS = rounds(1);
const AT_ONCE = 16;

interface World {
  app: TestApp;
  trap: Trap;
  zone: Map<string, ZoneRecords>;
  outer: string[];
  random: (below: number) => number;
  tally: { forms: number; names: number; tries: number; inside: string[]; taken: string[]; reached: number };
}

let names = 0;

/** A fresh name with these records. */
function nameOf({ zone, tally }: World, records: ZoneRecords): string {
  const name = `host${names++}.shop.example`;
  zone.set(name, records);
  tally.names += 1;
  return name;
}

/** Names that lead to the address, one of each kind; `rebound` does so from the second question on. */
function namesOf(world: World, { text }: Address): { certain: string[]; rebound: string } {
  const { outer } = world;
  const alone = nameOf(world, { addresses: [text] });
  return {
    certain: [
      alone,
      nameOf(world, { addresses: [text, ...outer] }),
      nameOf(world, { addresses: [...outer, text] }),
      nameOf(world, { cname: alone }),
    ],
    rebound: nameOf(world, { addresses: outer, later: [text] }),
  };
}

const isRefused = (way: Way, url: string): Promise<boolean> =>
  way(url).then(
    () => false,
    () => true,
  );

/** What was dialled since, of which none may lie inside. */
function sift({ trap, outer, tally }: World, what: string): void {
  for (const address of trap.taken())
    if (outer.includes(address)) tally.reached += 1;
    else tally.inside.push(`${what} dialled ${address}`);
}

async function inTurns<T>(all: readonly T[], act: (each: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < all.length; at += AT_ONCE) await Promise.all(all.slice(at, at + AT_ONCE).map(act));
}

/** Every way by every form and name of one address. */
async function tryWays(world: World, ways: Record<string, Way>, inner: Address): Promise<void> {
  const { tally } = world;
  const forms = formsOf(inner);
  tally.forms += forms.length;
  for (const [what, way] of Object.entries(ways)) {
    const { certain, rebound } = namesOf(world, inner);
    const zoned = inner.bytes.length === 16 ? withZones(inner.text) : [];
    const urls = [...forms, ...zoned, ...certain].flatMap((host) => ['http', 'https'].map((scheme) => urlOf(host, scheme)));
    await inTurns(urls, async (url) => {
      tally.tries += 1;
      if (!(await isRefused(way, url))) tally.taken.push(`${what} took ${url}`);
    });
    // The first look finds public addresses alone; whatever it decides then, the second one finds another.
    await isRefused(way, urlOf(rebound));
    tally.tries += 2;
    if (!(await isRefused(way, urlOf(rebound))))
      tally.taken.push(`${what} took ${rebound}, which leads to ${inner.text} by then`);
    sift(world, `${what}, ${inner.what},`);
  }
}

/** Every operation and page by one form and one name of the address, chosen by the seed. */
async function tryDoors(world: World, doors: Record<string, Door>, inner: Address): Promise<void> {
  const { tally, random } = world;
  for (const [what, door] of Object.entries(doors)) {
    const { certain } = namesOf(world, inner);
    const forms = formsOf(inner);
    for (const host of [forms[random(forms.length)] ?? inner.text, certain[random(certain.length)] ?? '']) {
      tally.tries += 1;
      if (await door(urlOf(host))) tally.taken.push(`${what} took ${host}, ${inner.what}`);
    }
    sift(world, `${what}, ${inner.what},`);
  }
}

/** Public names get through everywhere, at the very address: or all would be refused, and nothing would be tested. */
async function tryPublic(world: World, ways: Record<string, Way>, doors: Record<string, Door>): Promise<string[]> {
  const missed: string[] = [];
  for (const address of world.outer) {
    const name = nameOf(world, { addresses: [address] });
    // Nobody speaks TLS here, so only the dialling shows that it was let through.
    for (const [what, act] of Object.entries({ ...ways, ...doors })) {
      const isAnswered = await Promise.resolve(act(urlOf(name, 'https'))).then(
        (taken) => taken !== false,
        () => false,
      );
      const dialled = world.trap.taken();
      if (!isAnswered && !dialled.includes(address)) missed.push(`${what} to ${address}: ${dialled}`);
      if (dialled.some((each) => each !== address)) world.tally.inside.push(`${what} dialled ${dialled}`);
      world.tally.reached += dialled.length;
    }
  }
  return missed;
}

test('addresses that lead inside are never dialled', async (t) => {
  requireNamespace();
  const random = seededRandom(t);
  const trap = await startTrap(t);
  const zone = new Map<string, ZoneRecords>();
  await zoneServer(t, zone, 53);
  const app = await startTestApp({ config: { host: '0.0.0.0' } });
  t.after(() => app.close());
  const tally: World['tally'] = { forms: 0, names: 0, tries: 0, inside: [], taken: [], reached: 0 };
  const [ways, doors] = [waysOf(app.base), await doorsOf(app)];
  const known = new Set([...Object.keys(doors), ...Object.keys(NOT_DIALLED)]);
  assert.deepEqual(
    fieldsLikeAddresses().filter((field) => !known.has(field)),
    [],
    'each field of the contract that sounds like an address is tried, or is said to be dialled by nobody',
  );
  const missed: string[] = [];
  let inner: Address[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const world: World = { app, trap, zone, tally, random, outer: publicAddresses(random).map(({ text }) => text) };
    inner = innerAddresses(random);
    for (const each of inner) {
      await tryWays(world, ways, each);
      await tryDoors(world, doors, each);
    }
    missed.push(...(await tryPublic(world, ways, doors)));
  }
  assert.deepEqual(missed, [], 'public names get through');
  const [places, isWhole] = [
    Object.keys(ways).length + Object.keys(doors).length,
    tally.taken.length + tally.inside.length === 0,
  ];
  for (const line of [...tally.inside, ...tally.taken].slice(0, 20)) t.diagnostic(line);
  tell(t, {
    name: 'outbound addresses that lead inside',
    figure:
      `${inner.length * ROUNDS} addresses of ${new Set(inner.map(({ what }) => what)).size} kinds in ${tally.forms} forms, ${tally.names} names, ` +
      `at ${places} places: ${tally.tries} tries, ${tally.inside.length} dialled inside, ${tally.taken.length} taken; public ones were dialled ${tally.reached} times`,
    target: '0 dialled inside, 0 taken, public ones reached',
    rounds: ROUNDS,
    holds: isWhole && tally.reached > 0,
  });
});
