// What figures mean, in a real browser: a goal is saved after its dry run, rules of channels after their what-if, windows; the computation
// that follows shows its progress; a viewer changes nothing.
import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import { createPerson } from '../../src/account/people/index.ts';
import { setProfileRole, setWorkspaceRole } from '../../src/account/places/index.ts';
import { runDue } from '../../src/base/work/runner.ts';
import { ratesJob } from '../../src/credit/progress/exchange-rates.ts';
import { linkFor, OWNER } from '../doors/console/browser.ts';
import { startCentralBank } from '../fakes/central-bank.ts';
import { openShop, type Shop } from '../report/shop.ts';
import { closeBrowsers, enterBy, openBrowser } from './chromium.ts';
import { checkLooks, settled } from './look.ts';

let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(closeBrowsers);
after(() => shop?.close());

async function open(t: TestContext, tab = '', email = OWNER) {
  const watched = await openBrowser(t, shop.baseUrl, { viewport: { width: 1280, height: 900 }, bypassCSP: true });
  const page = await watched.context.newPage();
  await page.clock.setFixedTime(shop.clock.now());
  await enterBy(page, shop.baseUrl + linkFor(shop.base, email));
  await page.goto(`${shop.baseUrl}/console/${shop.profileId}/meaning${tab === '' ? '' : `/${tab}`}`);
  await settled(page);
  return { ...watched, page };
}

const definitions = async () => (await shop.owner.get('/goals/definitions')).body.data;

test('an outcome that no goal counts becomes a goal, after its dry run', async (t) => {
  await shop.outcome({ event_type: 'demo_booked', idempotency_key: 'd-1', user_traits: { email: 'ana@example.com' } });
  await shop.settle();
  const { page, complaints } = await open(t);
  await checkLooks(page, 'meaning-goals');
  await page.getByRole('button', { name: 'Count demo_booked' }).click();
  await page.getByLabel('Worth').selectOption('fixed');
  await page.getByRole('textbox', { name: 'Amount' }).fill('not a number');
  await page.getByRole('button', { name: 'What would change?' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByRole('textbox', { name: 'Amount' }).fill('25');
  await page.getByRole('button', { name: 'What would change?' }).click();
  const effect = page.getByRole('status', { name: 'What would change' });
  await effect.waitFor();
  assert.match((await effect.textContent()) ?? '', /appointment_booked01.*\$25\.00/);
  assert.ok(!(await definitions()).some(({ event_types }: { event_types: string[] }) => event_types.includes('demo_booked')));
  await checkLooks(page, 'meaning-goal');
  await page.getByRole('button', { name: 'Save and compute again' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const row = page.getByRole('table', { name: 'Definitions' }).getByRole('row').filter({ hasText: 'demo_booked' });
  await row.getByText('$25.00').waitFor();
  // Any change of the form needs another dry run.
  await row.getByRole('button', { name: /^Edit/ }).click();
  await page.getByRole('button', { name: 'What would change?' }).click();
  await page.getByRole('button', { name: 'Save and compute again' }).waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('Demos <i>booked</i>');
  await page.getByRole('button', { name: 'What would change?' }).click();
  await page.getByRole('button', { name: 'Save and compute again' }).click();
  await page.getByText('Demos <i>booked</i>').waitFor();
  await shop.settle();
  assert.deepEqual(
    complaints.filter((each) => !each.includes('status of 4')),
    [],
  );
});

test('a goal is removed after its dry run', async (t) => {
  const { page, complaints } = await open(t);
  await page.getByRole('button', { name: 'Remove goals' }).click();
  await page.getByLabel('Kind of money').selectOption('pipeline');
  await page.getByLabel('Remove Deals won').check();
  await page.getByRole('button', { name: 'What would change?' }).click();
  await page.getByRole('status', { name: 'What would change' }).waitFor();
  const keys = async () => (await definitions()).map(({ conversion_key }: { conversion_key: string }) => conversion_key);
  assert.ok((await keys()).includes('closed_won'), 'a dry run changes nothing');
  await page.getByRole('button', { name: 'Remove and compute again' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const left = await keys();
  assert.deepEqual([left.includes('closed_won'), left.includes('lead_created')], [false, true]);
  assert.deepEqual(complaints, []);
});

test('a rule of a channel is tried before it is saved', async (t) => {
  const { page, complaints } = await open(t, 'channels');
  await page.getByRole('button', { name: 'Add a rule' }).click();
  await page.getByRole('combobox', { name: 'Channel' }).fill('Letters');
  await page.getByLabel('Source: text').fill('newsletter');
  await page.getByRole('button', { name: 'What would move?' }).click();
  await page.getByRole('table', { name: 'Moves' }).getByText('Letters').waitFor();
  await page.getByText('1 visit matches').waitFor();
  assert.deepEqual((await shop.owner.get('/classification/rules')).body.data.rules, []);
  await page.getByRole('button', { name: 'Try it on all history' }).click();
  const credit = page.getByRole('table', { name: 'Credit before and after' });
  assert.match(
    (await credit.getByRole('row').filter({ hasText: 'Letters' }).textContent()) ?? '',
    /^Letters\+2\$0\.00\$125\.00\$125\.00$/,
  );
  await checkLooks(page, 'meaning-channels');
  await page.getByRole('button', { name: 'Save and compute again' }).click();
  await page.getByRole('button', { name: 'What would move?' }).waitFor();
  const { rules, channels } = (await shop.owner.get('/classification/rules')).body.data;
  assert.deepEqual(rules, [{ rule_id: 'rule-1', channel: 'Letters', source: { is: ['newsletter'] } }]);
  assert.deepEqual(channels, [{ name: 'Letters', is_paid: false }]);
  await page.getByText('All figures').first().waitFor();
  await shop.settle();
  await page.reload();
  await page.getByLabel('Source: text').waitFor();
  assert.equal(await page.getByLabel('Source: text').inputValue(), 'newsletter');
  await page.getByRole('button', { name: 'Remove rule-1' }).click();
  await page.getByRole('button', { name: 'What would move?' }).click();
  await page.getByRole('button', { name: 'Save and compute again' }).click();
  await page.getByText('No rule of your own').waitFor();
  assert.deepEqual(complaints, []);
});

test('a source gets another name, after its preview, and loses it again', async (t) => {
  const { page, complaints } = await open(t, 'channels');
  await page.getByLabel('Name in links').fill('newsletter');
  await page.getByLabel('Means').fill('Weekly <b>Letter</b>');
  await page.getByRole('button', { name: 'What would move?' }).click();
  assert.equal(
    await page.getByRole('table', { name: 'Names that change' }).count(),
    0,
    'what is typed and not added is not lost',
  );
  await page.getByLabel('Means').press('Enter');
  await page.getByRole('table', { name: 'Names', exact: true }).getByText('newsletter').waitFor();
  await page.getByRole('button', { name: 'What would move?' }).click();
  const row = page.getByRole('table', { name: 'Names that change' }).getByRole('row').filter({ hasText: 'newsletter' });
  assert.match((await row.textContent()) ?? '', /newsletterWeekly <b>Letter<\/b>Source1\$125/);
  await checkLooks(page, 'meaning-names');
  await page.getByRole('button', { name: 'Save and compute again' }).click();
  await page.getByRole('button', { name: 'What would move?' }).waitFor();
  const names = async () => (await shop.owner.get('/classification/rules')).body.data.other_names;
  assert.deepEqual(await names(), [{ of: 'source', name: 'newsletter', means: 'Weekly <b>Letter</b>' }]);
  await shop.settle();
  await page.getByRole('button', { name: 'Remove newsletter' }).click();
  await page.getByRole('button', { name: 'What would move?' }).click();
  await page.getByRole('table', { name: 'Names that change' }).waitFor();
  await page.getByRole('button', { name: 'Save and compute again' }).click();
  await page.getByText('None: a source').waitFor();
  assert.deepEqual(await names(), []);
  await shop.settle();
  assert.deepEqual(complaints, []);
});

test('windows, the model, and computing again', async (t) => {
  const { page, complaints } = await open(t, 'windows');
  await page.getByLabel('Before leads and deals').fill('14');
  await page.getByRole('combobox', { name: 'Model' }).selectOption('linear');
  await page.getByRole('button', { name: 'Try it on all history' }).click();
  await page.getByText('Last non-direct, then Linear').waitFor();
  await checkLooks(page, 'meaning-windows');
  await page.getByRole('button', { name: 'Save and compute again' }).click();
  await page.getByText('Saved. Figures follow').waitFor();
  const { click_window_days, model } = (await shop.owner.get('/profile/attribution-settings')).body.data;
  assert.deepEqual([click_window_days, model], [14, 'linear']);
  await page.getByText('are about to be computed again').waitFor();
  await shop.settle();
  await page.getByRole('link', { name: 'Recompute' }).click();
  await page.getByText('Done.').waitFor();
  await page.getByRole('button', { name: 'Compute all figures again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Compute all figures again' }).click();
  await page.getByText('are about to be computed again').waitFor();
  await shop.settle();
  await page.reload();
  await page.getByText('Done.').waitFor();
  await checkLooks(page, 'meaning-recompute');
  assert.deepEqual(complaints, []);
});

test('exchange rates: days without one, the switch of the reference rates, and their download', async (t) => {
  await shop.outcome({
    event_type: 'payment_received',
    idempotency_key: 'francs',
    occurred_at: '2026-03-06T12:00:00Z',
    value: { amount: '120', currency: 'CHF' },
  });
  await shop.settle();
  const bank = await startCentralBank(shop.base, { '2026-03-05': { CHF: '0.96', USD: '1.2' } });
  t.after(() => bank.close());
  const { page, complaints } = await open(t, 'rates');
  await page.getByRole('row', { name: /CHF/ }).waitFor();
  await checkLooks(page, 'meaning-rates');
  await page.getByRole('button', { name: 'Use reference rates' }).click();
  await page.getByText('Being downloaded').waitFor();
  assert.equal(await runDue(shop.base, [ratesJob]), 1);
  await shop.settle();
  await page.reload();
  await page.getByText('Every day with money has a rate').waitFor();
  await page.getByText('2 currencies, 5 Mar 2026 to 5 Mar 2026').waitFor();
  await page.getByRole('button', { name: 'Apply known rates' }).click();
  await page.getByText('0 rates added').waitFor();
  await checkLooks(page, 'meaning-rates-used');
  assert.deepEqual(complaints, []);
});

test('a viewer reads it and changes nothing', async (t) => {
  const { personId } = createPerson(shop.base, { email: 'vera@shop.example', actor: 'system' });
  const profile = { profileId: shop.profileId, workspaceId: shop.workspaceId };
  setWorkspaceRole(shop.base, { workspaceId: shop.workspaceId, personId, role: 'member', actor: 'system' });
  setProfileRole(shop.base, { profile, personId, role: 'viewer', canSeePii: false, actor: 'system' });
  const { page, complaints } = await open(t, '', 'vera@shop.example');
  await page.getByText('A manager of the profile changes it').waitFor();
  for (const tab of ['Channels', 'Windows and model', 'Exchange rates', 'Recompute', 'Goals']) {
    await page.getByRole('navigation', { name: 'Goals and channels' }).getByRole('link', { name: tab }).click();
    await settled(page);
    // Who reads may save what is shown.
    const buttons = await page.locator('.page button:not(.export-button)').allTextContents();
    assert.deepEqual(buttons, [], tab);
  }
  assert.deepEqual(complaints, []);
});
