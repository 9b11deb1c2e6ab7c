// The page of sales seen twice in a real browser: reached from the head line, a pair with both reports, decided and undone by keys, the system of record.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startPipeline } from '../../../src/credit/pipeline/index.ts';
import { linkFor, OWNER } from '../../doors/console/browser.ts';
import { type Shop, startShop } from '../../report/shop.ts';
import { until } from '../../until.ts';
import { closeBrowsers, enterBy, openBrowser } from '../chromium.ts';
import { checkLooks } from '../look.ts';

let shop: Shop;
before(async () => {
  shop = await startShop({ at: '2026-03-20T10:00:00Z' });
  const pay = (key: string, system: string, at: string, amount: string, more: object = {}) =>
    shop.outcome({
      event_type: 'payment_received',
      idempotency_key: key,
      occurred_at: at,
      value: { amount, currency: 'USD' },
      sale: { system, ...more },
      user_traits: { email: 'ana@example.com', first_name: 'Ana' },
    });
  await pay('order', 'shopify', '2026-03-12T10:00:00Z', '80');
  await pay('capture', 'stripe', '2026-03-14T10:00:00Z', '80');
  await pay('a', 'shopify', '2026-03-15T10:00:00Z', '30', { order_ids: ['7'] });
  await pay('b', 'paypal', '2026-03-15T12:00:00Z', '31', { order_ids: ['7'] });
  await shop.settle();
});
after(closeBrowsers);
after(() => shop?.close());

const pairsOf = async (status: string): Promise<number> =>
  (await shop.owner.get('/payments/sale_pairs', { status })).body.data.length;

test('a pair is decided and undone by keys', async (t) => {
  const pipeline = startPipeline(shop.base);
  t.after(() => pipeline.stop());
  const { context, complaints } = await openBrowser(t, shop.baseUrl, { viewport: { width: 1440, height: 900 }, bypassCSP: true });
  const page = await context.newPage();
  await page.clock.setFixedTime('2026-03-20T10:00:00Z');
  await enterBy(page, shop.baseUrl + linkFor(shop.base, OWNER));
  await page.getByRole('link', { name: 'Sales seen twice' }).last().click();
  await page.getByRole('heading', { name: '$80.00', exact: true }).waitFor();
  const sides = (await page.locator('.twice-sides').textContent()) ?? '';
  for (const text of ['shopify', 'stripe', 'Ana', 'ana@example.com', '14 Mar 2026', 'Differs'])
    assert.ok(sides.includes(text), text);
  assert.match((await page.locator('.twice-total').textContent()) ?? '', /May be counted twice: \$111\.00 in 2 payments/);
  await checkLooks(page, 'sales-seen-twice');

  await page.keyboard.press('s');
  await page.getByText('The two are one sale now').waitFor();
  await page.getByRole('heading', { name: '$30.00 and $31.00' }).waitFor();
  await until(async () => (await pairsOf('same')) === 1, 'the pair is one sale');
  await page.reload();
  await page.getByRole('button', { name: 'Undo the decision u' }).waitFor();
  await checkLooks(page, 'sales-seen-twice-decided');
  await page.keyboard.press('u');
  await page.getByText('The two are one sale now').waitFor({ state: 'detached' });
  await until(async () => (await pairsOf('open')) === 2, 'the pair is open again');

  await page.goto(`${shop.baseUrl}/console/${shop.profileId}/sales-seen-twice`);
  await page.getByRole('link', { name: /\$30\.00 and \$31\.00/ }).click();
  await page.getByRole('button', { name: 'Two sales t' }).waitFor();
  await page.keyboard.press('t');
  await page.getByText('The two are two sales').waitFor();
  await until(async () => (await pairsOf('apart')) === 1, 'the pair is two sales');
  await page.goto(`${shop.baseUrl}/console/${shop.profileId}/sales-seen-twice?status=apart`);
  await page.getByRole('button', { name: 'Undo the decision u' }).waitFor();
  await page.keyboard.press('u');
  await page.getByText('No pair was called two sales.').waitFor();
  await until(async () => (await pairsOf('open')) === 2, 'both are open');

  for (const { payments } of (await shop.owner.get('/payments/sale_pairs')).body.data) {
    const [{ payment_id }, { payment_id: other_payment_id }] = payments;
    assert.equal((await shop.owner.put(`/payments/${payment_id}/sale_pair`, { other_payment_id, verdict: 'apart' })).status, 200);
  }
  await until(async () => (await pairsOf('open')) === 0, 'none is open');
  await page.goto(`${shop.baseUrl}/console/${shop.profileId}/sales-seen-twice`);
  await page.getByText('No sale waits for a decision.').waitFor();
  await checkLooks(page, 'sales-seen-twice-empty');

  await page.goto(`${shop.baseUrl}/console/${shop.profileId}/sales-seen-twice?status=apart`);
  await page.getByRole('button', { name: 'System of record r' }).waitFor();
  await page.keyboard.press('r');
  await page.getByLabel('System of record').selectOption('stripe');
  await page.getByRole('button', { name: 'Save and compute again' }).click();
  await page.getByText('the report of stripe, the system of record, counts').waitFor();
  assert.equal((await shop.owner.get('/profile/attribution-settings')).body.data.system_of_record, 'stripe');
  assert.deepEqual(complaints, []);
});
