// The ledger deleted, cut off, changed and replaced under load, while the service runs and while it is down: every webhook and every conversion
// arrives, and none under a second id; and while messages come and go: none is lost, none goes out or is announced twice, none reaches a blocked address. ROUNDS says how
// many times, TEST_SEED which.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Visitor } from '../act/connections/visitor.ts';
import { seededRandom } from '../base/random.ts';
import { startMailServer } from '../fakes/mail-server.ts';
import { PERSON, startFakeWhatsApp } from '../fakes/whatsapp.ts';
import { letPass, until } from '../until.ts';
import { strikesOf } from './tools/ledger-strikes.ts';
import { asOwner, ENV, pay, startReceiver } from './tools/receiver-kills.ts';
import { rounds, tell } from './tools/results.ts';
import { type Installed, install, type Running, startService } from './tools/service.ts';

const ROUNDS = rounds(24);
const PAYMENTS_AT_ONCE = 10;
const HEARD_AT_ONCE = 6;
const SENT_AT_ONCE = 4;
const BLOCKED = 'blocked@example.com';

// biome-ignore lint/suspicious/noExplicitAny: the service checks its answers
type AnyJson = any;
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
  const strikes = strikesOf(t, installed, ENV, random);
  for (let round = 0; round < ROUNDS; round += 1) {
    const keys = Array.from({ length: PAYMENTS_AT_ONCE }, (_, n) => `round ${round} payment ${n}`);
    assert.ok(await pay(service, installed, keys), `round ${round}, serving: ${service.isRunning()}: ${service.log()}`);
    paid += keys.length;
    await letPass(random(1_500));
    service = await strikes.strike(service, round);
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
    figure: `${paid} payments, ${expected} webhooks and ${paid} conversions: ${expected - events} and ${paid - got.conversions.size} lost, ${names.length - events} and ${Math.max(0, got.conversions.size - paid)} under a second id, ${left} waiting, ${got.otherBytes} with other bytes; ${got.repeats} repeats under the same id. Hit: ${strikes.hits()}`,
    target: '0 lost, one id each, 0 waiting',
    rounds: ROUNDS,
    holds: events === expected && names.length === events && got.conversions.size === paid && left === 0 && got.otherBytes === 0,
  });
});

test(`the ledger is lost ${ROUNDS} times while messages come and go`, async (t) => {
  const random = seededRandom(t);
  const server = await startMailServer(t, { extensions: ['8BITMIME', 'AUTH PLAIN'] });
  const whatsapp = await startFakeWhatsApp(t);
  const smtp = server.url.replace('smtp://', '');
  const env = {
    ...ENV,
    TRIBUTARY_OWN_MAIL_SERVERS: smtp,
    TRIBUTARY_WHATSAPP_URL: whatsapp.settings.url,
    TRIBUTARY_WHATSAPP_APP_SECRET: whatsapp.settings.appSecret,
    TRIBUTARY_WHATSAPP_VERIFY_TOKEN: whatsapp.settings.verifyToken,
  };
  const installed = await install(t);
  const announced = new Map<string, string>();
  const receiver = await startReceiver(t, (body, headers) => void announced.set(String(headers['webhook-id']), body));
  receiver.strike = () => letPass(random(150)).then(() => false);
  let service = await startService(t, installed.dataDir, env);
  const strikes = strikesOf(t, installed, env, random);
  await asOwner(service, installed, '/webhooks/subscriptions', { url: receiver.url, event_types: ['message.received'] });
  const visitor = new Visitor();
  const typed = { address: 'hello@shop.example', sender: 'Shop', user: '', password: 'p', smtp, imap: '' };
  for (const [provider, fields] of [
    ['smtp', typed],
    ['whatsapp', whatsapp.fields],
  ] as const) {
    const { data } = await asOwner(service, installed, `/connections/${provider}/connect`, {});
    assert.equal((await visitor.submit(data.url, fields)).status, 303, provider);
  }
  await asOwner(service, installed, '/messages/blocked-addresses', { channel: 'email', address: BLOCKED });

  const hear = async (id: string): Promise<void> => {
    const contact = { ...PERSON, wa_id: `49151${String(random(40)).padStart(7, '0')}`, user_id: undefined };
    const timestamp = String(Math.floor(Date.now() / 1000));
    const hook = whatsapp.message({ id, from: contact.wa_id, timestamp }, contact);
    // As Meta does: until it is answered with success, and once more now and then.
    const post = () =>
      fetch(`${service.address}/hooks/whatsapp`, { method: 'POST', ...hook }).then(
        ({ ok }) => ok,
        () => false,
      );
    await until(post, 'the webhook is answered');
    if (random(3) === 0) await until(post, 'the webhook is answered again');
  };
  const send = async (to: string): Promise<number> => {
    const headers = { authorization: `Bearer ${installed.session}`, 'content-type': 'application/json', 'idempotency-key': to };
    const body = JSON.stringify({ channel: 'email', to, subject: 'Hello', text: 'Hello' });
    const url = `${service.address}/api/v1/messages?profile_id=${installed.profileId}`;
    return until(async () => {
      const status = await fetch(url, { method: 'POST', headers, body }).then(
        (answer) => answer.status,
        () => 0,
      );
      return status !== 0 && status < 500 && status !== 409 && status !== 429 && status;
    }, 'the mail has an answer');
  };
  const [heard, sent, refused]: [string[], string[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const ids = Array.from({ length: HEARD_AT_ONCE }, (_, n) => `wamid.${round}-${n}`);
    const guests = Array.from({ length: SENT_AT_ONCE }, (_, n) => `guest-${round}-${n}@example.com`);
    const work = [...ids.map(hear), ...guests.map(async (to) => assert.ok([201, 202].includes(await send(to)), to))];
    refused.push(await send(BLOCKED));
    await Promise.all(work);
    heard.push(...ids);
    sent.push(...guests);
    await letPass(random(300));
    service = await strikes.strike(service, round);
  }
  const isThrough = async (): Promise<boolean> => {
    const { data } = await asOwner(service, installed, '/webhooks/deliveries?state=pending');
    return announced.size >= heard.length && data.length === 0;
  };
  await until(isThrough, 'everything was announced');
  const stored: AnyJson[] = [];
  for (let cursor = '', isOver = false; !isOver; ) {
    const { data, pagination } = await asOwner(service, installed, `/messages?limit=100${cursor}`);
    stored.push(...data);
    cursor = `&cursor=${pagination.cursor}`;
    isOver = !pagination.has_next;
  }
  assert.equal((await service.terminate()).code, 0, service.log());
  const names = [...announced.values()].map((body) => JSON.parse(body).data.message_id);
  const inbound = new Set(stored.flatMap(({ direction, provider_message_id: id }) => (direction === 'inbound' ? id : [])));
  const arrivals = server.taken.flatMap(({ to }) => to);
  const counts = {
    lostIn: heard.filter((id) => !inbound.has(id)).length + stored.length - inbound.size - sent.length,
    lostOut: sent.filter((to) => !arrivals.includes(to)).length,
    twiceOut: arrivals.length - new Set(arrivals).size,
    twiceAnnounced: names.length - new Set(names).size,
    unannounced: heard.length - new Set(names).size,
    blocked: arrivals.filter((to) => to === BLOCKED).length + refused.filter((status) => status !== 422).length,
  };
  tell(t, {
    name: 'ledger lost while messages come and go',
    figure: `${heard.length} received and ${sent.length} sent: ${counts.lostIn} and ${counts.lostOut} lost or stored twice, ${counts.twiceOut} sent twice, ${counts.unannounced} not announced, ${counts.twiceAnnounced} announced twice, ${counts.blocked} to a blocked address. Hit: ${strikes.hits()}`,
    target: '0 lost, 0 twice, each announced once, 0 to a blocked address',
    rounds: ROUNDS,
    holds: Object.values(counts).every((each) => each === 0),
  });
});
