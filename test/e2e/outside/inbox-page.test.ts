// The inbox on a phone in a real Chromium: a mail of a customer is found, read in its frame and answered; in WhatsApp a window that has closed leads to a
// template; an address is blocked; who may not write reads alone.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { createPerson } from '../../../src/account/people/index.ts';
import { setProfileRole, setWorkspaceRole } from '../../../src/account/places/index.ts';
import { NOW_SECONDS } from '../../act/connections/records/record-world.ts';
import { startInbox } from '../../act/messaging/inbox-world.ts';
import { ANA, MAIL } from '../../act/messaging/mail-world.ts';
import { linkFor } from '../../doors/console/browser.ts';
import { PERSON, startFakeWhatsApp } from '../../fakes/whatsapp.ts';
import { until } from '../../until.ts';
import { closeBrowsers, enterBy, openBrowser } from '../chromium.ts';
import { changeWindow, checkLook, checkLooks, picture, settled } from '../look.ts';

after(closeBrowsers);

const HTML =
  '<h1>Thank you</h1><p>See <a href="https://pictures.example/shelf">the shelf</a>.</p><img src="https://pictures.example/a.png"><script>document.title = "run"</script>';
const PHONE = { width: 390, height: 844 };

test('the inbox', async (t) => {
  const whatsapp = await startFakeWhatsApp(t);
  const world = await startInbox(t, { whatsapp: whatsapp.settings });
  const { w, server } = world;
  world.imap.folders.set('Orders/Open', []);
  const { app } = w;
  const { url } = await w.link('whatsapp');
  assert.equal((await w.visitor.submit(url, whatsapp.fields)).status, 303);
  const hear = (id: string, secondsAgo: number) => {
    const timestamp = String(NOW_SECONDS - secondsAgo);
    return w.post(`${app.baseUrl}/hooks/whatsapp`, whatsapp.message({ id, timestamp, text: { body: 'Do you have it in oak?' } }));
  };
  const lead = { event_type: 'lead_created', idempotency_key: 'l1', user_traits: { email: ANA, first_name: 'Ana' } };
  await w.api.post('/events', lead, { profile_id: app.profileId });
  await app.settle();
  const { rfc822_message_id: re } = (await world.send()).body.data;
  await world.arrives({ from: ANA, id: '<a1@example.com>', re, text: HTML, type: 'text/html' });
  app.clock.advance(1_000);
  assert.equal(await hear('wamid.old', 30 * 3_600), 200);

  const inbox = `${app.baseUrl}/console/${app.profileId}/inbox`;
  const open = async (options: object, email?: string) => {
    const watched = await openBrowser(t, app.baseUrl, { viewport: PHONE, ...options });
    const page = await watched.context.newPage();
    await enterBy(page, app.baseUrl + linkFor(app.base, email));
    await page.goto(inbox);
    await settled(page);
    return { ...watched, page };
  };
  const { page, complaints } = await open({});

  await t.test('a mail is found, read and answered', async () => {
    await page.getByRole('button', { name: 'Mail', exact: true }).click();
    const row = page.getByRole('link', { name: /ana@example\.com.*1 unread/ });
    await row.click();
    await page.getByRole('button', { name: 'Show the formatted mail' }).click();
    const frame = page.frameLocator('iframe[title="The formatted mail"]');
    await frame.getByRole('heading', { name: 'Thank you' }).waitFor();
    assert.equal(await frame.locator('img, script, a[href]').count(), 0);
    await page.getByText('Pictures of other hosts are not loaded').waitFor();
    await page.getByText('Links in it (1)').click();
    await page.getByRole('link', { name: 'https://pictures.example/shelf' }).waitFor();
    const before = server.taken.length;
    await page.getByRole('textbox', { name: `Reply to ${ANA}` }).fill('You are welcome.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('.inbox-ours', { hasText: 'You are welcome.' }).getByText('Sent', { exact: true }).waitFor();
    assert.equal(server.taken.length, before + 1);
    assert.match(server.taken.at(-1)?.text ?? '', /In-Reply-To: <a1@example\.com>/);
    await page.getByRole('link', { name: 'All conversations' }).click();
    await until(async () => (await page.getByText('1 unread').count()) === 0, 'it is read');
  });

  await t.test('a file goes with an answer, and is saved from the conversation', async () => {
    await page.getByRole('link', { name: /ana@example\.com/ }).click();
    const notes = { name: 'shelf.txt', mimeType: 'text/plain', buffer: Buffer.from('Two metres of oak.\n') };
    await page.getByLabel('Files', { exact: true }).setInputFiles(notes);
    await page.getByRole('button', { name: 'Remove shelf.txt' }).waitFor();
    await page.getByRole('textbox', { name: `Reply to ${ANA}` }).fill('Here are its measures.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const sent = page.locator('.inbox-ours', { hasText: 'Here are its measures.' });
    await sent.getByText('shelf.txt').waitFor();
    assert.match(server.taken.at(-1)?.text ?? '', /filename="?shelf\.txt/);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      sent.getByRole('button', { name: 'Save shelf.txt' }).click(),
    ]);
    assert.equal(readFileSync(await saved.path(), 'utf8'), 'Two metres of oak.\n');
    assert.equal(await page.getByRole('button', { name: 'Remove shelf.txt' }).count(), 0);
  });

  await t.test('the person is beside it', async () => {
    await page.getByRole('region', { name: 'Ana', exact: true }).getByText('Conversions').waitFor();
    await page.getByRole('region', { name: 'Journey' }).waitFor();
  });

  await t.test('a window that has closed leads to a template', async () => {
    await page.goto(`${inbox}?channel=whatsapp`);
    await page.getByRole('link', { name: new RegExp(`${PERSON.wa_id}.*Only a template can be sent`) }).click();
    await page.getByText('WhatsApp takes free text within 24 hours').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Send', exact: true }).count(), 0);
    await page.getByText('2 more need a file or the end of a link').waitFor();
    await page.getByRole('combobox', { name: 'Template' }).selectOption('order_shipped (en_US)');
    await page.getByRole('textbox', { name: '{{1}} in the heading' }).fill('Sheena');
    await page.getByRole('textbox', { name: '{{1}} in the text' }).fill('A-1042');
    await page.getByRole('textbox', { name: '{{2}} in the text' }).fill('Monday');
    await page.getByText('Your order A-1042 arrives on Monday.').waitFor();
    await page.getByRole('button', { name: 'Send the template' }).click();
    await page.locator('.inbox-ours').getByText('Accepted, not yet sent on').waitFor();
    assert.equal(whatsapp.sent.at(-1)?.template.name, 'order_shipped');
  });

  await t.test('a conversation is done until somebody writes again', async () => {
    await page.goto(inbox);
    await page.getByRole('link', { name: /ana@example\.com/ }).click();
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await page.getByRole('button', { name: 'Open again' }).waitFor();
    await page.getByRole('link', { name: 'All conversations' }).click();
    await page.getByRole('group', { name: 'State' }).getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: /ana@example\.com.*Done/ }).waitFor();
    await page.getByRole('group', { name: 'State' }).getByRole('button', { name: 'Closing soon' }).click();
    await page.getByText('No such conversation.').waitFor();
  });

  await t.test('who wants no messages, and a number that does not work, are named', async () => {
    const query = { profile_id: app.profileId };
    await w.api.post('/messages/blocked-addresses', { channel: 'email', address: ANA }, query);
    whatsapp.isRevoked = true;
    await w.api.get('/messages/template', query);
    await page.goto(inbox);
    await page.getByText(/North.*does not accept the sign-in any more/).waitFor();
    await page.getByRole('link', { name: /ana@example\.com.*Gets no messages/ }).click();
    await page.getByText('Somebody of the profile has blocked this address. A reply is not sent.').waitFor();
    await picture(page, 'inbox-troubled');
    const [blocked] = (await w.api.get('/messages/blocked-addresses', query)).body.data;
    await w.api.delete(`/messages/blocked-addresses/${blocked.id}`, query);
  });

  await t.test('an address is blocked and unblocked', async () => {
    await page.goto(`${inbox}/blocked`);
    await page.getByRole('textbox', { name: 'Mail address' }).fill('bob@example.com');
    await page.getByRole('button', { name: 'Block', exact: true }).click();
    await page.getByRole('button', { name: 'Unblock bob@example.com' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unblock', exact: true }).click();
    await page.getByText('No address is blocked.').waitFor();
  });

  await t.test('all mails of a folder and to an alias are kept, where somebody chooses that', async () => {
    await page.goto(`${app.baseUrl}/console/${app.profileId}/connections`);
    await page.getByText('Kept: answers and mails of customers').click();
    await page.getByRole('combobox', { name: 'Every mail in the folder' }).selectOption('Orders/Open');
    await page.getByRole('textbox', { name: /Every mail to the alias/ }).fill('support@shop.example');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page
      .getByText('Kept: all mails in the folder Orders/Open and to support@shop.example, answers, and mails of customers')
      .waitFor();
    await world.arrives({ from: 'new@else.example', id: '<n1@else.example>', text: 'Do you ship?', to: 'support@shop.example' });
    await page.goto(inbox);
    await page.getByRole('link', { name: /new@else\.example.*1 unread/ }).waitFor();
  });

  await t.test('somebody who is no customer becomes one by a person', async () => {
    await page.getByRole('link', { name: /new@else\.example/ }).click();
    await page.getByText('No customer has this address.').waitFor();
    await page.getByRole('button', { name: 'Make a customer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make new@else.example a customer?' });
    await dialog.getByRole('textbox', { name: 'First name' }).fill('Nora');
    await picture(page, 'inbox-new-customer');
    await dialog.getByRole('button', { name: 'Make a customer' }).click();
    await page.getByText('This customer has done nothing yet.').waitFor();
    const { data } = (await w.api.get('/customers/search', { profile_id: app.profileId, q: 'new@else.example' })).body;
    assert.deepEqual(
      data.map(({ first_name }: { first_name: string }) => first_name),
      ['Nora'],
    );
  });

  await t.test('nothing was loaded from elsewhere, and nothing refused', () => assert.deepEqual(complaints, []));

  await t.test('looks well on a phone and a desktop, in light and dark', async () => {
    await world.send({ ...MAIL, to: 'a.very.long.address.of.somebody@long-name-of-a-company.example', subject: 'A subject' });
    const looked = await open({ bypassCSP: true });
    const paths = { list: inbox, blocked: `${inbox}/blocked` };
    for (const [name, path] of Object.entries(paths)) {
      await looked.page.goto(path);
      for (const [width, scheme] of SIZES) {
        await changeWindow(looked.page, width, scheme);
        await checkLook(looked.page, `inbox-${name}-${scheme}-${width}`);
      }
    }
    for (const [name, who] of [
      ['mail', /ana@example/],
      ['whatsapp', new RegExp(PERSON.wa_id)],
    ] as const) {
      await changeWindow(looked.page, 1440, 'light');
      await looked.page.goto(inbox);
      await looked.page.getByRole('link', { name: who }).click();
      await looked.page.locator('.inbox-messages').waitFor();
      if (name === 'mail') await looked.page.getByRole('button', { name: 'Show the formatted mail' }).click();
      for (const [width, scheme] of SIZES) {
        await changeWindow(looked.page, width, scheme);
        await checkLook(looked.page, `inbox-${name}-${scheme}-${width}`);
      }
    }
  });

  await t.test('so do the choice of what is kept, and the end of a mailbox', async () => {
    const looked = await open({ bypassCSP: true });
    await looked.page.goto(`${app.baseUrl}/console/${app.profileId}/connections`);
    await looked.page.getByText('Kept: all mails').click();
    await looked.page.getByRole('combobox', { name: 'Every mail in the folder' }).waitFor();
    await checkLooks(looked.page, 'mail-import');
    await looked.page.getByRole('region', { name: 'Mailbox' }).getByRole('button', { name: 'End' }).click();
    const dialog = looked.page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: 'Delete its messages too' }).check();
    await checkLooks(looked.page, 'mail-end');
    await dialog.getByRole('button', { name: 'Keep it' }).click();
  });

  await t.test('who may only read cannot reply, and who may not read sees why', async () => {
    const { profileId, workspaceId } = app;
    const actor = 'test';
    for (const role of ['analyst', 'viewer'] as const) {
      const { personId } = createPerson(app.base, { email: `${role}@shop.example`, actor });
      setWorkspaceRole(app.base, { workspaceId, personId, role: 'member', actor });
      setProfileRole(app.base, { profile: { profileId, workspaceId }, personId, role, canSeePii: role === 'analyst', actor });
    }
    const reader = (await open({}, 'analyst@shop.example')).page;
    await reader.getByRole('link', { name: /ana@example/ }).click();
    await reader.getByText('Managers of the profile can reply.').waitFor();
    const viewer = (await open({}, 'viewer@shop.example')).page;
    await viewer.getByText('Messages and addresses of people are hidden from you.').waitFor();
  });
});

const SIZES = [
  [390, 'light'],
  [390, 'dark'],
  [1024, 'light'],
  [1440, 'light'],
  [1440, 'dark'],
] as const;
