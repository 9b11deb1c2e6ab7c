// Fifty planted personal texts, in every field that an event has: none is in a payload of the safe modes, in clear or hashed, outside of
// the fields that a destination's list allows. Random events print their seed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  ACTION_SOURCES,
  CLICK_ID_NAMES,
  type NeutralEvent,
  type Person,
} from '../../../src/providers/conversions/destination.ts';
import { EVENT_NAMES } from '../../../src/providers/conversions/event-names.ts';
import { sha256 } from '../../../src/providers/conversions/hashing/digest.ts';
import { RECEIVERS } from '../../fakes/conversions/platforms.ts';
import { destinationsAt, NOW, SETTINGS } from './events.ts';

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));

const NAMES = ['Ana', 'Pérez', 'Maria José', "O'Neill", 'Zoë', 'Nguyễn', 'Schäfer', 'Li Ming', 'Abdullah', 'Dr. Rossi'];
const HEALTH = [
  'botox',
  'diabetes',
  'hiv-test',
  'ivf clinic',
  'depression',
  'knee surgery',
  'oncology',
  'rehab',
  'abortion',
  'psoriasis',
];
const PLANTED = [
  ...NAMES,
  ...HEALTH,
  ...NAMES.map((_, at) => `patient.${at}@clinic.example`),
  ...NAMES.map((_, at) => `+5691234567${at}`),
  ...HEALTH.map((word, at) => `https://clinic.example/${encodeURIComponent(word)}?patient=${at}`),
];

const planted = fc.constantFrom(...PLANTED);
const maybe = fc.option(planted, { nil: undefined });
const texts = fc.array(planted, { maxLength: 3 });
const person: fc.Arbitrary<Person> = fc.record({
  emails: texts,
  phones: texts,
  firstName: maybe,
  lastName: maybe,
  city: maybe,
  region: maybe,
  postalCode: maybe,
  country: maybe,
  gender: maybe,
  birthDate: maybe,
  externalId: maybe,
  ip: maybe,
  userAgent: fc.constant('Mozilla/5.0'),
  clickIds: fc.dictionary(
    fc.constantFrom(...CLICK_ID_NAMES),
    fc.oneof(
      planted.filter((text) => /[@\s]/.test(text)),
      fc.constant('click-1'),
    ),
  ),
});
const event: fc.Arbitrary<NeutralEvent> = fc.record({
  eventId: fc.oneof(
    planted.filter((text) => !/^[\w.:-]+$/.test(text)),
    fc.uuid(),
  ),
  occurredAt: fc.constant(NOW),
  eventName: fc.oneof(planted, fc.constantFrom(...EVENT_NAMES)),
  actionSource: fc.constantFrom(...ACTION_SOURCES),
  value: fc.constantFrom(undefined, { amount: '10.5', currency: 'EUR' }, { amount: 'ten for Ana', currency: 'Pérez' }),
  pageUrl: maybe,
  orderId: maybe,
  kind: fc.constant('conversion'),
  person,
});

/** Which person fields each mode may hash, at most: everything else is absent in every form. */
const HASHED = {
  platform_safe: ({ emails, phones, externalId, country }: Person) => [...emails, ...phones, externalId, country],
  hipaa: () => [],
};

const kinds = destinationsAt(
  Object.fromEntries(
    Object.keys(RECEIVERS).map((id) => [
      id,
      ['pinterest', 'snap', 'reddit', 'openai_ads'].includes(id) ? {} : { clientId: 'a', clientSecret: 'b', ...developerOf(id) },
    ]),
  ),
);
function developerOf(id: string): Record<string, string> {
  return ['google_ads', 'microsoft_ads'].includes(id) ? { developerToken: 'c' } : {};
}

const KEYS = {
  platform_safe: new Set<string>([...CLICK_ID_NAMES, 'email', 'phone', 'external_id', 'country', 'user_agent']),
  hipaa: new Set<string>([...CLICK_ID_NAMES, 'user_agent']),
};
const LOWER = PLANTED.map((text) => ({ text, lower: text.toLowerCase() }));
const HASHES = new Map(PLANTED.flatMap((text) => [text, text.toLowerCase()].map((each) => [sha256(each), text] as const)));

/** Every text in a payload. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [String(value)];

for (const mode of ['platform_safe', 'hipaa'] as const)
  test(`${mode}: nothing planted is in a payload`, (t) => {
    t.diagnostic(`SEED=${seed}`);
    assert.equal(PLANTED.length, 50);
    assert.equal(kinds.size, 9);
    let built = 0;
    fc.assert(
      fc.property(event, (each) => {
        for (const kind of kinds.values()) {
          const result = kind.build(each, { ...SETTINGS, messagingAccountId: '5', messagingDatasetId: '8' }, mode);
          if ('skip' in result) continue;
          built += 1;
          const allowed = new Set(HASHED[mode](each.person).flatMap((text) => text ?? []));
          const found = textsIn(result.payload.body).map((text) => text.toLowerCase());
          for (const part of found) {
            for (const { text, lower } of LOWER) assert.ok(!part.includes(lower), `${kind.id}: ${text}`);
            const text = HASHES.get(part);
            assert.ok(text === undefined || allowed.has(text) || text === each.eventId, `${kind.id}: a hash of ${text}`);
          }
          assert.ok(!/https?:/.test(JSON.stringify(result.payload.body)), `${kind.id}: an address`);
          for (const key of result.matchKeys) assert.ok(KEYS[mode].has(key), `${kind.id}: ${key}`);
          const hashes = found.filter((text) => /^[0-9a-f]{64}$/.test(text) && text !== sha256(each.eventId));
          assert.ok(mode === 'platform_safe' || hashes.length === 0 || kind.id === 'reddit', `${kind.id}: a hash`);
        }
      }),
      { seed, numRuns: 300 },
    );
    t.diagnostic(`${built} payloads`);
    assert.ok(built > 100, `${built} payloads are too few`);
  });
