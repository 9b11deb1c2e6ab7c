// The HTML of mails, which anyone may write: nothing of it runs, loads, sends or leads elsewhere, by what the service leaves in it and by the policy of its frame.
// What is planted is harmless: it would call a function that nobody has, or an address of .example.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { safeHtmlBeside } from '../../../src/act/messaging/email/shown/html-thread.ts';
import { safeHtml } from '../../../src/act/messaging/email/shown/safe-html.ts';
import { signedIn } from '../../doors/console/browser.ts';
import { startInbox } from './inbox-world.ts';
import { ANA } from './mail-world.ts';

const HOSTILE = [
  '<script>planted()</script>',
  '<scr<script>ipt>planted()</script>',
  '<img src=x onerror=planted()>',
  '<img src="javascript:planted()">',
  '<img src="data:image/svg+xml;base64,PHN2Zy8+">',
  '<img src="//tracker.example/p.gif">',
  '<img src="http://tracker.example/p.gif">',
  '<img srcset="https://tracker.example/p.gif 1x">',
  '<a href="javascript:planted()">press</a>',
  '<a href=" java\tscript:planted()" onclick=planted()>press</a>',
  '<a href="data:text/html,planted" target=_top>press</a>',
  '<form action="https://tracker.example/"><input name=password><button formaction="https://tracker.example/">Sign in</button></form>',
  '<iframe src="https://tracker.example/"></iframe><frame src=x><object data=x></object><embed src=x>',
  '<meta http-equiv=refresh content="0;url=https://tracker.example/"><base href="https://tracker.example/"><link rel=stylesheet href="https://tracker.example/x.css">',
  '<svg onload=planted()><script>planted()</script><a xlink:href="javascript:planted()">x</a></svg><math><mtext><img src=x onerror=planted()></mtext></math>',
  '<style>@import "https://tracker.example/x.css"; p { background: url(https://tracker.example/p.gif) }</style>',
  '<p style="background: url(https://tracker.example/p.gif); color: red">styled</p>',
  '<p style="background-color:expression(planted()); width: calc(1px); color:\\75rl(x)">styled</p>',
  '<p style="position:fixed;top:0">over</p>',
  '<table background="https://tracker.example/p.gif"><tr><td background="x">cell</td></tr></table>',
  '<noscript><p title="</noscript><img src=x onerror=planted()>"></noscript>',
  '<textarea><img title="</textarea><img src=x onerror=planted()>"></textarea>',
  '<!--[if mso]><script>planted()</script><![endif]--><!-- --!><img src=x onerror=planted()> -->',
  '<video src="https://tracker.example/v"><source src="https://tracker.example/v"></video><audio src=x></audio>',
  '<body onload=planted()><p id=name class=panel>text</p></body>',
];
/** Of any of it, in what is shown. */
const REFUSED =
  /<[^>]*planted\(|<(?:script|style|svg|math|form|input|button|iframe|frame|object|embed|meta|base|link|video|audio|source|textarea|noscript)|\son\w+=|href|srcset|background=|url\(|position|expression|calc|javascript:|tracker\.example|\sid=|\sclass=|svg\+xml/i;

test('getMessageHtml', async (t) => {
  const world = await startInbox(t);
  const { w, key } = world;
  const { rfc822_message_id: re } = (await world.send()).body.data;
  let mails = 0;
  const idOf = async (html: string): Promise<string> => {
    mails += 1;
    w.app.clock.advance(1_000);
    await world.arrives({ from: ANA, id: `<h${mails}@example.com>`, re, text: html, type: 'text/html' });
    return (await key.get('/messages', { direction: 'inbound', limit: 1 })).body.data[0].message_id;
  };

  await t.test('has nothing of what is hostile, and the rest', async () => {
    for (const html of HOSTILE) assert.doesNotMatch(safeHtml(html, { withRemoteImages: false }).html, REFUSED, html);
    const id = await idOf(`<p>Before</p>${HOSTILE.join('\n')}<p>After</p>`);
    const { data } = (await key.get(`/messages/${id}/html`)).body;
    assert.doesNotMatch(data.html, REFUSED);
    assert.match(data.html, /<p>Before<\/p>.*<p style="color:red">styled<\/p>.*<p>After<\/p>/s);
    assert.deepEqual(data.links, []);
  });

  await t.test('lists links with the host as it is registered', async () => {
    const id = await idOf(
      '<a href="https://shop.example/a?b=1">shop</a> <a href="https://xn--pple-43d.example/">apple</a> <a href="https://&#1072;pple.example/2">apple</a> <a href="https://bank.example@else.example/">bank</a>',
    );
    const { data } = (await key.get(`/messages/${id}/html`)).body;
    assert.deepEqual(
      data.links.map(({ host }: { host: string }) => host),
      ['shop.example', 'xn--pple-43d.example', 'xn--pple-43d.example'],
    );
    assert.match(data.html, /<a title="shop\.example">shop<\/a>/);
  });

  await t.test('has pictures of other hosts on request alone, and over https alone', async () => {
    const own = 'data:image/png;base64,iVBORw0KGgo=';
    const id = await idOf(
      `<img alt="Own" src="${own}"><img src="https://pictures.example/a.png" onload=planted()><img src="http://pictures.example/b.png">`,
    );
    const plain = (await key.get(`/messages/${id}/html`)).body.data;
    assert.deepEqual([plain.html.trim(), plain.has_remote_images], [`<img alt="Own" src="${own}" />`, true]);
    const asked = (await key.get(`/messages/${id}/html`, { images: 'remote' })).body.data;
    assert.equal(asked.html.trim(), `<img alt="Own" src="${own}" /><img src="https://pictures.example/a.png" />`);
  });

  await t.test('ends with HTML that is too deep or too much', async () => {
    const { html } = safeHtml(`${'<div>'.repeat(5_000)}deep`, { withRemoteImages: false });
    assert.ok(html.split('<div>').length < 300);
    const question = { html: '<p>A line of a long newsletter.</p>'.repeat(12_000), withRemoteImages: false };
    await assert.rejects(safeHtmlBeside(w.app.base, question, 1), { code: 'invalid_state' });
  });

  await t.test('is in a frame that runs and loads nothing, for readers of messages', async () => {
    const id = await idOf('<p>Hello</p><script>planted()</script><img src="https://pictures.example/a.png">');
    const owner = await signedIn(w.app);
    const path = `/console/${w.app.profileId}/mail-frame/${id}`;
    const { status, headers, text } = await owner.get(path);
    const rules = headers.get('content-security-policy')?.split('; ') ?? [];
    assert.equal(status, 200);
    assert.deepEqual(
      ["default-src 'none'", 'img-src data:', "form-action 'none'", "frame-ancestors 'self'", 'sandbox'].filter(
        (rule) => !rules.includes(rule),
      ),
      [],
    );
    assert.ok(!rules.some((rule) => /script-src|connect-src|https/.test(rule)), rules.join('; '));
    assert.deepEqual(
      ['x-content-type-options', 'referrer-policy', 'cache-control'].map((name) => headers.get(name)),
      ['nosniff', 'no-referrer', 'no-store'],
    );
    assert.match(text, /<body><p>Hello<\/p>\s*<\/body>/);
    const asked = await owner.get(`${path}?images=remote`);
    assert.match(asked.headers.get('content-security-policy') ?? '', /img-src data: https:;/);
    const stranger = await fetch(new URL(path, w.app.baseUrl), { redirect: 'manual' });
    assert.equal(stranger.status, 404);
    const none = await owner.get(path.replace(id, '0b9f7f5e-1c55-4a55-9a53-2f0b8f8c2a11'));
    assert.deepEqual(
      [none.status, /frame-ancestors 'none'/.test(none.headers.get('content-security-policy') ?? '')],
      [404, true],
    );
  });

  await t.test('needs messages:read, and a message with HTML', async () => {
    const { message_id } = (await world.send()).body.data;
    assert.equal((await key.get(`/messages/${message_id}/html`)).status, 404);
    assert.equal((await world.keyOf('customers:read').get(`/messages/${message_id}/html`)).status, 403);
  });
});
