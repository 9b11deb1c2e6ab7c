// Personal strings in every field that takes text: in the safe modes none leaves the house in a payload, and in no mode one is in deliveries,
// the ledger, webhooks or the log.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { seededRandom } from '../../base/random.ts';
import { recordEvents } from '../webhooks/events.ts';
import { openSyncWorld } from './sync-world.ts';

/** Planted strings of each mode. */
const PLANTS = 50;

interface Sent {
  url: string;
  body: string;
}

/** A platform of any kind that accepts everything. */
async function startPlatform(t: { after: (close: () => Promise<void> | void) => void }): Promise<{ url: string; sent: Sent[] }> {
  const sent: Sent[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString('utf8');
    sent.push({ url: request.url ?? '', body });
    const { data = [] } = JSON.parse(body === '' ? '{}' : body);
    const events = Array.isArray(data) ? data.map(() => ({ status: 'processed' })) : [];
    const answer = {
      num_events_received: events.length,
      num_events_processed: events.length,
      events,
      status: 'VALID',
      message: 'ok',
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sent };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

test('planted personal strings', async (t) => {
  const random = seededRandom(t);
  const platform = await startPlatform(t);
  const { url } = platform;
  const world = await openSyncWorld(t, {
    providers: {
      meta: { clientId: 'app', clientSecret: 'secret', url, apiVersion: 'v26.0' },
      pinterest: { url },
      snap: { url },
      reddit: { url },
    },
  });
  const { owner, base, profileId, put, endpoint, destinationId } = world;
  const announced = recordEvents(base, profileId);
  const lines: string[] = [];
  for (const level of ['info', 'warn', 'error', 'debug'] as const) {
    const log = base.log[level].bind(base.log);
    base.log[level] = (...args: Parameters<typeof log>) => {
      lines.push(
        JSON.stringify(args, (_, value) => (value instanceof Error ? { message: value.message, stack: value.stack } : value)),
      );
      return log(...args);
    };
  }
  const ids = [destinationId];
  for (const kind of ['meta', 'pinterest', 'snap', 'reddit']) {
    const settings = { target_id: 'target-1', account_id: '102' };
    const made = await owner.post('/exports/destinations', { kind, settings, access_token: 'token-12345678' });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    ids.push(made.body.data.id);
  }
  const plants = new Set<string>();
  const hashes = new Map<string, string>();
  const plant = (form: string): string => {
    const word = form.replace('#', `${['flu', 'botox', 'ivf', 'rehab'][random(4)]}${random(1_000_000_000)}`);
    plants.add(word);
    hashes.set(sha256(word.toLowerCase()), word);
    return word;
  };

  for (const mode of ['platform_safe', 'hipaa'] as const) {
    plants.clear();
    hashes.clear();
    await put('/conversion-sync/catalog', { privacy_mode: mode });
    const events = [{ goal: 'payment_received' }, { goal: 'lead_created', event_name: plant('Treatment-#') }];
    const changed = await put('/conversion-sync/catalog', {
      destinations: ids.map((destination_id) => ({ destination_id, events })),
    });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    const [before, beforeHere] = [platform.sent.length, endpoint.received.length];
    while (plants.size < PLANTS)
      for (const event_type of ['payment_received', 'lead_created'])
        await world.outcome(plant('key-#'), {
          event_type,
          event_name: plant('Name #'),
          user_traits: {
            email: plant('#@planted.example'),
            first_name: plant('First#'),
            last_name: plant('Last#'),
            external_id: plant('ext-#'),
            crm_contact_id: plant('crm-#'),
          },
          action_source: random(2) === 0 ? 'website' : 'chat',
          event_source_url: `https://shop.example/${plant('page-#')}?q=${plant('q-#')}`,
          utm: { source: plant('source-#'), campaign: plant('campaign #'), term: plant('term-#'), content: plant('content-#') },
          ad: { platform: 'meta', campaign_id: plant('ad-#') },
          properties: { note: plant('note #'), city: plant('City#') },
          click_ids: { fbc: `fb.1.1.${random(1e9)}`, ttclid: plant('person #') },
        });
    await world.sync();
    const sent = [...platform.sent.slice(before), ...endpoint.received.slice(beforeHere)];
    assert.ok(sent.length >= 1, 'something is sent');
    const text = sent.map((each) => `${'url' in each ? each.url : each.path}\n${each.body}`).join('\n');
    const inClear = [...plants].filter((word) => text.includes(word) || text.includes(encodeURIComponent(word)));
    assert.deepEqual(inClear, [], `${mode}: ${plants.size} planted`);
    const hashed = [...hashes].filter(([hash]) => text.includes(hash)).map(([, word]) => word);
    const allowed = mode === 'platform_safe' ? hashed.filter((word) => !/@planted|^ext-/.test(word)) : hashed;
    assert.deepEqual(allowed, [], `${mode}: hashes`);
    if (mode === 'platform_safe') assert.ok(hashed.length > 0, 'the test sees hashes');

    const kept = [
      JSON.stringify(await world.deliveries()),
      readFileSync(join(base.config.dataDir, 'ledger.sqlite'), 'latin1'),
      readFileSync(join(base.config.dataDir, 'ledger.sqlite-wal'), 'latin1'),
      JSON.stringify(announced()),
      lines.join('\n'),
      JSON.stringify((await owner.get('/conversion-sync/wiring')).body),
    ].join('\n');
    assert.deepEqual(
      [...plants, ...hashes.keys()].filter((word) => kept.includes(word)),
      [],
      `${mode}: kept`,
    );
  }
});
