// The table of click ids holds for all who read it: each destination sends the ids that the table says, under the names that it says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSeed } from '../../../src/base/kit/seeds.ts';
import { clickIdKinds, sentClickIds } from '../../../src/providers/click-ids.ts';
import { CLICK_ID_NAMES } from '../../../src/providers/conversions/destination.ts';
import { digest } from '../../../src/providers/conversions/hashing/digest.ts';
import { countryCode } from '../../../src/providers/conversions/hashing/regions.ts';
import { REDDIT } from '../../../src/providers/conversions/hashing/rules.ts';
import { createHttpsDestination } from '../../../src/providers/conversions/https.ts';
import { RECEIVERS, type ReceiverId, receiverSettings } from '../../fakes/conversions/platforms.ts';
import { destinationsAt, fullEvent, openDestination, SETTINGS } from './events.ts';

/** Cookies of browsers, which are signals and no click ids. */
const COOKIES = ['fbp', 'ttp', 'sc_cookie1'];
const nobody = { emails: ['a@example.com'], phones: [] };

const takenOf = (id: string): string[] =>
  [
    ...new Set([...sentClickIds().values()].filter(({ destinations }) => destinations.includes(id)).map(({ sentAs }) => sentAs)),
  ].sort();

test('each destination sends the click ids of the table, and no other', async (t) => {
  const kinds = await Promise.all(
    (Object.keys(RECEIVERS) as ReceiverId[]).map(async (id) => ({ id, kind: (await openDestination(t, id)).kind })),
  );
  const https = createHttpsDestination(() => () => Promise.reject(new Error('nothing is sent')));
  for (const { id, kind } of [...kinds, { id: 'https', kind: https }]) {
    const sent = CLICK_ID_NAMES.filter((name) => {
      if (COOKIES.includes(name)) return false;
      const person = { ...nobody, clickIds: { [name]: 'click-of-this-1' } };
      const results = (['website', 'business_messaging'] as const).map((actionSource) =>
        kind.build(
          fullEvent({ actionSource, person }),
          { ...SETTINGS, messagingAccountId: '5', messagingDatasetId: '8' },
          'standard',
        ),
      );
      return JSON.stringify(results).includes('click-of-this-1');
    });
    assert.deepEqual([...sent].sort(), takenOf(id), id);
  }
});

test('the names of the table are those of destinations, and its lives are days', () => {
  const names = new Set([...sentClickIds().values()].map(({ sentAs }) => sentAs));
  assert.deepEqual([...names, ...COOKIES].sort(), [...CLICK_ID_NAMES].sort());
  for (const { kind, life_days, sent_as, destinations } of readSeed('click_ids')) {
    assert.match(life_days, /^(\d{1,3})?$/, kind);
    assert.equal(sent_as === '', destinations === '', kind);
  }
  assert.equal(new Set(clickIdKinds()).size, clickIdKinds().length);
});

test('a number with an extension is hashed without it, in each language of the rule', () => {
  const bare = digest(REDDIT.phone_number, '+56 9 8765 4321');
  for (const end of ['x12', 'ext. 12', 'ext 12', 'anexo 12', '#12', 'poste 12', 'int. 12', ', int 12', 'EXTENSION 12'])
    assert.equal(digest(REDDIT.phone_number, `+56 9 8765 4321 ${end}`), bare, end);
});

test('an unknown name of a country is left out, and never cut to two letters', () => {
  const known = {
    Chile: 'cl',
    'Republic of Chile': 'cl',
    'The Netherlands': 'nl',
    'United States of America': 'us',
    uk: 'gb',
    'Côte d’Ivoire': 'ci',
  };
  for (const [name, code] of Object.entries(known)) assert.equal(countryCode(name), code, name);
  for (const name of ['Freedonia', 'Deutschland-Nord', 'Atlantis', 'Dominican Rep', 'n/a', 'not set', ''])
    assert.equal(countryCode(name), undefined, name);
  for (const id of ['meta', 'pinterest', 'snap'] as const) {
    const event = fullEvent();
    const built = destinationsAt(receiverSettings(id, 'http://127.0.0.1:9'))
      .get(id)
      ?.build({ ...event, person: { ...event.person, country: 'Freedonia' } }, SETTINGS, 'standard');
    assert.ok(built && 'payload' in built);
    assert.equal(Object(built.payload.body).user_data.country, undefined, id);
  }
});

test('Reddit gets the conversion id as the pixel sends it, or hashed where a setting says so', () => {
  const idOf = (reddit: Record<string, unknown>): string => {
    const built = destinationsAt({ reddit }).get('reddit')?.build(fullEvent(), SETTINGS, 'standard');
    assert.ok(built && 'payload' in built);
    return Object(built.payload.body).metadata.conversion_id;
  };
  assert.equal(idOf({}), 'conversion-1');
  assert.equal(idOf({ conversionId: 'sha256' }), digest(REDDIT.id, 'conversion-1'));
});
