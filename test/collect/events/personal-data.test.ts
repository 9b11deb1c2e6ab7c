// Personal data planted all over an event, through each of the three ways in, and looked for in everything that is kept in clear:
// journal, archive, warehouse, published files. Only the register of customers in state may know it.
import assert from 'node:assert/strict';
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { backfillEvents } from '../../../src/collect/events/index.ts';
import { publishMarts } from '../../../src/credit/pipeline/index.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp({ at: '2026-03-31T12:00:00Z' });
});
after(() => app.close());

const WAYS = ['events', 'collect', 'backfill'] as const;
type Way = (typeof WAYS)[number];

/** Another person for each way in. */
const PEOPLE = {
  events: [
    'Zenobia',
    'Quintanilla',
    'z.planted@mail.example',
    '+56961234567',
    '9 6123 4567',
    '12.345.678-5',
    '12345678-5',
    'cust-zz1',
    'crm-zz1',
    'deal-zz1',
  ],
  collect: [
    'Ximena',
    'Ñuñoa Prat',
    'x.planted@mail.example',
    '+56971234568',
    '(9) 7123-4568',
    '11.222.333-9',
    '112223339',
    'cust-xx2',
    'crm-xx2',
    'deal-xx2',
  ],
  backfill: [
    'Yolanda',
    'Wenceslao',
    'y.planted@mail.example',
    '+56981234569',
    '+56 9 8123 4569',
    '9.876.543-3',
    '9876543-3',
    'cust-yy3',
    'crm-yy3',
    'deal-yy3',
  ],
} as const satisfies Record<Way, readonly string[]>;

interface Planted {
  traits: Record<string, string>;
  anonymousId: string;
  dealId: string;
  pageUrl: string;
  sourceUrl: string;
  title: string;
  eventName: string;
  utm: Record<string, string>;
  properties: Record<string, unknown>;
}

function planted(way: Way): Planted {
  const [first, last, email, phone, spaced, national, bare, external, crm, dealId] = PEOPLE[way];
  const anonymousId = `browser-of-${way}-planted`;
  const [inMail, inName] = [encodeURIComponent(email), encodeURIComponent(`${first} ${last}`)];
  return {
    traits: {
      first_name: first,
      last_name: last,
      email,
      phone,
      national_id: national,
      external_id: external,
      crm_contact_id: crm,
      country: 'CL',
    },
    anonymousId,
    dealId,
    pageUrl: `https://shop.example/u/${inMail}/hello/${inName}?a=1&email=${inMail}&phone=${encodeURIComponent(spaced)}&rut=${bare}&q=${email}&utm_content=${first}&card=4111111111111111&x=${external}&b=${anonymousId}#name=${inName}`,
    sourceUrl: `https://shop.example/thanks/${email}?n=${first}+${last}&tel=${spaced.replaceAll(' ', '+')}&deal=${dealId}&next=${encodeURIComponent(`/x?e=${inMail}`)}`,
    title: `Thank you, ${first} (${email}, ${national})`,
    eventName: `Payment of ${last.toUpperCase()}, ${spaced}`,
    utm: { source: `news-${first}`, medium: email, campaign: `to ${phone}`, term: national, content: `${first} ${last}` },
    properties: {
      email,
      contact_phone: spaced,
      nationalId: bare,
      customer: { name: 'Somebody Else Planted', id: 'another-planted', notes: [`ring ${spaced}`, { deep: `${bare} ${first}` }] },
      address: { street: 'Planted Road 1' },
      [email]: 'as a key',
      free: `card 4111 1111 1111 1111 of ${first}`,
      link: `https://x.example/?first_name=Planted&mail=${inMail}`,
      number: Number(phone.slice(1)),
      crm,
      plan: 'pro',
    },
  };
}

/** What may be found nowhere: letters and digits alone, as `squeezed` leaves them. */
const SECRETS = ['planted', '4111111111111111', ...WAYS.flatMap((way) => PEOPLE[way])].map((text) =>
  squeezed(text.replace(/^\+56/, '')),
);

function squeezed(text: string): string {
  let plain = text;
  for (let i = 0; i < 3; i++)
    plain = plain.replace(/(?:%[0-9a-f]{2})+/gi, (codes) => Buffer.from(codes.replaceAll('%', ''), 'hex').toString());
  return plain
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

/** Every text in a value, its keys too. */
function textsOf(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [String(value)];
  if (value instanceof Uint8Array) return [Buffer.from(value).toString('latin1')];
  return Object.entries(value).flatMap(([key, child]) => [key, ...textsOf(child)]);
}

function assertClean(rows: readonly unknown[], where: string): void {
  assert.ok(rows.length > 0, `${where} is empty`);
  for (const text of rows.flatMap(textsOf)) {
    const found = SECRETS.find((secret) => squeezed(text).includes(secret));
    assert.equal(found, undefined, `${where}: ${text}`);
  }
}

async function send(): Promise<void> {
  const value = { amount: '10.00', currency: 'USD' };
  const common = { event_type: 'payment_received', occurred_at: '2026-03-30T10:00:00Z' };
  const a = planted('events');
  const posted = await app.api(app.apiKey).post('/events', {
    ...common,
    idempotency_key: 'k1',
    value,
    event_name: a.eventName,
    deal_id: a.dealId,
    user_traits: a.traits,
    anonymous_id: a.anonymousId,
    utm: a.utm,
    event_source_url: a.sourceUrl,
    properties: { ...a.properties, page: a.pageUrl },
    click_ids: { email: a.traits['email'], gclid: `x-${a.traits['email']}`, fbclid: 'IwAR_clean' },
    ad: { platform: 'meta', campaign_id: a.traits['email'], ad_id: '120210000000000000' },
    context: { ip: '192.0.2.1', user_agent: `${a.traits['email']}/1.0`, referrer: a.pageUrl },
  });
  assert.equal(posted.status, 201);

  const b = planted('collect');
  const page = { url: b.pageUrl, referrer: `https://mail.example/?q=${b.traits['email']}`, page_title: b.title };
  const event = { ...page, client_time: '2026-03-31T11:59:00Z', event_name: b.eventName, user_traits: b.traits, utm: b.utm };
  const events = [
    { ...event, event_type: 'page_view', event_id: 'e1', properties: b.properties, deal_id: b.dealId },
    { ...event, event_type: `seen ${b.traits['email']}`, event_id: b.traits['email'], properties: b.properties },
  ];
  const body = JSON.stringify({ tracking_key: app.trackingKey, anonymous_id: b.anonymousId, events });
  const headers = { 'user-agent': `Mozilla/5.0 ${b.traits['email']}` };
  assert.equal((await fetch(new URL('/t/collect', app.baseUrl), { method: 'POST', body, headers })).status, 204);

  const c = planted('backfill');
  const utm = Object.fromEntries(Object.entries(c.utm).map(([name, text]) => [`utm_${name}`, text]));
  const row = { ...common, ...c.traits, ...utm, anonymous_id: c.anonymousId, event_name: c.eventName, properties: c.properties };
  const more = { url: c.pageUrl, page_title: c.title, event_source_url: c.sourceUrl, deal_id: c.dealId, ip: '192.0.2.9' };
  const rows = [
    { ...row, ...more, idempotency_key: 'k3', value_amount: '5', currency: 'USD' },
    { ...row, ...more, event_type: 'page_view', occurred_at: '2026-03-29T10:00:00Z' },
  ];
  const file = join(app.dataDir, 'planted.ndjson');
  writeFileSync(file, rows.map((each) => JSON.stringify(each)).join('\n'));
  const report = await backfillEvents(app.base, { profileId: app.profileId, file });
  assert.deepEqual([report.accepted, report.errors], [2, []]);
}

test('personal data planted in an event', async (t) => {
  await send();
  const { base, profileId } = app;
  const facts = base.journal.read(profileId, 0n, 100);

  await t.test('stands in no body of the journal, and each says that something was taken out', () => {
    assert.equal(facts.length, 5);
    assertClean(
      facts.map(({ eventType, body, identifierTokens, anonymousToken }) => [
        eventType,
        JSON.parse(body),
        identifierTokens,
        anonymousToken,
      ]),
      'journal',
    );
    for (const { body } of facts) assert.ok(JSON.parse(body).flags.includes('pii_redacted'));
    const [posted, viewed] = facts.map(({ body }) => JSON.parse(body));
    assert.equal(posted.properties.plan, 'pro', 'what is nobody’s stays');
    assert.deepEqual(posted.click_ids, { fbclid: 'IwAR_clean' });
    assert.equal(posted.origin.ad_id, '120210000000000000');
    assert.equal(viewed.host, 'shop.example');
    assert.match(
      viewed.url,
      /^https:\/\/shop\.example\/u\/redacted\/hello\/redacted%20redacted\?a=1&email=redacted&phone=redacted&/,
    );
    assert.equal(viewed.path, '/u/redacted/hello/redacted%20redacted');
    assert.ok(viewed.flags.includes('url_redacted'));
  });

  await app.settle();
  await t.test('stands in no table of the warehouse', async () => {
    const tables = await base.warehouse.query({ profileId }, { sql: 'select table_name from information_schema.tables' });
    for (const name of tables.map((row) => String(row['table_name']))) {
      const rows = await base.warehouse.query({ profileId }, { sql: `select * from "${name}"` });
      if (rows.length > 0) assertClean(rows, name);
    }
    assert.equal((await base.warehouse.query({ profileId }, { sql: 'select * from events' })).length, 5);
  });

  await t.test('stands in no file of the archive or of what is published', async () => {
    await base.archive.seal(profileId, base.journal.lastSeq(profileId));
    await publishMarts(base, profileId);
    const files = globSync(join(app.dataDir, 'profiles', profileId, '{archive,published}', '**', '*.parquet'));
    assert.ok(files.some((file) => file.includes('archive')) && files.some((file) => file.includes('published')));
    for (const file of files) {
      const [rows = []] = await base.warehouse.convert(profileId, [
        { sql: 'select * from read_parquet($file)', params: { file } },
      ]);
      if (rows.length > 0) assertClean(rows, file);
    }
  });

  await t.test('is known to the register of customers, in state', async () => {
    for (const way of WAYS) {
      const { traits } = planted(way);
      // A browser's word is a claim on its strongest identifier alone.
      const q = traits[way === 'collect' ? 'external_id' : 'email'];
      const { body } = await app.api(app.apiKey).get('/customers/search', { q });
      assert.equal(body.data.length, 1, way);
      assert.ok(JSON.stringify(body.data).includes(traits['first_name'] as string));
    }
    const values = JSON.stringify(base.state.db.prepare('select value from identifiers').all());
    for (const way of WAYS)
      for (const at of [2, 3, 7, 8])
        assert.equal(values.includes(PEOPLE[way][at] as string), way !== 'collect' || at === 7, PEOPLE[way][at]);
    const sealed = base.state.db
      .prepare("select count(*) as n from identifiers where type = 'national_id' and sealed is not null")
      .get();
    assert.deepEqual({ ...(sealed as object) }, { n: 2 });
  });
});
