// The page Reports in a real browser: a schedule is made, its mail looked at and sent, the report read as it was sent and as it is known after a late
// payment; in light, in dark and on a phone.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { deliverMails } from '../../../src/account/people/index.ts';
import { linkFor, OWNER } from '../../doors/console/browser.ts';
import { openShop } from '../../report/shop.ts';
import { closeBrowsers, enterBy, openBrowser } from '../chromium.ts';
import { checkLooks, settled } from '../look.ts';

after(closeBrowsers);

test('a report is scheduled, sent and compared', async (t) => {
  const shop = await openShop();
  t.after(() => shop.close());
  shop.clock.set('2026-03-11T12:00:00Z');
  const { context, complaints } = await openBrowser(t, shop.baseUrl, {
    viewport: { width: 1280, height: 900 },
    bypassCSP: true,
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(shop.clock.now());
  await enterBy(page, shop.baseUrl + linkFor(shop.base, OWNER));
  const open = async (tab: string): Promise<void> => {
    await page.goto(`${shop.baseUrl}/console/${shop.profileId}/reports${tab}`);
    await settled(page);
  };
  await t.test('a schedule', async () => {
    await open('');
    await page.getByText('No report was sent yet.').waitFor();
    await page.getByRole('link', { name: 'make one' }).click();
    await page.getByText('There is no schedule yet.').waitFor();
    await page.getByRole('button', { name: 'New schedule' }).click();
    const form = page.getByRole('dialog', { name: 'New schedule' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Week <b>of the shop</b>');
    await form.getByRole('combobox', { name: 'What is sent' }).selectOption({ label: 'Template: Paid media' });
    assert.equal(await form.getByRole('textbox', { name: 'Name' }).inputValue(), 'Paid media');
    assert.equal(await form.getByRole('textbox', { name: 'Only the channel' }).inputValue(), 'Paid');
    await form.getByRole('combobox', { name: 'What is sent' }).selectOption({ label: 'The page Overview' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Week <b>of the shop</b>');
    await form.getByRole('combobox', { name: 'By the clocks of' }).fill('Europe/Atlantis');
    await form.getByRole('button', { name: 'Make the schedule' }).click();
    await form.getByText('no time zone has this name').waitFor();
    await form.getByRole('combobox', { name: 'By the clocks of' }).fill('Europe/Berlin');
    await checkLooks(page, 'reports-form');
    await form.getByRole('button', { name: 'Make the schedule' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByText('Overview, every Monday at 08:00 (Europe/Berlin), to 1 reader.').waitFor();
    await checkLooks(page, 'reports-schedules');
  });
  await t.test('its mail, looked at and sent once', async () => {
    await page.getByRole('button', { name: /^Preview and send Week/ }).click();
    const preview = page.getByRole('dialog', { name: /^Preview of Week/ });
    const mail = preview.frameLocator('iframe');
    await mail.getByRole('heading', { name: 'Week <b>of the shop</b>' }).waitFor();
    await checkLooks(page, 'reports-preview');
    await preview.getByRole('button', { name: 'Text part' }).click();
    await preview.getByText('Revenue: $145.00').waitFor();
    await preview.getByRole('button', { name: /^Send it now/ }).click();
    await preview.waitFor({ state: 'detached' });
    await deliverMails(shop.base);
    assert.equal((await shop.mails()).filter(({ subject }) => subject.startsWith('Week')).length, 1);
    await page.getByRole('button', { name: /^Preview and send Week/ }).click();
    await page.getByText('The report of these days has been sent.').waitFor();
    await page.keyboard.press('Escape');
  });
  await t.test('a schedule for a chat', async () => {
    const chat = { title: 'Marketing', service: 'slack', address: 'https://192.0.43.8/hook' };
    const added = await shop.api(shop.session).post('/alerts/chats', chat, { profile_id: shop.profileId });
    assert.equal(added.status, 201, JSON.stringify(added.body));
    await open('/schedules');
    await page.getByRole('button', { name: 'New schedule' }).click();
    const form = page.getByRole('dialog', { name: 'New schedule' });
    await form.getByRole('textbox', { name: 'Name' }).fill('For the team');
    await form.getByRole('checkbox', { name: 'Me', exact: true }).uncheck();
    await form.getByLabel('Marketing').check();
    await checkLooks(page, 'reports-form-chat');
    await form.getByRole('button', { name: 'Make the schedule' }).click();
    await page.getByText(/, to 1 chat\.$/).waitFor();
    await page.getByRole('button', { name: 'Preview and send For the team' }).click();
    await page.getByRole('button', { name: 'Chat', exact: true }).click();
    await page.getByText(/people are left out, and days count through/).waitFor();
    await checkLooks(page, 'reports-preview-chat');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Delete For the team' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'For the team', exact: true }).waitFor({ state: 'detached' });
  });
  await t.test('a schedule for an address outside', async () => {
    await open('/schedules');
    await page.getByRole('button', { name: 'New schedule' }).click();
    const form = page.getByRole('dialog', { name: 'New schedule' });
    await form.getByRole('textbox', { name: 'Name' }).fill('For the board');
    await form.getByRole('checkbox', { name: 'Me', exact: true }).uncheck();
    await form.getByLabel('Another address').fill('board@north.example');
    await form.getByRole('button', { name: 'Request a confirmation of board@north.example' }).click();
    await form.getByLabel('board@north.example: has not confirmed yet').waitFor();
    assert.equal(await form.getByLabel('board@north.example: has not confirmed yet').isChecked(), true);
    await form.getByText('An address outside gets nothing before').scrollIntoViewIfNeeded();
    await checkLooks(page, 'reports-form-outside');
    await form.getByRole('button', { name: 'Make the schedule' }).click();
    await page.getByText(/, to 1 reader outside\.$/).waitFor();
    const [question] = (await shop.mails()).filter(({ to }) => to === 'board@north.example');
    const reader = await context.newPage();
    await reader.goto(shop.baseUrl + question?.path);
    await checkLooks(reader, 'reports-confirmation');
    await reader.getByRole('button', { name: 'Send me the reports' }).click();
    await reader.getByText('You get reports of this profile by mail.').waitFor();
    await reader.close();
    await page.getByRole('button', { name: 'Preview and send For the board' }).click();
    await page.getByRole('button', { name: 'Mail outside' }).click();
    await page
      .frameLocator('iframe')
      .getByText(/^Figures of fewer than 5 people are withheld/)
      .waitFor();
    await checkLooks(page, 'reports-preview-outside');
    await page.keyboard.press('Escape');
    await open('/schedules');
    await page.getByRole('button', { name: 'Edit For the board' }).click();
    await page.getByLabel('board@north.example: confirmed').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Delete For the board' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'For the board', exact: true }).waitFor({ state: 'detached' });
  });
  await t.test('the report, as sent and as known now', async () => {
    await shop.outcome({
      event_type: 'payment_received',
      idempotency_key: randomUUID(),
      occurred_at: '2026-03-06T13:00:00Z',
      value: { amount: '1000', currency: 'USD' },
      user_traits: { external_id: 'cust-1' },
    });
    await shop.settle();
    await open('');
    await page.getByText(/^1 (sent|in the folder of mails)$/).waitFor();
    await checkLooks(page, 'reports-sent');
    await page.getByRole('link', { name: 'Week <b>of the shop</b>' }).click();
    await page.getByText(/^What differs now: Revenue, /).waitFor();
    await page.locator('.tile-figure', { hasText: '$145.00' }).first().waitFor();
    await checkLooks(page, 'reports-as-sent');
    await page.getByRole('button', { name: 'As known now' }).click();
    await page.getByRole('row', { name: /^Revenue .145\.00 .1,145\.00 Yes/ }).waitFor();
    await page.getByRole('row', { name: /^Late events \+\$1,000\.00 \+1 / }).waitFor();
    await checkLooks(page, 'reports-now');
    await page.getByRole('link', { name: 'Open What we knew when' }).click();
    await page.waitForURL(/\/known\?.*since=/);
  });
  await t.test('the schedule is paused and deleted', async () => {
    await open('/schedules');
    await page.getByRole('button', { name: /^Pause Week/ }).click();
    await page.getByRole('button', { name: /^Activate Week/ }).waitFor();
    await page.getByRole('button', { name: /^Delete Week/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('There is no schedule yet.').waitFor();
  });
  await t.test('the navigation says how many are new, until the page is opened', async () => {
    shop.clock.advance(60_000);
    const body = {
      profile_ids: [shop.profileId],
      page: 'overview',
      question: { date_from: '2026-03-01', date_to: '2026-03-02' },
    };
    const made = await shop.api(shop.session).post(`/workspaces/${shop.workspaceId}/reports/bulk-generate`, body);
    assert.equal(made.body.data[0].status, 'created', JSON.stringify(made.body));
    await page.goto(`${shop.baseUrl}/console/${shop.profileId}/live`);
    await page.getByRole('link', { name: 'Reports 1 waiting' }).click();
    await page.getByRole('link', { name: 'Reports', exact: true }).waitFor();
    assert.equal(await page.getByRole('link', { name: /^Reports \d/ }).count(), 0);
  });
  assert.deepEqual(
    // The checks of access try to run in the frame, too.
    complaints.filter((each) => !/status of 4|frame is sandboxed/.test(each)),
    [],
  );
});
