// The ledger deleted, cut off, changed and replaced under load, while the service runs and while it is down: every webhook and every conversion
// arrives, and none under a second id. ROUNDS says how many times, TEST_SEED which.
import assert from 'node:assert/strict';
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { seededRandom } from '../base/random.ts';
import { letPass, until } from '../until.ts';
import { asOwner, ENV, pay, startReceiver } from './tools/receiver-kills.ts';
import { rounds, tell } from './tools/results.ts';
import { type Installed, install, type Running, startService } from './tools/service.ts';

const ROUNDS = rounds(24);
const PAYMENTS_AT_ONCE = 10;
const PARTS = ['', '-wal', '-shm'];

type Random = (below: number) => number;

/** What happens to the files; the older copy is of an earlier round. */
interface Damage {
  name: string;
  strike: (file: string, older: string, random: Random) => void;
}

function remove(file: string): void {
  for (const part of PARTS) rmSync(file + part, { force: true });
}

function flipBytes(file: string, random: Random): void {
  for (const part of PARTS.slice(0, 2).filter((each) => existsSync(file + each) && statSync(file + each).size > 0)) {
    const fd = openSync(file + part, 'r+');
    for (let n = 0; n < 20; n += 1) writeSync(fd, Buffer.of(random(256)), 0, 1, random(statSync(file + part).size));
    closeSync(fd);
  }
}

const DAMAGES: readonly Damage[] = [
  { name: 'deleted', strike: remove },
  { name: 'cut off', strike: (file, _older, random) => truncateSync(file, random(statSync(file).size)) },
  { name: 'bytes changed', strike: (file, _older, random) => flipBytes(file, random) },
  {
    name: 'an older copy',
    strike: (file, older) => {
      remove(file);
      // In the first rounds there is none.
      if (existsSync(older)) copyFileSync(older, file);
    },
  },
];
const MOMENTS = ['while it serves', 'after a kill', 'after a stop'] as const;

/** What receivers have by id: the bytes of webhooks, and how often a conversion was accepted. */
interface Received {
  webhooks: Map<string, string>;
  conversions: Set<string>;
  repeats: number;
  otherBytes: number;
}

async function subscribe(service: Running, installed: Installed, hooks: string, destination: string): Promise<void> {
  const subscription = { url: hooks, event_types: ['conversion.created', 'payment.recorded'] };
  await asOwner(service, installed, '/webhooks/subscriptions', subscription);
  const made = await asOwner(service, installed, '/exports/destinations', {
    kind: 'https',
    settings: { target_id: destination },
  });
  const destinations = [{ destination_id: made.data.id, events: [{ goal: 'payment_received' }] }];
  const enabled = await asOwner(service, installed, '/conversion-sync/catalog', { destinations }, 'PUT');
  assert.ok(enabled.data, JSON.stringify(enabled));
}

/** Events by their names; two under one name have two ids. */
const namesOf = ({ webhooks }: Received): string[] =>
  [...webhooks.values()]
    .map((body) => JSON.parse(body))
    .map(({ type, data }) => `${type} ${data.conversion_id ?? data.payment_id}`);

test(`the ledger is lost ${ROUNDS} times under load, and everything arrives under one id`, async (t) => {
  const random = seededRandom(t);
  const installed = await install(t);
  const file = join(installed.dataDir, 'ledger.sqlite');
  const older = join(installed.dataDir, '..', 'older.sqlite');
  const got: Received = { webhooks: new Map(), conversions: new Set(), repeats: 0, otherBytes: 0 };
  // So slow that much is under way at any moment.
  const slow = async (): Promise<false> => letPass(random(150)).then(() => false);
  const hooks = await startReceiver(t, (body, headers) => {
    const id = String(headers['webhook-id']);
    const before = got.webhooks.get(id);
    if (before !== undefined) got.repeats += 1;
    if (before !== undefined && before !== body) got.otherBytes += 1;
    got.webhooks.set(id, body);
  });
  hooks.strike = slow;
  const destination = await startReceiver(t, (body) => {
    for (const { event_id } of JSON.parse(body).events) {
      if (got.conversions.has(event_id)) got.repeats += 1;
      got.conversions.add(event_id);
    }
  });
  destination.strike = slow;
  let service = await startService(t, installed.dataDir, ENV);
  await subscribe(service, installed, hooks.url, destination.url);
  let paid = 0;
  const hits = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const damage = DAMAGES[round % DAMAGES.length] ?? assert.fail();
    const moment = MOMENTS[Math.floor(round / DAMAGES.length) % MOMENTS.length];
    const keys = Array.from({ length: PAYMENTS_AT_ONCE }, (_, n) => `round ${round} payment ${n}`);
    assert.ok(await pay(service, installed, keys), `round ${round}, serving: ${service.isRunning()}: ${service.log()}`);
    paid += keys.length;
    await letPass(random(1_500));
    if (moment === 'after a kill') await service.kill();
    if (moment === 'after a stop') assert.equal((await service.terminate()).code, 0, service.log());
    const copy = readFileSync(file);
    damage.strike(file, older, random);
    if (round % 5 === 0) writeFileSync(older, copy);
    if (moment === 'while it serves') await fetch(`${service.address}/readyz`);
    else service = await startService(t, installed.dataDir, ENV);
    const name = `${damage.name} ${moment}`;
    hits.set(name, (hits.get(name) ?? 0) + 1);
  }
  const expected = paid * 2;
  const waiting = async (): Promise<number> => {
    const paths = [
      '/webhooks/deliveries?state=pending',
      '/conversion-sync/deliveries?status=pending',
      '/conversion-sync/deliveries?status=sent',
    ];
    const pages = await Promise.all(paths.map((path) => asOwner(service, installed, path)));
    return pages.reduce((sum: number, { data }) => sum + data.length, 0);
  };
  const isThrough = async (): Promise<boolean> =>
    got.webhooks.size >= expected && got.conversions.size >= paid && (await waiting()) === 0;
  await until(isThrough, 'everything has arrived');
  const left = await waiting();
  const names = namesOf(got);
  assert.equal((await service.terminate()).code, 0, service.log());
  const events = new Set(names).size;
  tell(t, {
    name: 'ledger lost under load',
    figure: `${paid} payments, ${expected} webhooks and ${paid} conversions: ${expected - events} and ${paid - got.conversions.size} lost, ${names.length - events} and ${Math.max(0, got.conversions.size - paid)} under a second id, ${left} waiting, ${got.otherBytes} with other bytes; ${got.repeats} repeats under the same id. Hit: ${[...hits].map(([name, n]) => `${name} ${n}`).join(', ')}`,
    target: '0 lost, one id each, 0 waiting',
    rounds: ROUNDS,
    holds: events === expected && names.length === events && got.conversions.size === paid && left === 0 && got.otherBytes === 0,
  });
});
