import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../../src/base/contract/api-error.ts';
import type { NewFact, Trust } from '../../../src/base/journal/journal.ts';
import { key62 } from '../../../src/base/kit/ids.ts';
import { enrichEvent } from '../../../src/collect/events/enrich/enrich.ts';
import { originKey } from '../../../src/collect/events/enrich/origin.ts';
import { outcomeNumber } from '../../../src/collect/events/enrich/references.ts';
import type { EventBody, OriginKeys, OriginParts } from '../../../src/collect/events/event-body.ts';
import type { EventInput } from '../../../src/collect/events/event-input.ts';
import { fixedTokeniser } from './tokeniser.ts';

const NOW = '2026-03-31T12:00:00.000Z';
const SECOND = 1_000_000;
const DAY = 86_400 * SECOND;
const now = Date.parse(NOW) * 1000;

function factOf(input: Partial<EventInput>, trust: Trust = 'server'): NewFact {
  const context = { profileId: 'p', receivedAt: Date.parse(NOW), trust, tokens: fixedTokeniser };
  return enrichEvent({ event_type: 'page_view', ...input }, context);
}
const bodyOf = (input: Partial<EventInput>, trust: Trust = 'server'): EventBody => JSON.parse(factOf(input, trust).body);

/** The input is refused with a message that begins with the field. */
function refuses(input: Partial<EventInput>, field: string): void {
  assert.throws(
    () => factOf(input),
    (error) => error instanceof ApiError && error.code === 'validation_error' && error.message.startsWith(`${field}: `),
    `${JSON.stringify(input)} must be refused for ${field}`,
  );
}

test('enrichEvent: the page', async (t) => {
  await t.test('takes the address apart', () => {
    const body = bodyOf({ url: 'https://WWW.Shop.Example:8443/Shoes/Red?size=4#top', page_title: ' Red shoes ' });
    assert.deepEqual(
      { url: body.url, host: body.host, path: body.path, title: body.page_title, page: body.has_page, view: body.is_page_view },
      {
        url: 'https://WWW.Shop.Example:8443/Shoes/Red?size=4#top',
        host: 'shop.example',
        path: '/Shoes/Red',
        title: 'Red shoes',
        page: true,
        view: true,
      },
    );
  });

  const kept: [string, string, ...string[]][] = [
    ['https://a.example/p?x=1&svc_t=SECRET&y=2', 'https://a.example/p?x=1&y=2'],
    ['https://a.example/p?svc_t=SECRET', 'https://a.example/p'],
    ['https://a.example/p?svc%5Ft=SECRET&y=2', 'https://a.example/p?y=2'],
    ['https://a.example/p#svc_t=SECRET', 'https://a.example/p'],
    ['https://a.example/p?mail=ada%40example.org&y=2', 'https://a.example/p?mail=redacted&y=2', 'pii_redacted', 'url_redacted'],
    ['https://a.example/p?mail=ada@example.org', 'https://a.example/p?mail=redacted', 'pii_redacted', 'url_redacted'],
    ['https://ada:pw@a.example/p?y=2', 'https://a.example/p?y=2', 'url_redacted'],
    ['https://a.example/p?at=home%20@%20noon', 'https://a.example/p?at=home%20@%20noon'],
  ];
  await t.test('keeps no link token, credential or e-mail address of it', () => {
    for (const [sent, url, ...flags] of kept) {
      const body = bodyOf({ url: sent });
      assert.equal(body.url, url);
      assert.deepEqual(body.flags ?? [], flags, sent);
    }
  });

  await t.test('is flagged and left out when the address is none', () => {
    for (const url of [
      'not an address',
      '/pricing',
      'mailto:x@y.example',
      'https://',
      'javascript:alert(1)',
      'file:///etc/passwd',
    ]) {
      for (const trust of ['server', 'browser'] as const) {
        const body = bodyOf({ url }, trust);
        assert.deepEqual(
          [body.has_page, body.is_page_view, body.url, body.flags],
          [false, false, undefined, ['invalid_url']],
          url,
        );
      }
    }
  });

  await t.test('of an outcome is a field of its own and opens no visit', () => {
    const body = bodyOf({ event_type: 'lead_created', event_source_url: 'https://a.example/x?utm_source=y&svc_t=Z' });
    assert.equal(body.event_source_url, 'https://a.example/x?utm_source=y');
    assert.equal(body.has_page, false);
    assert.deepEqual(body.origin, {});
  });

  await t.test('is a bot’s with a referrer of the list of spam, and no evidence beside it', () => {
    const spam = (referrer: string, more: Partial<EventInput> = {}): unknown => {
      const { is_bot, bot_agent } = bodyOf({ url: 'https://a.example/', referrer, ...more });
      return is_bot ? bot_agent : undefined;
    };
    assert.equal(spam('https://www.semalt.com/x'), 'referrer spam: semalt.com');
    assert.equal(spam('https://Some.Site.UCOZ.ru/'), 'referrer spam: some.site.ucoz.ru');
    for (const referrer of ['https://notsemalt.com/', 'https://semalt.com.example/', 'https://com/', 'semalt', ''])
      assert.equal(spam(referrer), undefined, referrer);
    assert.equal(spam('https://semalt.com/', { url: 'https://a.example/?utm_source=semalt' }), undefined);
    assert.equal(spam('https://adcash.com/', { url: 'https://a.example/?gclid=1' }), undefined);
    assert.equal(spam('https://semalt.com/', { url: 'https://semalt.com/' }), undefined, 'its own page');
    assert.equal(spam('https://semalt.com/', { user_agent: 'Googlebot/2.1' }), 'Googlebot/2.1');
  });

  await t.test('says to which domain it was left', () => {
    const left = (properties: Record<string, unknown>, event_type = 'outbound_click', url = 'https://www.a.example/'): unknown =>
      bodyOf({ event_type, url, properties }).left_domain;
    assert.equal(left({ link_url: 'https://Pay.Bank.Example:8443/start' }), 'bank.example');
    assert.equal(left({ form_destination: 'https://pay.bank.co.uk/' }, 'form_submit'), 'bank.co.uk');
    assert.equal(left({ link_url: 'https://bank.example/' }, 'click'), 'bank.example');
    assert.equal(left({ link_url: 'https://blog.a.example/' }), undefined, 'a host of the page’s own domain');
    assert.equal(left({ link_url: 'https://bank.example/' }, 'page_view'), undefined, 'another event');
    assert.equal(left({ link_url: 'https://bank.example/' }, 'outbound_click', 'no address'), undefined, 'no page');
    for (const link_url of [undefined, null, 7, '', 'mailto:a@bank.example', 'javascript:1', '/path', 'x'.repeat(9000)])
      assert.equal(left({ link_url }), undefined, String(link_url));
  });

  await t.test('is no page view when something else happened on it', () => {
    assert.equal(bodyOf({ event_type: 'click', url: 'https://a.example/' }).is_page_view, false);
    assert.equal(bodyOf({ event_type: 'pageview', url: 'https://a.example/' }).is_page_view, true);
    assert.equal(bodyOf({ event_type: 'page_view' }).is_page_view, false);
  });
});

test('enrichEvent: the origin', async (t) => {
  const cases: [string, Partial<EventInput>, OriginParts & OriginKeys][] = [
    ['nothing', { url: 'https://a.example/' }, {}],
    [
      'UTM values trimmed, as given',
      { url: 'https://a.example/?utm_source=%20Google+Ads&utm_medium=CPC&utm_campaign=Fr%C3%BChling&UTM_TERM=x' },
      { utm_source: 'Google Ads', utm_medium: 'CPC', utm_campaign: 'Frühling', campaign_key: 'frühling' },
    ],
    ['empty UTM values', { url: 'https://a.example/?utm_source=&utm_medium=%20' }, {}],
    ['the first of two', { url: 'https://a.example/?utm_source=a&utm_source=b' }, { utm_source: 'a' }],
    [
      'named UTM values win',
      { url: 'https://a.example/?utm_source=a&utm_medium=b', utm: { source: 'c', utm_campaign: 'd' } },
      { utm_source: 'c', utm_medium: 'b', utm_campaign: 'd' },
    ],
    ['broken percent-encoding stays', { url: 'https://a.example/?utm_source=50%' }, { utm_source: '50%' }],
    ['utm_id is a campaign id', { url: 'https://a.example/?utm_id=77' }, { campaign_id: '77' }],
    [
      'platform parameters before utm_id',
      { url: 'https://a.example/?utm_id=77&hsa_cam=1&campaignid=2&adgroupid=3&hsa_ad=4&creative=5' },
      { campaign_id: '2', adset_id: '3', ad_id: '5' },
    ],
    ['templates nobody filled in', { url: 'https://a.example/?campaignid={campaignid}&ad_id={{ad.id}}&adset_id=__CID__' }, {}],
    [
      'a named ad wins',
      { url: 'https://a.example/?campaign_id=1', ad: { platform: ' Meta ', campaign_id: '9', ad_id: '8' } },
      { platform: 'meta', campaign_id: '9', ad_id: '8' },
    ],
    ['click ids by kind', { url: 'https://a.example/?GCLID=Ab&fbclid=Cd&other=1' }, { click_kinds: 'fbclid,gclid' }],
    [
      'a referrer',
      { url: 'https://a.example/', referrer: 'https://www.News.Google.co.uk/x' },
      { referrer_host: 'news.google.co.uk', referrer_domain: 'google.co.uk' },
    ],
    ["the site's own referrer", { url: 'https://shop.a.co.uk/', referrer: 'https://www.a.co.uk/x' }, {}],
    [
      'a neighbour under a private suffix is another site',
      { url: 'https://one.github.io/', referrer: 'https://two.github.io/' },
      { referrer_host: 'two.github.io', referrer_domain: 'two.github.io' },
    ],
    [
      'an Android app',
      { url: 'https://a.example/', referrer: 'android-app://com.google.android.gm/' },
      { referrer_host: 'com.google.android.gm', referrer_domain: 'com.google.android.gm' },
    ],
    [
      'an iOS app',
      { url: 'https://a.example/', referrer: 'ios-app://544007664/vnd.youtube/www.youtube.com' },
      { referrer_host: '544007664', referrer_domain: '544007664' },
    ],
    [
      'a bare host',
      { url: 'https://a.example/', referrer: 'bing.com/search' },
      { referrer_host: 'bing.com', referrer_domain: 'bing.com' },
    ],
    ['a referrer that is none', { url: 'https://a.example/', referrer: '$direct' }, {}],
    ['a referrer of an outcome', { referrer: 'https://bing.com/', utm: { source: 'x' } }, { utm_source: 'x' }],
    [
      'what an outcome names',
      { click_ids: { gclid: 'A' }, ad: { ad_id: '5' }, utm: { medium: 'cpc', id: '7' } },
      { utm_medium: 'cpc', campaign_id: '7', ad_id: '5', click_kinds: 'gclid' },
    ],
  ];
  for (const [name, input, origin] of cases) {
    await t.test(name, () => {
      const body = bodyOf(input);
      assert.deepEqual(body.origin, origin);
      const { campaign_key: _, source_key: __, medium_key: ___, ...parts } = origin;
      assert.equal(body.origin_id, originKey(parts), 'keys are no part of an origin');
    });
  }

  await t.test('has no part that is a placeholder for a missing value', () => {
    const words = ['null', 'undefined', 'NULL', ' (not set) ', '(not provided)', 'NaN', '[object Object]', '%20'];
    const macros = [
      '{{campaign.name}}',
      '{campaignid}',
      '%24%7Bsource%7D',
      '__CAMPAIGN_NAME__',
      '%%CAMPAIGN%%',
      '[CAMPAIGN_ID]',
      '*|CAMPAIGN|*',
      '{{campaign.name}}_{{adset.name}}',
      '{lpurl}-{gclid}',
      '%7B%7Bcampaign.name%7D%7D',
      '%5BCAMPAIGN_ID%5D',
    ];
    for (const value of [...words, ...macros]) {
      const names = 'utm_source utm_medium utm_campaign utm_term utm_content utm_id gclid fbclid campaignid adgroupid ad_id';
      const url = `https://a.example/?${names
        .split(' ')
        .map((name) => `${name}=${value}`)
        .join('&')}`;
      const inUrl = bodyOf({ url });
      assert.deepEqual(
        [inUrl.origin, inUrl.utm_term, inUrl.utm_content, inUrl.click_ids],
        [{}, undefined, undefined, undefined],
        url,
      );
      const text = value.startsWith('%') && !value.startsWith('%%') ? decodeURIComponent(value) : value;
      const named = bodyOf({
        utm: { source: text, medium: text, campaign: text, term: text, content: text, id: text },
        click_ids: { gclid: text, fbclid: text, fbc: `fb.1.1774958400000.${text}` },
        ad: { platform: text, campaign_id: text, adset_id: text, ad_id: text },
      });
      assert.deepEqual(
        [named.origin, named.utm_term, named.utm_content, named.click_ids],
        [{}, undefined, undefined, undefined],
        text,
      );
    }
  });

  await t.test('keeps values that only look like placeholders', () => {
    for (const value of [
      'nullsoft',
      '[Brand] search',
      'summer_{placement}',
      'a__b__c',
      '50% off',
      'not-set-theory',
      '[Brand]',
      'none',
    ]) {
      assert.deepEqual(bodyOf({ utm: { campaign: value } }).origin, { utm_campaign: value });
    }
    for (const value of ['EAIaIQ__x', '_abc', 'Cj0K__CQjw__abc', 'fb-_x_-'])
      assert.deepEqual(bodyOf({ click_ids: { gclid: value } }).click_ids, { gclid: value });
  });

  await t.test('has one number whatever the order of its parts', () => {
    assert.equal(originKey({ utm_source: 'a', ad_id: '1' }), originKey({ ad_id: '1', utm_source: 'a' }));
    assert.equal(originKey({ utm_source: 'a' }), key62('origin:{"utm_source":"a"}').toString());
  });
});

test('enrichEvent: click ids', async (t) => {
  await t.test('are kept to the letter under canonical names', () => {
    const body = bodyOf({ url: 'https://a.example/?ScCid=AbC%2B-_%2F&fbclid=IwAR+x', click_ids: { GCLID: ' Cj0 ' } });
    assert.deepEqual(body.click_ids, { sccid: 'AbC+-_/', fbclid: 'IwAR+x', gclid: ' Cj0 ' });
    assert.deepEqual(
      body.clicks,
      ['fbclid:IwAR+x', 'gclid: Cj0 ', 'sccid:AbC+-_/'].map((text) => ({
        kind: text.split(':')[0],
        click_key: key62(`click:${text}`).toString(),
      })),
    );
    assert.equal(body.click_hash, key62('clicks:fbclid:IwAR+x\ngclid: Cj0 \nsccid:AbC+-_/').toString());
  });

  await t.test('that many visitors share are evidence, but name no click', () => {
    const body = bodyOf({ url: 'https://a.example/?gad_source=1&gclid=A&mc_cid=mailing' });
    assert.equal(body.origin.click_kinds, 'gad_source,gclid,mc_cid');
    assert.deepEqual(
      body.clicks?.map(({ kind }) => kind),
      ['gclid'],
    );
    assert.equal(bodyOf({ url: 'https://a.example/?gad_source=1' }).clicks, undefined);
  });

  await t.test('in an fbc give the fbclid and the time of the click', () => {
    const body = bodyOf({ click_ids: { _fbc: 'fb.1.1774000000123.IwAR.x.Y' } });
    assert.deepEqual(body.click_ids, { fbclid: 'IwAR.x.Y' });
    assert.equal(body.clicked_at, 1_774_000_000_123_000);
  });

  await t.test('in an fbc of Meta’s builder end before its mark', () => {
    for (const mark of ['AQQCAQMC', 'AQ', 'Bg']) {
      const body = bodyOf({ url: 'https://a.example/?fbclid=IwAR-x', click_ids: { fbc: `fb.2.1774000000123.IwAR-x.${mark}` } });
      assert.deepEqual([body.click_ids, body.clicked_at], [{ fbclid: 'IwAR-x' }, 1_774_000_000_123_000]);
    }
    assert.deepEqual(bodyOf({ click_ids: { fbc: 'fb.1.1774000000123.IwAR.x.other' } }).click_ids, { fbclid: 'IwAR.x.other' });
  });

  await t.test('named bare are newer than an fbc', () => {
    const body = bodyOf({ url: 'https://a.example/?fbclid=new', click_ids: { fbc: 'fb.1.1774000000123.old' } });
    assert.deepEqual([body.click_ids, body.clicked_at], [{ fbclid: 'new' }, undefined]);
  });

  await t.test('clicked after the event cannot have led to it', () => {
    const body = bodyOf({ occurred_at: '2026-03-01T00:00:00Z', click_ids: { fbc: 'fb.1.1774000000123.x' } });
    assert.deepEqual([body.click_ids, body.clicked_at], [{ fbclid: 'x' }, undefined]);
  });

  await t.test('that are none are refused from a server and left out of a browser', () => {
    refuses({ click_ids: { gclid: 'x'.repeat(2049) } }, 'click_ids');
    refuses({ click_ids: { 'not a name': 'x' } }, 'click_ids');
    const body = bodyOf({ click_ids: { gclid: 'x'.repeat(2049), ttclid: 'ok' } }, 'browser');
    assert.deepEqual([body.click_ids, body.flags], [{ ttclid: 'ok' }, ['click_id_dropped']]);
  });
});

test('enrichEvent: time', async (t) => {
  const at = (input: Partial<EventInput>, trust: Trust = 'server'): [number, string[]] => {
    const fact = factOf(input, trust);
    return [fact.occurredAt, (JSON.parse(fact.body) as EventBody).flags ?? []];
  };
  await t.test('is kept to the microsecond, from any zone', () => {
    assert.deepEqual(at({ occurred_at: '2026-03-30T14:00:00.123456789+02:00' }), [now - DAY + 123_456, []]);
    assert.deepEqual(at({ occurred_at: '2026-03-30 12:00:00' }), [now - DAY, []]);
    assert.deepEqual(at({ occurred_at: '2026-03-31' }), [now - DAY / 2, []]);
    for (const unit of [1e6, 1e3, 1]) assert.deepEqual(at({ occurred_at: (now - DAY) / unit }), [now - DAY, []]);
    assert.deepEqual(at({ occurred_at: String((now - DAY) / 1000) }), [now - DAY, []]);
    assert.deepEqual(at({}), [now, []]);
  });
  await t.test('of a tracker is corrected for its clock', () => {
    const wrong = Date.parse('2031-01-01T00:00:00Z');
    assert.deepEqual(at({ client_time: wrong, sent_at: wrong + 5_000 }, 'browser'), [now - 5 * SECOND, []]);
    assert.deepEqual(at({ client_time: '2026-03-31T11:59:00Z' }, 'browser'), [now - 60 * SECOND, []]);
  });
  await t.test('up to ten minutes ahead is believed, more is clamped', () => {
    assert.deepEqual(at({ occurred_at: (now + 600 * SECOND) / 1e6 }), [now + 600 * SECOND, []]);
    for (const trust of ['server', 'browser'] as const)
      assert.deepEqual(at({ occurred_at: (now + 601 * SECOND) / 1e6 }, trust), [now, ['future_clamped']]);
  });
  await t.test('of a browser more than seven days back is clamped; a server may be late', () => {
    assert.deepEqual(at({ occurred_at: (now - 7 * DAY) / 1000 }, 'browser'), [now - 7 * DAY, []]);
    assert.deepEqual(at({ occurred_at: (now - 7 * DAY - SECOND) / 1000 }, 'browser'), [now, ['late_clamped']]);
    assert.deepEqual(at({ occurred_at: '1970-01-01T00:00:00Z' }, 'browser'), [now, ['late_clamped']]);
    assert.deepEqual(at({ occurred_at: '2000-01-01T00:00:00Z' }), [Date.UTC(2000, 0, 1) * 1000, []]);
  });
  await t.test('that cannot be is refused, and flagged from a browser', () => {
    const impossible = [
      '2026-02-30',
      '2026-13-01T00:00:00Z',
      '2026-03-01T25:00:00Z',
      '2026-03-01T00:00:00+99:00',
      'yesterday',
      -1,
      true,
    ];
    for (const occurred_at of impossible) {
      refuses({ occurred_at: occurred_at as string }, 'occurred_at');
      assert.deepEqual(at({ occurred_at: occurred_at as string }, 'browser'), [now, ['invalid_time']], String(occurred_at));
    }
    refuses({ occurred_at: '1970-01-01T00:00:00Z' }, 'occurred_at');
    refuses({ occurred_at: '1999-12-31T23:59:59Z' }, 'occurred_at');
  });
});

test('enrichEvent: money', async (t) => {
  const money = (amount: unknown, currency: unknown = 'EUR') => ({
    event_type: 'payment_received',
    idempotency_key: 'k',
    value: { amount, currency } as { amount: string; currency: string },
  });
  const exact: [unknown, string][] = [
    ['129.90', '129.90'],
    ['0', '0'],
    ['007.5', '7.5'],
    [19.9, '19.9'],
    [0.000001, '0.000001'],
    [0.1 + 0.2, '0.3'],
    [-0, '0'],
    ['999999999999.999999', '999999999999.999999'],
    [12n, '12'],
  ];
  await t.test('is exact', () => {
    for (const [amount, text] of exact) assert.equal(bodyOf(money(amount)).value_amount, text);
    assert.equal(bodyOf(money('1', 'eur')).currency, 'EUR');
  });
  await t.test('that would have to be rounded, bounded or guessed is refused', () => {
    const amounts = ['0.1234567', 1e-7, 1e308, 1e21, '1000000000000', '-1', -0.5, '1e3', '1,5', 'NaN', ' ', '٣', '0x10'];
    for (const amount of amounts) refuses(money(amount), 'value.amount');
    assert.equal(bodyOf(money('')).value_amount, undefined);
    for (const currency of ['XXX', 'EURO', '', null, '12']) refuses(money('1', currency), 'value.currency');
  });
  await t.test('needs a key', () => refuses({ value: { amount: '1', currency: 'EUR' } }, 'idempotency_key'));
  await t.test('of a browser is kept and flagged, and dropped when wrong', () => {
    const body = bodyOf(money('10'), 'browser');
    assert.deepEqual([body.value_amount, body.currency, body.flags], ['10', 'EUR', ['untrusted_value']]);
    const wrong = bodyOf(money('-10'), 'browser');
    assert.deepEqual([wrong.value_amount, wrong.flags], [undefined, ['invalid_value']]);
  });
});

test('enrichEvent: outcomes', async (t) => {
  const value = { amount: '5', currency: 'EUR' };
  await t.test('are named by a keyed hash of their key', () => {
    const fact = factOf({ event_type: 'payment_received', idempotency_key: ' k ', value });
    assert.deepEqual(fact.outcomeKey, fixedTokeniser.tokenBytes('outcome', ' k '));
    assert.equal(fact.contentHash?.length, 16);
    assert.equal((JSON.parse(fact.body) as EventBody).outcome_key, outcomeNumber(fact.outcomeKey as Uint8Array).toString());
  });
  await t.test('point to the payments they reverse or continue, and to their deal', () => {
    const key = (text: string): string => outcomeNumber(fixedTokeniser.tokenBytes('outcome', text)).toString();
    assert.equal(bodyOf({ idempotency_key: 'r', refund_of: 'k', value }).refund_of_key, key('k'));
    assert.equal(bodyOf({ idempotency_key: 'i', installment_of: 'k', value }).installment_of_key, key('k'));
    assert.equal(bodyOf({ deal_id: 'd1' }).deal_key, key62(`deal:${fixedTokeniser.token('deal', 'd1')}`).toString());
  });
  await t.test('cannot contradict themselves', () => {
    refuses({ idempotency_key: 'r', refund_of: 'k' }, 'value');
    refuses({ idempotency_key: 'r', refund_of: 'r', value }, 'refund_of');
    refuses({ idempotency_key: 'r', installment_of: 'r', value }, 'installment_of');
    refuses({ idempotency_key: 'r', refund_of: 'a', installment_of: 'b', value }, 'refund_of');
  });
  await t.test('of a browser take no key of ours and reverse nothing; their key only spares a repeat', () => {
    const fact = factOf({ event_type: 'lead_created', idempotency_key: 'k', refund_of: 'x' }, 'browser');
    assert.deepEqual([fact.outcomeKey, fact.contentHash], [undefined, undefined]);
    const body = JSON.parse(fact.body) as EventBody;
    assert.deepEqual([body.outcome_key, body.refund_of_key, body.flags], [undefined, undefined, ['reference_dropped']]);
    assert.equal(fact.dedupeHash, key62('browser-key:k'));
    assert.equal(factOf({ event_id: 'e' }, 'browser').dedupeHash, key62('browser-event:e'));
  });
  await t.test('with a key are never dropped as a repeat of an event id, and no browser speaks for a server', () => {
    assert.equal(factOf({ event_id: 'e', idempotency_key: 'k' }).dedupeHash, undefined);
    assert.equal(factOf({ event_id: 'e' }).dedupeHash, key62('event:e'));
    for (const event_id of ['e', 'event:e', 'key:e', 'browser-event:e'])
      assert.notEqual(factOf({ event_id }, 'browser').dedupeHash, factOf({ event_id: 'e' }).dedupeHash);
  });
  await t.test('are the same content whatever the order of the fields, and other content when a value differs', () => {
    const hash = (input: Partial<EventInput>): string => Buffer.from(factOf(input).contentHash as Uint8Array).toString('hex');
    const one = hash({ idempotency_key: 'k', value: { amount: '5', currency: 'EUR' } });
    assert.equal(hash({ value: { currency: 'EUR', amount: '5' }, idempotency_key: 'k' }), one);
    assert.equal(hash({ idempotency_key: 'k', value: { amount: '5.0', currency: 'eur' } }), one);
    assert.notEqual(hash({ idempotency_key: 'k', value: { amount: '6', currency: 'EUR' } }), one);
  });
});

test('enrichEvent: identity', async (t) => {
  await t.test('leaves only tokens outside the encrypted traits', () => {
    const fact = factOf({
      event_type: 'lead_created',
      anonymous_id: 'browser-1',
      user_traits: { phone: '030 901820', email: ' Ada@Example.ORG ', external_id: 'c-1', first_name: ' Ada ', country: 'de' },
    });
    const body = JSON.parse(fact.body) as EventBody;
    assert.deepEqual(
      body.identifiers?.map(({ type, priority }) => [type, priority]),
      [
        ['external_id', 1],
        ['email', 4],
        ['phone', 5],
      ],
    );
    const token = fixedTokeniser.token('email', 'ada@example.org');
    assert.equal(fact.identifierTokens?.['email'], token);
    assert.equal(body.identifiers?.[1]?.identifier_key, key62(`email:${token}`).toString());
    assert.equal(fact.anonymousToken, fixedTokeniser.token('anonymous_id', 'browser-1'));
    assert.equal(body.visitor_key, key62(`browser:${fact.anonymousToken}`).toString());
    assert.deepEqual(JSON.parse(Buffer.from(fact.traits as Uint8Array).toString()), {
      external_id: 'c-1',
      email: 'ada@example.org',
      phone: '+4930901820',
      anonymous_id: 'browser-1',
      first_name: 'Ada',
      country: 'DE',
    });
    const { traits: _, ...open } = fact;
    const text = JSON.stringify(open, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
    for (const clear of ['Ada', 'ada@', '901820', 'browser-1', 'c-1']) assert.ok(!text.includes(clear), clear);
  });
  await t.test('notes identifiers that identify nobody', () => {
    const fact = factOf({
      anonymous_id: 'undefined',
      user_traits: { email: 'test@test.com', external_id: 'null', phone: '0000' },
    });
    assert.deepEqual([fact.identifierTokens, fact.traits, fact.anonymousToken], [undefined, undefined, undefined]);
    const { flags } = JSON.parse(fact.body) as EventBody;
    assert.deepEqual(flags, ['refused_anonymous_id', 'refused_email', 'refused_external_id', 'refused_phone']);
  });
  await t.test('lets the strongest identifier stand for a browser that a page does not name', () => {
    const traits = { email: 'ada@example.org', crm_contact_id: '7' };
    const token = fixedTokeniser.token('crm_contact_id', '7');
    assert.equal(factOf({ url: 'https://a.example/', user_traits: traits }).anonymousToken, `id:crm_contact_id:${token}`);
    assert.equal(factOf({ event_type: 'lead_created', user_traits: traits }).anonymousToken, undefined);
  });
});

test('enrichEvent: traffic that counts nothing', async (t) => {
  const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
  await t.test('bots are visits, never payments', () => {
    assert.equal(bodyOf({ url: 'https://a.example/', user_agent: bot }, 'browser').is_bot, true);
    assert.equal(bodyOf({ url: 'https://a.example/', user_agent: bot }, 'server').is_bot, true);
    assert.equal(bodyOf({ event_type: 'click', user_agent: bot }, 'browser').is_bot, true);
    assert.equal(bodyOf({ event_type: 'payment_received', user_agent: 'python-requests/2.31' }, 'server').is_bot, false);
    assert.equal(bodyOf({ url: 'https://a.example/' }, 'browser').is_bot, false);
  });
  await t.test('people who read in apps of news and search are no bots and have a device', () => {
    const iphone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
    const android =
      'Mozilla/5.0 (Linux; Android 9; ZTE Blade A5 2020 Build/PPR1.180610.011; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/102.0.5005.125 Mobile Safari/537.36';
    const agent = (user_agent: string) => {
      const { is_bot, browser, device } = bodyOf({ url: 'https://a.example/', user_agent }, 'browser');
      return [is_bot, browser, device];
    };
    assert.deepEqual(agent(`${iphone} SmartNews/24.5.0`), [false, 'SmartNews', 'mobile']);
    assert.deepEqual(agent(`${android} newsbreak/19.2.3`), [false, 'NewsBreak', 'mobile']);
    assert.equal(agent(`${iphone} TopBuzz com.alex.NewsMaster/8.2.1 (iPhone; iOS 12.3.1; en; WIFI)`)[0], false);
    assert.deepEqual(agent(`${iphone} YJApp-IOS jp.co.yahoo.ios.yjtop/4.60.0`), [false, 'Yahoo! JAPAN app', 'mobile']);
    assert.deepEqual(agent(`${android} YJApp-ANDROID jp.co.yahoo.android.yjtop/3.136.0`), [false, 'Yahoo! JAPAN app', 'mobile']);
    assert.deepEqual(agent(`${iphone} BingSapphire/1.0.410427012`), [false, 'Bing app', 'mobile']);
    assert.deepEqual(agent(`${iphone} NewsSapphire/1.0.420507003`), [false, 'Microsoft Start', 'mobile']);
    const desk =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.5735.196 Safari/537.36';
    assert.deepEqual(agent(`${desk} HuaweiBrowser/5.0.4.300`), [false, 'Chrome', 'desktop']);
    assert.deepEqual(agent(`${android} SogouSearch Android1.0 version3.0 AppVersion/6002`), [false, 'Sogou app', 'mobile']);
    assert.deepEqual(agent(`${android} imoAndroid/2020.07.3051; 10; REL; play; phone; galahad; 2000MHz;`), [
      false,
      'imo',
      'mobile',
    ]);
    const lens = iphone.replace('Mobile/15E148', 'GoogleLens/303.0 Mobile/21C66 Safari/604.1 [WebViewInline]');
    assert.deepEqual(agent(lens), [false, 'Google Lens', 'mobile']);
    assert.equal(agent(`${android} (compatible; GoogleOther)`)[0], true);
    assert.equal(agent('Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)')[0], true);
    assert.equal(agent('Googlebot-News')[0], true);
    assert.equal(agent('Newspaper/0.2.8')[0], true);
    assert.equal(agent(`${android} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`)[0], true);
  });
  await t.test('a device has the kind that its system names', () => {
    const agent = (system: string, rest: string) =>
      bodyOf({
        user_agent: `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36${rest}`,
      }).device;
    assert.equal(agent('X11; CrOS x86_64 14541.0.0', ''), 'desktop');
    for (const rest of [
      ' ArkWeb/4.1.6.1 Mobile',
      ' ArkWeb/4.1.6.1 Mobile HuaweiBrowser/5.0.4.300',
      ' ArkWeb/4.1.6.1 HuaweiBrowser/5.0.4.300',
    ]) {
      assert.equal(agent('PC; OpenHarmony 5.0', rest), 'desktop', rest);
      assert.equal(agent('Tablet; OpenHarmony 5.0', rest), 'tablet', rest);
      assert.equal(agent('Phone; OpenHarmony 5.0', rest), 'mobile', rest);
    }
    assert.equal(agent('Linux; Android 9; KFMAWI Build/PS7320', ''), 'tablet');
    assert.equal(agent('SMART-TV; LINUX; Tizen 8.0', ' TV'), undefined);
    assert.equal(agent('Web0S; Linux/SmartTV', ' WebAppManager'), undefined);
    assert.equal(agent('Linux; U; Linux; en', ' HbbTV/1.6.1 (+DRM; Panasonic; Viera2023; 1.0; 1.0; )'), undefined);
    assert.equal(agent('X11; Linux armv7l', ' CrKey/1.56.500000'), undefined);
    assert.equal(agent('Windows NT 10.0; Win64; x64; Xbox; Xbox Series X', ' Edg/136.0.0.0'), undefined);
    for (const model of [
      'AFTSSS Build/PS7285.2877N; wv',
      'BRAVIA 4K UR2 Build/OPR2.170623.027.S63; wv',
      'SHIELD Android TV Build/PPR1.180610.011; wv',
    ])
      assert.equal(agent(`Linux; Android 9; ${model}`, ' Mobile'), undefined, model);
  });
  await t.test('a user agent with a plus for each space is read as it was sent', () => {
    const phone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 9_3_1 like Mac OS X) AppleWebKit/601.1.46 (KHTML, like Gecko) Version/9.0 Mobile/13E238 Safari/601.1';
    const { is_bot, browser, device } = bodyOf({ url: 'https://a.example/', user_agent: phone.replaceAll(' ', '+') }, 'server');
    assert.deepEqual([is_bot, browser, device], [false, 'Safari', 'mobile']);
    const crawler = 'Mozilla/5.0+(compatible;+bingbot/2.0;++http://www.bing.com/bingbot.htm)';
    assert.equal(bodyOf({ url: 'https://a.example/', user_agent: crawler }, 'server').is_bot, true);
  });
  await t.test("a developer's own machine is internal to a tracker", () => {
    const hosts = [
      'localhost:3000',
      '127.0.0.1',
      '192.168.1.7:80',
      '10.0.0.1',
      '172.20.0.3',
      '[::1]:8080',
      'shop.local',
      'app.test',
    ];
    for (const host of hosts) {
      assert.equal(bodyOf({ url: `http://${host}/` }, 'browser').is_internal, true, host);
      assert.equal(bodyOf({ url: `http://${host}/` }, 'server').is_internal, false, host);
    }
    for (const host of ['shop.example', 'localhost.example', '172.32.0.1', '11.0.0.1', 'contest'])
      assert.equal(bodyOf({ url: `http://${host}/` }, 'browser').is_internal, false, host);
  });
  await t.test('is internal when the sender says so', () => {
    assert.equal(bodyOf({ properties: { is_internal: true } }).is_internal, true);
    assert.equal(bodyOf({ properties: { is_internal: 'no' } }).is_internal, false);
  });
});

test('enrichEvent: device, browser and system', async (t) => {
  const agents: [string, string | undefined, string | undefined, string | undefined][] = [
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
      'desktop',
      'Chrome',
      'Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
      'desktop',
      'Microsoft Edge',
      'Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
      'desktop',
      'Safari',
      'macOS',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'desktop', 'Firefox', 'Linux'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'mobile',
      'Safari',
      'iOS',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'tablet',
      'Safari',
      'iOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
      'mobile',
      'Chrome',
      'Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 330.0.0.28.98 (iPhone14,5)',
      'mobile',
      'Instagram',
      'iOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/466.0.0]',
      'mobile',
      'Facebook',
      'iOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 13; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36 trill_2023405030 BytedanceWebview/d8a21c6',
      'mobile',
      'TikTok',
      'Android',
    ],
    ['', undefined, undefined, undefined],
  ];
  for (const [user_agent, device, browser, os] of agents) {
    await t.test(`${browser} on ${os}`, () => {
      const body = bodyOf({ user_agent });
      assert.deepEqual([body.device, body.browser, body.os], [device, browser, os]);
    });
  }
});

test('enrichEvent: country', async (t) => {
  await t.test("is the edge's, or an outcome's own", () => {
    assert.equal(bodyOf({ country: 'de', user_traits: { country: 'FR' } }).country, 'DE');
    assert.equal(bodyOf({ event_type: 'lead_created', user_traits: { country: 'fr' } }).country, 'FR');
    assert.equal(bodyOf({ url: 'https://a.example/', user_traits: { country: 'fr' } }).country, undefined);
    for (const [country, code] of Object.entries({ uk: 'GB', EL: 'GR' })) assert.equal(bodyOf({ country }).country, code);
    for (const country of ['XX', 'T1', 'Germany', '']) assert.equal(bodyOf({ country }).country, undefined, country);
  });
});

test('enrichEvent: bad text', async (t) => {
  const bad: [string, Partial<EventInput>, string][] = [
    ['NUL', { event_name: 'a\0b' }, 'event_name'],
    ['half a surrogate pair', { page_title: 'a\ud800' }, 'page_title'],
    ['half a pair in a property', { properties: { deep: [{ name: '\udfff' }] } }, 'properties.deep[0].name'],
    ['a reserved name', { properties: JSON.parse('{"__proto__": {"is_internal": true}}') }, 'properties.__proto__'],
    ['a number out of range', { properties: { n: Number.POSITIVE_INFINITY } }, 'properties.n'],
    ['properties that are too long', { properties: { x: 'y'.repeat(33_000) } }, 'properties'],
    ['an unknown action source', { action_source: 'carrier_pigeon' }, 'action_source'],
    ['attention beyond a day', { engaged_seconds: 1e308 }, 'engaged_seconds'],
    ['negative attention', { engaged_seconds: -1 }, 'engaged_seconds'],
  ];
  for (const [name, input, field] of bad) {
    await t.test(`${name}: refused from a server, repaired and flagged from a browser`, () => {
      refuses(input, field);
      const body = bodyOf(input, 'browser');
      assert.equal(body.flags?.length, 1, JSON.stringify(body.flags));
      assert.ok(JSON.stringify(body).isWellFormed());
      assert.equal(body.is_internal, false);
    });
  }
  await t.test('longer than its field: refused from a server, cut and flagged from a browser', () => {
    refuses({ event_type: 'x'.repeat(101) }, 'event_type');
    const fact = factOf({ event_type: `${'x'.repeat(99)}😀`, event_name: 'y'.repeat(201) }, 'browser');
    assert.equal(fact.eventType, 'x'.repeat(99));
    const body = JSON.parse(fact.body) as EventBody;
    assert.deepEqual([body.event_name?.length, body.flags], [200, ['text_cut']]);
  });
  await t.test('nested too deeply: never exhausts the stack', () => {
    let deep: unknown = 'x';
    for (let i = 0; i < 50_000; i += 1) deep = [deep];
    assert.throws(() => factOf({ properties: { deep } }), /nested deeper/);
    assert.deepEqual(bodyOf({ properties: { deep } }, 'browser').flags, ['text_repaired']);
  });
  await t.test('no event type: refused', () => {
    refuses({ event_type: '  ' }, 'event_type');
    assert.throws(() => factOf({ event_type: undefined }, 'browser'), /event_type/);
  });
});
