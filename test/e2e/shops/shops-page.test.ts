// What connected shops have, in a browser: no shop, a first copy, products by name and their stock, orders of a customer, a shop that cannot be read, and a member without the
// role. In light, in dark and on a phone.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { createPerson } from '../../../src/account/people/index.ts';
import { setProfileRole, setWorkspaceRole } from '../../../src/account/places/index.ts';
import { HOUR_MS, NOW_MS } from '../../act/connections/records/record-world.ts';
import { MINUTE_MS, startShopWorld } from '../../collect/commerce/shop-world.ts';
import { linkFor } from '../../doors/console/browser.ts';
import { closeBrowsers, enterBy, openBrowser } from '../chromium.ts';
import { changeWindow, checkLook, settled } from '../look.ts';

const DAY_MS = 24 * HOUR_MS;

after(closeBrowsers);

async function look(page: Page, name: string): Promise<void> {
  for (const [width, scheme] of [
    [1440, 'light'],
    [1440, 'dark'],
    [390, 'light'],
  ] as const) {
    await changeWindow(page, width, scheme);
    await checkLook(page, `${name}-${scheme}-${width}`);
  }
}

test('products and orders of shops', async (t) => {
  const world = await startShopWorld(t);
  const { w, shopify, woo } = world;
  const { app } = w;
  const { context, complaints } = await openBrowser(t, app.baseUrl, {});
  const page = await context.newPage();
  await enterBy(page, app.baseUrl + linkFor(app.base));
  const at = (part: string): string => `${app.baseUrl}/console/${app.profileId}/connections/${part}`;
  const open = async (part: string): Promise<void> => {
    await page.goto(at(part));
    await settled(page);
  };
  const find = async (text: string): Promise<void> => {
    await page.getByRole('searchbox').fill(text);
    await page.getByRole('button', { name: 'Find' }).click();
    await settled(page);
  };
  const rows = async (): Promise<string[]> => page.locator('tbody tr th > bdi').allTextContents();

  await t.test('without a shop', async () => {
    await open('products');
    await page.getByText('No shop is connected.').waitFor();
    await look(page, 'shops-none');
  });

  shopify.catalogue.products = [
    {
      id: '70',
      title: 'Wool scarf with a name that is as long as names in shops sometimes are',
      updatedAt: NOW_MS - 3 * DAY_MS,
      variants: [
        { id: '800', sku: 'SCARF-BLUE', title: 'Blue', price: '1239.90', inventoryQuantity: 7, availableForSale: true },
        { id: '801', sku: 'SCARF-RED', title: 'Red', price: '49.90', inventoryQuantity: 0, availableForSale: true },
      ],
    },
    {
      id: '71',
      title: 'Hat',
      updatedAt: NOW_MS - 2 * DAY_MS,
      status: 'DRAFT',
      variants: [{ id: '810', sku: 'HAT', title: '', price: '9.90' }],
    },
  ];
  const person = { firstName: 'Zoe', lastName: 'Quintana', phone: '+4915177777777', countryCodeV2: 'DE' };
  shopify.catalogue.orders = [
    {
      id: '1',
      name: '#1001',
      updatedAt: NOW_MS - 9 * DAY_MS,
      total: '129.90',
      email: 'zoe@example.com',
      person,
      refunded: '29.90',
    },
    {
      id: '2',
      name: '#1002',
      updatedAt: NOW_MS - 8 * DAY_MS,
      total: '20.00',
      email: 'jon@example.com',
      items: [{ name: 'Hat', sku: 'HAT', quantity: 2, total: '20.00', productId: '71' }],
    },
  ];
  shopify.pay({ id: '1', received: '129.90', updatedAt: NOW_MS - 9 * DAY_MS, email: 'zoe@example.com' });
  woo.put(
    { id: 4, total: '40.00', billing: { email: 'zoe@example.com', first_name: 'Zoe', last_name: 'Quintana' } },
    NOW_MS - 6 * DAY_MS,
  );

  await t.test('products by a part of their name, with price and stock', async () => {
    await world.connectShopify();
    await world.connectWoo();
    await open('products');
    await page
      .getByText(/is being copied for the first time/)
      .first()
      .waitFor();
    await w.work();
    await page.goto(`${app.baseUrl}/console/${app.profileId}/connections`);
    await page.getByRole('link', { name: 'products' }).first().click();
    await settled(page);
    const all = await rows();
    assert.deepEqual(
      all.map((name) => name.slice(0, 4)),
      ['Hat', 'Wool'],
    );
    await look(page, 'shops-products');
    await find('scarf-red');
    const text = (await page.locator('tbody').textContent()) ?? '';
    assert.match(text, /€49\.90 to €1,239\.90/);
    assert.match(text, /7, some not counted/);
    await find('nothing like it');
    await page.getByText('Nothing was found.').waitFor();
  });

  await t.test('orders, and those of a customer', async () => {
    await open('orders');
    assert.deepEqual(await rows(), ['N4', '#1002', '#1001']);
    await look(page, 'shops-orders');
    await page.getByRole('button', { name: 'E-mail' }).click();
    await find('ZOE@example.com');
    assert.deepEqual(await rows(), ['N4', '#1001']);
    await page.locator('tbody').getByText('Payment counted').first().waitFor();
    const customer = page.locator('tbody').getByRole('link', { name: 'Zoe Quintana' }).first();
    assert.match((await customer.getAttribute('href')) ?? '', /\/customers\/[0-9a-f-]{36}$/);
    await find('nobody@example.com');
    await page.getByText('Nothing was found.').waitFor();
    await page
      .getByText(/so the shop was asked/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Phone' }).click();
    await find('not a number');
    await page.getByText(/cannot be read as a phone number/).waitFor();
  });

  await t.test('a shop that cannot be read says why', async () => {
    shopify.catalogue.isWithoutProducts = true;
    app.clock.advance(HOUR_MS + MINUTE_MS);
    await w.work();
    await open('products');
    await page.getByText(/could not be read since/).waitFor();
    assert.equal((await rows()).length, 2);
    await look(page, 'shops-failed');
  });

  await t.test('a viewer sees neither', async () => {
    const viewer = createPerson(app.base, { email: 'viewer@shop.example', name: 'Vi', actor: 'test' });
    setWorkspaceRole(app.base, { workspaceId: app.workspaceId, personId: viewer.personId, role: 'member', actor: 'test' });
    const profile = { workspaceId: app.workspaceId, profileId: app.profileId };
    setProfileRole(app.base, { profile, personId: viewer.personId, role: 'viewer', canSeePii: false, actor: 'test' });
    const other = await openBrowser(t, app.baseUrl, {});
    const theirs = await other.context.newPage();
    await enterBy(theirs, app.baseUrl + linkFor(app.base, viewer.email));
    for (const [part, title] of [
      ['products', 'Products of shops are hidden from you.'],
      ['orders', 'Orders of shops are hidden from you.'],
    ] as const) {
      await theirs.goto(at(part));
      await theirs.getByText(title).waitFor();
    }
  });
  assert.deepEqual(
    complaints.filter((text) => !/status of 400/.test(text)),
    [],
  );
});
