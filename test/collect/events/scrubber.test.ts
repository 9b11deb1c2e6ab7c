import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readSeed } from '../../../src/base/kit/seeds.ts';
import { placeOf } from '../../../src/collect/events/enrich/personal-names.ts';
import { Scrubber } from '../../../src/collect/events/enrich/scrubber.ts';
import type { EventInput } from '../../../src/collect/events/event-input.ts';
import { normaliseIdentifier } from '../../../src/collect/identity/index.ts';

const scrubberOf = (event: EventInput = {}): Scrubber => new Scrubber(event, { normalise: normaliseIdentifier });
const nobody = (): Scrubber => scrubberOf();
const ADA = scrubberOf({
  anonymous_id: 'browser-77',
  deal_id: 'D-4711',
  user_traits: {
    first_name: 'María',
    last_name: 'Núñez Soto',
    phone: '+56 9 6123 4567',
    national_id: '12.345.678-5',
    external_id: 'cust-77',
    crm_contact_id: '2026',
    email: 'm@x.example',
  },
});

test('a text without personal data stays as it is', () => {
  const texts = [
    'Red shoes - Shop',
    'img@2x.png and /@user/post and a @ b',
    'Half price: 50% off, 100 % cotton, a=b&c=d',
    'order 1773480413000, ad 120210000000000000, campaign 23851234567890123',
    '0d3c9a4e-5a0b-4c55-a0f8-7f7a1f0e2b11',
    'hotel=Ritz&email=&mobile=1&is_mobile=true&phone=iPhone&email_opened=yes',
    'caf%C3%A9 %zz %',
  ];
  for (const text of texts) assert.equal(nobody().text(text), text);
  const properties = {
    plan: 'pro',
    campaign_name: 'Spring',
    product: { name: 'Shoe', id: 7 },
    email_opened: true,
    mobile: 1,
    is_mobile: 'yes',
    hotel: 'Ritz',
    total: 4111.5,
    items: [{ sku: '4006381333931', price: 12.5 }],
    when: 1773480413000,
  };
  const scrub = nobody();
  assert.deepEqual(scrub.value(properties), properties);
  assert.equal(scrub.found, false);
});

test('e-mail addresses go, in every encoding', () => {
  const cases = [
    ['mail ada.l+x@sub.example.org now', 'mail redacted now'],
    ['/u/ada%40example.org/orders', '/u/redacted/orders'],
    ['/u/ada%2540example.org', '/u/redacted'],
    ['ada%40example.org%zz', 'redacted%25zz'],
    ['<ada@example.org>,bob@пример.рф', '<redacted>,redacted'],
    ['?next=https%3A%2F%2Fa.example%2F%3Fq%3Dada%40example.org', '?next=https%3A%2F%2Fa.example%2F%3Fq%3Dredacted'],
  ];
  for (const [text = '', clean] of cases) assert.equal(nobody().text(text), clean);
});

test('card numbers go: right range, right check digit', () => {
  const cases = [
    ['4111111111111111', 'redacted'],
    ['2 x 4111 1111 1111 1111 and 3782-822463-10005.', '2 x redacted and redacted.'],
    ['4111111111111112', '4111111111111112'],
    ['id_4111111111111111', 'id_4111111111111111'],
  ];
  for (const [text = '', clean] of cases) assert.equal(nobody().text(text), clean);
  assert.deepEqual(nobody().value({ number: 4111111111111111 }), { number: 'redacted' });
  assert.equal(
    nobody().query('gclid=4111111111111111&campaignid=4111111111111111&q=4111111111111111'),
    'gclid=4111111111111111&campaignid=4111111111111111&q=redacted',
  );
});

test('values go whose name says that they are a person’s', async (t) => {
  await t.test('in an address', () => {
    const sent = 'a=1&Email=x&user%5Bname%5D=O%27Hara&phone=%2B56961234567&first-name=Bob&customerId=c9&ref=b';
    assert.equal(
      nobody().query(sent),
      'a=1&Email=redacted&user%5Bname%5D=redacted&phone=redacted&first-name=redacted&customerId=redacted&ref=b',
    );
  });
  await t.test('in properties, at any depth', () => {
    const scrub = nobody();
    const sent = {
      user: { name: 'Bob', id: 12, plan: 'pro', verified: true },
      customers: [{ name: 'Eve' }],
      address: { street: 'Road 1', lines: ['x', 'y'] },
      contactPhone: 56961234567,
      nationalId: 'X1',
      note: 'see https://a.example/?first_name=Bob&b=2',
      'eve@example.org': 1,
    };
    assert.deepEqual(scrub.value(sent), {
      user: { name: 'redacted', id: 'redacted', plan: 'pro', verified: true },
      customers: [{ name: 'redacted' }],
      address: { street: 'redacted', lines: ['redacted', 'redacted'] },
      contactPhone: 'redacted',
      nationalId: 'redacted',
      note: 'see https://a.example/?first_name=redacted&b=2',
      redacted: 1,
    });
    assert.equal(scrub.found, true);
  });
  await t.test('and no parameter of a campaign, ad or click is such a name', () => {
    const names = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'utm_id', 'campaignid', 'hsa_cam'];
    for (const name of [...names, ...readSeed('click_ids').map((row) => row['kind'] as string)])
      assert.equal(placeOf(name), 'free', name);
  });
});

test('what the event says of its person goes wherever it stands', () => {
  const cases = [
    ['Thank you, MARÍA!', 'Thank you, redacted!'],
    ['maria-nunez+soto', 'redacted'],
    ['/hello/Mar%C3%ADa_N%C3%BA%C3%B1ez%20Soto/x', '/hello/redacted/x'],
    ['call 9 6123-4567 or 0056961234567', 'call redacted or redacted'],
    ['RUT 12345678-5, 12.345.678-5, 123456785', 'RUT redacted, redacted, redacted'],
    ['cust-77 of D-4711 on browser-77', 'redacted of redacted on redacted'],
    ['Mariachi 2026', 'Mariachi 2026'],
  ];
  for (const [text = '', clean] of cases) assert.equal(ADA.text(text), clean);
  assert.deepEqual(ADA.value({ a: 56961234567, b: 12345678 }), { a: 'redacted', b: 'redacted' });
});

test('no address and no card is left in whatever company it stands, and a long text takes no long time', () => {
  const secrets = ['a@b.co', 'a%40b.co', '4111 1111 1111 1111'];
  const parts = fc.constantFrom(...secrets, '%', '%25', '=', '&', 'email', ' ', '/', 'ü', '?', '"', '(', '12345678', 'x ');
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (list) => {
      const clean = ADA.text(list.join(' '));
      for (const secret of secrets) assert.ok(!clean.includes(secret), clean);
      assert.ok(!ADA.text(list.join('')).includes('a@b.co'));
      assert.equal(ADA.text(clean), clean);
    }),
    { numRuns: 2_000 },
  );
  // Each of these would keep a search that goes back over the text busy for minutes.
  for (const piece of ['a', 'a@', 'a.', '1 ', '1', '%4', 'a=', '4111 1111 1111 1111 ', 'maria '])
    assert.ok(ADA.text(`${piece.repeat(30_000 / piece.length)}!`).length > 0);
});
