// The page Alerts in a real browser: a chat and a rule are made, the rule is tried on the last 90 days, sales fall, and the alert is read, acknowledged and snoozed;
// in light, in dark and on a phone.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openAlertWorld, plusDays, sell, TODAY } from '../../act/alerts/alert-world.ts';
import { linkFor, OWNER } from '../../doors/console/browser.ts';
import { closeBrowsers, enterBy, openBrowser } from '../chromium.ts';
import { checkLooks, settled } from '../look.ts';

after(closeBrowsers);

test('a rule is made, and its alert acknowledged', async (t) => {
  const world = await openAlertWorld(t);
  const { context, complaints } = await openBrowser(t, world.baseUrl, {
    viewport: { width: 1280, height: 900 },
    bypassCSP: true,
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(world.clock.now());
  await enterBy(page, world.baseUrl + linkFor(world.base, OWNER));
  const open = async (tab: string): Promise<void> => {
    await page.goto(`${world.baseUrl}/console/${world.profileId}/alerts${tab}`);
    await settled(page);
  };
  await t.test('a chat', async () => {
    await open('/chats');
    await page.getByText('There is no chat yet.').waitFor();
    await page.getByRole('button', { name: 'New chat' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Marketing <b>team</b>');
    await page.getByRole('textbox', { name: 'Address' }).fill('https://10.0.0.1/hook');
    await page.getByRole('button', { name: 'Add the chat' }).click();
    await page.getByText('is not public').waitFor();
    await page.getByRole('textbox', { name: 'Address' }).fill(world.chatUrl('/slack/page'));
    await page.getByRole('button', { name: 'Add the chat' }).click();
    await page.getByText('Slack at chats.example').waitFor();
    await checkLooks(page, 'alerts-chats');
  });
  await t.test('a rule, tried before it is saved', async () => {
    await open('');
    await page.getByText('Nothing is open.').waitFor();
    await page.getByRole('link', { name: 'make one' }).click();
    await page.getByRole('button', { name: 'New rule' }).click();
    const form = page.getByRole('dialog', { name: 'New rule' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Sales fall');
    await form.getByLabel('Marketing <b>team</b>').check();
    await form.getByRole('button', { name: 'Try it on the last 90 days' }).click();
    await form.getByText('This rule would not have fired in the last 90 days.').waitFor();
    await form.getByText('Chance alone raises it at most 0.25 times a month.').waitFor();
    await form.getByLabel(/^When/).selectOption('threshold');
    await form.getByLabel(/^Figure/).selectOption('outcomes');
    await form.getByLabel(/^Over/).selectOption('1');
    await form.getByRole('textbox', { name: 'The limit' }).fill('13');
    await form.getByRole('button', { name: 'Try it on the last 90 days' }).click();
    await form.getByText(/^This rule would have fired \d+ times in the last 90 days: /).waitFor();
    await checkLooks(page, 'alerts-rule');
    await form.getByLabel(/^When/).selectOption('change');
    await form.getByLabel('Send nothing in certain hours').check();
    await form.getByRole('button', { name: 'Leave days out' }).click();
    await form.getByRole('button', { name: 'Make the rule' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByText('Outcomes of a day below what chance explains for its weekday.').waitFor();
    await checkLooks(page, 'alerts-rules');
  });
  await t.test('its alert', async () => {
    const bad = plusDays(TODAY, 1);
    world.clock.set(`${plusDays(bad, 1)}T09:00:00Z`);
    await page.clock.setFixedTime(world.clock.now());
    await sell(world, { [bad]: 1 });
    await world.watch();
    assert.equal(world.chats.shown('page').length, 1);
    await open('');
    await page.getByRole('heading', { name: /^Outcomes were 1 on / }).waitFor();
    for (const name of ['Likely causes', 'What was sent']) {
      const summary = page.getByText(name, { exact: true });
      if ((await summary.count()) > 0) await summary.first().click();
    }
    await page.getByText('Alert by chat: sent').waitFor();
    await checkLooks(page, 'alerts-open');
    await page.getByRole('button', { name: /^Acknowledge/ }).click();
    await page.getByText(/ took note on /).waitFor();
    await page.getByRole('button', { name: /^Snooze a day/ }).click();
    await page.getByText(/^Snoozed until /).waitFor();
    await page.getByRole('button', { name: /^End the snooze/ }).click();
    await page.getByText(/^Snoozed until /).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Show the figures' }).click();
    await page.waitForURL(new RegExp(`period=${bad}\\.\\.${bad}`));
  });
  await t.test('the rule is paused and deleted', async () => {
    await open('/rules');
    await page.getByRole('button', { name: 'Pause Sales fall' }).click();
    await page.getByRole('button', { name: 'Activate Sales fall' }).waitFor();
    await page.getByRole('button', { name: 'Delete Sales fall' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('There is no rule yet.').waitFor();
  });
  assert.deepEqual(
    complaints.filter((each) => !each.includes('status of 4')),
    [],
  );
});
