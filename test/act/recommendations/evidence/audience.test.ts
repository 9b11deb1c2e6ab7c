// Whom ads are shown to, by their names as advertisers write them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audienceOf, shopNames } from '../../../../src/act/recommendations/evidence/audience.ts';

const SHOP = shopNames(['www.juniper.example', 'oak.example']);

test('the audience of an ad by its names', () => {
  assert.deepEqual(SHOP, ['juniper'], 'three letters are in too many words');
  for (const [platform, name, audience] of [
    ['google', 'Brand - Exact', 'brand'],
    ['google', 'DE_Search_Brand', 'brand'],
    ['google', 'Juniper official shop', 'brand'],
    ['microsoft', 'Marke | Suche', 'brand'],
    ['google', 'Non-Brand Desks', null],
    ['google', 'Generic (no brand)', null],
    ['google', 'Desks Berlin', null],
    ['sandbox', 'Brand', 'brand'],
    ['meta', 'Brand awareness', null],
    ['meta', 'Juniper reels', null],
    ['meta', 'RMKT 30d', 'retargeting'],
    ['meta', 'Re-Targeting Warenkorb', 'retargeting'],
    ['tiktok', 'Past purchasers 180', 'retargeting'],
    ['meta', 'Prospecting broad', null],
  ] as const)
    assert.equal(audienceOf({ platform, names: [null, name, null] }, SHOP), audience, `${platform} ${name}`);
});
