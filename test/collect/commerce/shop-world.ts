// Two connected shops, one at Shopify and one with WooCommerce, whose orders and products a test changes.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { findPatience } from '../../../src/act/connections/index.ts';
import { NOW_MS, type RecordWorld, startRecordWorld } from '../../act/connections/records/record-world.ts';
import { type FakeShopify, startFakeShopify } from '../../fakes/shops/shopify.ts';
import { type FakeWooCommerce, startFakeWooCommerce } from '../../fakes/shops/woocommerce.ts';
import type { Api, TestOptions } from '../../harness.ts';

export const MINUTE_MS = 60_000;

export interface ShopWorld {
  w: RecordWorld;
  shopify: FakeShopify;
  woo: FakeWooCommerce;
  /** A key with these scopes. */
  keyOf(...scopes: string[]): Api;
  connectShopify(): Promise<void>;
  connectWoo(): Promise<void>;
}

export async function startShopWorld(
  t: TestContext,
  options: Pick<TestOptions, 'dataDir' | 'installation'> = {},
): Promise<ShopWorld> {
  const shopify = await startFakeShopify(t, { now: NOW_MS });
  const woo = await startFakeWooCommerce(t);
  const w = await startRecordWorld(t, { shopify: shopify.settings, woocommerce: woo.settings }, options);
  // No answer depends on the speed of this machine.
  findPatience(w.app.base).ms = 60_000;
  return {
    w,
    shopify,
    woo,
    keyOf: (...scopes) => {
      const { secret } = createApiKey(w.app.base, {
        profileId: w.app.profileId,
        name: 'k',
        scopes,
        actor: 'test',
      });
      return w.app.api(secret);
    },
    connectShopify: async () => {
      const { url } = await w.connect('shopify', {}, { shop: shopify.shop });
      const done = await w.visitor.open(url);
      assert.match(done.html, /connected/);
    },
    connectWoo: async () => {
      const { url } = await w.link('woocommerce');
      assert.equal((await w.visitor.submit(url, woo.fields)).status, 303);
    },
  };
}
