// `kill -9` of the service, and of its warehouse process, while a person is erased: in the midst of taking them out of state, of rewriting
// journal and archive, of the new build and its swap, and at moments that nothing chose. The erasure ends by itself after the next start,
// nothing of the person is left in any file, and everybody else's figures are what they were. ROUNDS says how often, TEST_SEED when.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { closeBase, openBase } from '../../src/base/open.ts';
import { identifierKeyOf, tokenise, visitorKeyOf } from '../../src/collect/identity/index.ts';
import { temporaryFolder, testConfig } from '../base/folder.ts';
import { seededRandom } from '../base/random.ts';
import { type Door, type PersonToPlant, personToPlant, plant, plantsOf } from '../collect/identity/planted.ts';
import { foundIn, openedTexts } from '../collect/identity/whole-folder.ts';
import { letPass, until } from '../until.ts';
import { Aiming, LONGEST_MS, type Phase } from './tools/aim.ts';
import { call, REPORTS, report, settled } from './tools/figures.ts';
import { Load, type Random } from './tools/load.ts';
import { rounds, tell } from './tools/results.ts';
import { beginService, command, type Installed, install, type Json, type Running, startService } from './tools/service.ts';

const ROUNDS = rounds(12);
const DAY_MS = 86_400_000;
const MAX_AGAIN = 4;
/** A session may ask so often. */
const ASK_EVERY_MS = 200;

type Moment = Phase | 'any';
/** The service dies everywhere; its warehouse process where it is at work. */
const CYCLE: Blow[] = [
  { victim: 'service', moment: 'taking' },
  { victim: 'service', moment: 'erasing' },
  { victim: 'service', moment: 'any' },
  { victim: 'service', moment: 'replay' },
  { victim: 'warehouse', moment: 'sealing' },
  { victim: 'service', moment: 'swap' },
  { victim: 'service', moment: 'sealing' },
  { victim: 'warehouse', moment: 'replay' },
  { victim: 'service', moment: 'any' },
];
/** Addresses of pages that nobody else has seen lose their path; all else stays as it is. */
const OTHERS = REPORTS.filter((path) => !path.includes('landing_page'));

interface World {
  t: TestContext;
  installed: Installed;
  random: Random;
  aiming: Aiming;
  service: Running;
  starts: number;
  hits: string[];
  /** Ids under which they were known; names are no figure. */
  erased: Set<string>;
  /** What the service wrote, over all its lives. */
  log: string;
}

function doorOf(world: World): Door {
  const { installed, t } = world;
  const request = async (path: string, method: string, body?: unknown): Promise<Json> => {
    const answer = await call(world.service, installed, path, method, body);
    assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
  const send = async (path: string, headers: Record<string, string>, body: string | FormData): Promise<Json> => {
    const response = await fetch(`${world.service.address}${path}`, { method: 'POST', headers, body });
    const text = await response.text();
    assert.ok(response.ok, `${path}: ${text}`);
    return JSON.parse(text).data;
  };
  return {
    post: (path, body) => request(path, 'POST', body),
    get: (path) => request(path, 'GET'),
    collect: async (anonymous_id, events) => {
      const body = JSON.stringify({ tracking_key: installed.trackingKey, anonymous_id, events });
      const headers = {
        'content-type': 'application/json',
        accept: 'application/json',
        'user-agent': 'Mozilla/5.0 Chrome/128.0.0.0',
      };
      assert.deepEqual(await send('/t/collect', headers, body), { accepted: events.length, rejected: [] });
    },
    rows: async (rows) => {
      const file = join(temporaryFolder(t), 'rows.ndjson');
      writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
      const { dataDir, profileId } = installed;
      const filled = await command(t, ['backfill', 'events', file, '--data', dataDir, '--profile', profileId]);
      assert.equal(filled.accepted, rows.length, JSON.stringify(filled));
    },
    upload: async (fileName, text) => {
      const form = new FormData();
      form.set('file', new Blob([text]), fileName);
      const headers = { authorization: `Bearer ${installed.apiKey}` };
      return (await send('/api/v1/profile/payments/import/parse', headers, form)).import_id;
    },
    settled: () => settled(world.service, installed),
  };
}

/** Everybody else's figures: the person's own rows without their name. */
async function figuresOfOthers({ service, installed, erased }: World): Promise<Json> {
  const found: Record<string, Json> = {};
  for (const path of OTHERS) found[path] = await report(service, installed, path);
  return JSON.parse(
    JSON.stringify(found, (name, value) => {
      if (name === 'version') return undefined;
      return erased.has(value?.customer_profile_id) ? { ...value, name: null, email: null } : value;
    }),
  );
}

/** Asks for the erasure, or what became of it; undefined when nobody answered. */
async function askToErase({ service, installed }: World, id: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${service.address}/api/v1/workspaces/${installed.workspaceId}/customer-erasures`, {
      method: 'POST',
      headers: { authorization: `Bearer ${installed.session}`, 'content-type': 'application/json' },
      body: JSON.stringify({ profile_id: installed.profileId, customer_profile_id: id }),
    });
    const { data } = (await response.json()) as Json;
    return data?.status;
  } catch {
    return undefined;
  }
}

async function start(world: World): Promise<void> {
  world.log += world.service.log();
  const env = { ...world.aiming.env, TRIBUTARY_LOG_LEVEL: 'debug' };
  if (world.random(3) === 0) {
    // Once more, while it begins to go on.
    const starting = beginService(world.t, world.installed.dataDir, env);
    await letPass(world.random(1_500));
    await starting.kill();
  }
  world.service = await startService(world.t, world.installed.dataDir, env);
  world.starts += 1;
}

/** Whether the blow fell before the erasure was through. */
async function strike(world: World, { victim, moment, isAgain }: Blow, id: string): Promise<boolean> {
  const { aiming, random } = world;
  const before = aiming.hits;
  const delayMs = moment === 'any' || isAgain ? 0 : random(LONGEST_MS[moment] + 1);
  if (moment !== 'any') aiming.at({ phase: moment, deed: `kill ${victim}`, delayMs });
  const asking = askToErase(world, id);
  let isStruck = true;
  if (moment === 'any') {
    const ended = await Promise.race([asking, letPass(random(1_200))]);
    isStruck = ended !== 'done';
  } else isStruck = await aiming.struck(before, { isOver: async () => (await askToErase(world, id)) === 'done' });
  if (victim === 'service') {
    await world.service.kill();
    await asking;
    await start(world);
  } else {
    await asking;
    assert.ok(world.service.isRunning(), 'the service outlives its warehouse process');
  }
  return isStruck;
}

/** It ends by itself: asking again starts nothing. */
async function untilErased(world: World, id: string): Promise<void> {
  await until(async () => (await askToErase(world, id)) === 'done', 'the erasure ends', ASK_EVERY_MS);
}

/** Everything by which the person could be known, looked for in the folder of a service that has stopped. */
async function leftOf({ dataDir, profileId }: Installed, p: PersonToPlant): Promise<[string, string[]][]> {
  const base = await openBase(testConfig(dataDir));
  try {
    const keysOf = (type: 'email' | 'phone' | 'external_id' | 'crm_contact_id', value: string): string[] => {
      const token = tokenise(base, profileId, type, value);
      return [token, identifierKeyOf(type, token).toString()];
    };
    const browser = (value: string): string[] => {
      const token = tokenise(base, profileId, 'anonymous_id', value);
      return [token, visitorKeyOf(token).toString()];
    };
    const words = [
      ...plantsOf(p).map(([word]) => word),
      ...[...p.emails, p.leftOff, p.twin.email].flatMap((value) => keysOf('email', value)),
      ...p.phones.flatMap((value) => keysOf('phone', value)),
      ...[p.external, p.twin.external].flatMap((value) => keysOf('external_id', value)),
      ...p.crm.flatMap((value) => keysOf('crm_contact_id', value)),
      ...p.browsers.flatMap(browser),
    ];
    return [...(await foundIn(dataDir, words, openedTexts(base, profileId)))];
  } finally {
    await closeBase(base);
  }
}

const today = Date.parse(new Date().toISOString().slice(0, 10));
const at = (day: number, time: string): string =>
  `${new Date(today - (6 - day) * DAY_MS).toISOString().slice(0, 10)}T${time}:00.000Z`;

interface Blow {
  victim: 'service' | 'warehouse';
  moment: Moment;
  /** It missed its phase before. */
  isAgain?: true;
}
const nameOf = ({ victim, moment }: Blow): string => `${victim} ${moment}`;

async function round(world: World, n: number, blow: Blow): Promise<string[]> {
  const { t, installed } = world;
  const person = personToPlant(n);
  const { id } = await plant(doorOf(world), person, { guest: `guest-browser-${n}` }, at);
  await settled(world.service, installed);
  world.erased.add(id);
  const before = await figuresOfOthers(world);
  const name = nameOf(blow);
  if (await strike(world, blow, id)) world.hits.push(name);
  await untilErased(world, id);
  await settled(world.service, installed);
  assert.deepEqual(await figuresOfOthers(world), before, `figures after ${name}`);
  assert.equal((await world.service.terminate()).code, 0);
  const left = await leftOf(installed, person);
  const inLog = plantsOf(person).filter(([word]) => (world.log + world.service.log()).includes(word));
  t.diagnostic(`round ${n}: ${name}; left ${left.length}, in the log ${inLog.length}`);
  await start(world);
  return [
    ...left.map(([word, where]) => `${word}: ${where.join(', ')} (${name})`),
    ...inLog.map(([word]) => `${word}: log (${name})`),
  ];
}

test(`a person is erased through ${ROUNDS} rounds of kill -9`, async (t) => {
  const random = seededRandom(t);
  const installed = await install(t);
  const aiming = new Aiming(t);
  const service = await startService(t, installed.dataDir, { ...aiming.env, TRIBUTARY_LOG_LEVEL: 'debug' });
  const world: World = { t, installed, random, aiming, service, starts: 1, hits: [], erased: new Set(), log: '' };
  const load = new Load(t, installed, random);
  load.address = service.address;
  await load.fill(3);
  await settled(service, installed);
  const left: string[] = [];
  const blows = Array.from({ length: ROUNDS }, (_, n) => CYCLE[n % CYCLE.length] as Blow);
  const aimed = blows.filter(({ moment }) => moment !== 'any');
  const missing = (): Blow[] => aimed.filter((blow) => !world.hits.includes(nameOf(blow)));
  for (const [n, blow] of blows.entries()) left.push(...(await round(world, n, blow)));
  // A phase may be over before the blow falls; a blow that missed its phase is struck again, at its beginning.
  for (let n = ROUNDS; n < ROUNDS + MAX_AGAIN; n += 1) {
    const [blow] = missing();
    if (blow) left.push(...(await round(world, n, { ...blow, isAgain: true })));
  }
  await world.service.terminate();
  const missed = missing().map(nameOf);
  for (const each of left) t.diagnostic(each);
  const counts = [...new Set(world.hits)].map((name) => `${name} ${world.hits.filter((hit) => hit === name).length}`).join(', ');
  tell(t, {
    name: 'kill -9 amid an erasure',
    figure: `${world.erased.size} people of ${plantsOf(personToPlant(0)).length} words, ${world.starts} starts: ended without help each time, ${left.length} words left, figures of all others identical. Hit before its end: ${counts}${missed.length > 0 ? `; not hit: ${missed.join(', ')}` : ''}`,
    target: 'ends without help, 0 words left, identical, every phase hit',
    rounds: ROUNDS,
    holds: left.length + missed.length === 0,
  });
});
