// The head line of the console in a real browser: how much of the known money is counted, the reasons one press away, a cure, a decision and its
// undoing; hidden where all money is counted. It looks right in light, dark and on a phone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { linkFor, OWNER } from '../../doors/console/browser.ts';
import { openShop, type Shop } from '../../report/shop.ts';
import { closeBrowsers, enterBy, openBrowser } from '../chromium.ts';
import { checkLooks, settled } from '../look.ts';

let shop: Shop;
before(async () => {
  shop = await openShop();
  const pay = (key: string, amount: string, currency: string, more: object = {}) =>
    shop.outcome({
      event_type: 'payment_received',
      idempotency_key: key,
      value: { amount, currency },
      occurred_at: '2026-03-06T12:00:00Z',
      anonymous_id: key,
      ...more,
    });
  shop.clock.set('2026-03-08T12:00:00Z');
  for (let i = 0; i < 8; i += 1) await pay(`pound-${i}`, '38.75', 'GBP');
  await pay('order-a', '464.38', 'USD', { event_type: 'order_completed' });
  await pay('deposit-a', '200', 'USD', { event_type: 'deposit_paid' });
  await pay('back-a', '12', 'USD', { event_type: 'refund', refund_of: 'never-sent' });
  await shop.settle();
});
after(closeBrowsers);
after(() => shop?.close());

test('the head line says what is missing, and each reason ends there', async (t) => {
  const { context, complaints } = await openBrowser(t, shop.baseUrl, { viewport: { width: 1280, height: 900 }, bypassCSP: true });
  const page = await context.newPage();
  await page.clock.setFixedTime(shop.clock.now());
  await enterBy(page, shop.baseUrl + linkFor(shop.base, OWNER));
  await settled(page);
  const line = page.locator('.completeness-text');
  assert.match(
    (await line.textContent()) ?? '',
    /^Counted \$145\.00; known is \$797\.38, as \$664\.38 is not counted and refunds of \$12\.00 are not taken off; beside it 8 payments of £310\.00 without a rate\.$/,
  );
  await checkLooks(page, 'completeness-line');
  const open = page.getByRole('button', { name: 'What is missing' });
  const dialog = page.getByRole('dialog', { name: 'What is missing' });
  const reason = (text: string) => dialog.getByRole('listitem').filter({ hasText: text });

  await t.test('a cure of one press', async () => {
    await open.click();
    await checkLooks(page, 'completeness-reasons');
    const counted = page.waitForResponse((sent) => sent.url().includes('/goals/definitions'));
    await reason('order_completed').getByRole('button', { name: 'Count it' }).click();
    assert.equal((await counted).status(), 200);
    await shop.settle();
    await page.reload();
    await settled(page);
    assert.match(
      (await line.textContent()) ?? '',
      /^Counted \$609\.38; known is \$797\.38, as \$200\.00 is not counted and refunds of \$12\.00 are not taken off; beside it/,
    );
  });
  await t.test('a decision, and its undoing', async () => {
    await open.click();
    const deposit = reason('deposit_paid');
    await deposit.getByRole('button', { name: 'Not a conversion' }).click();
    await deposit.getByText('closed').waitFor();
    await deposit.getByRole('button', { name: 'Undo: not a conversion' }).click();
    await deposit.getByRole('button', { name: 'Not ours' }).waitFor();
    await deposit.getByRole('button', { name: 'Not ours' }).click();
    await deposit.getByRole('button', { name: 'Undo: not ours' }).waitFor();
  });
  await t.test('nothing is said where everything is closed', async () => {
    const rest = [
      { reason: 'without_rate', subject: 'GBP' },
      { reason: 'refund_without_sale', subject: 'refund' },
    ];
    for (const each of rest)
      assert.equal((await shop.owner.post('/completeness/closings', { ...each, decision: 'not_ours' })).status, 201);
    await page.reload();
    await settled(page);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    assert.equal(await line.count(), 0);
  });
  assert.deepEqual(complaints, []);
});
