#!/usr/bin/env bash
# Three trackers that are set to wait for a visitor's yes store an id before it, and one the campaign too; to the others a yes on the second page has no campaign.
#
# Packages: mixpanel-browser 2.83.0, @amplitude/analytics-browser 2.48.1 and posthog-js 1.449.2 of npm, in pages of jsdom 29.1.1 that share cookies and storage.
# Behaviour: each has an option by which nothing is sent until a visitor agrees (opt_out_tracking_by_default, optOut, opt_out_capturing_by_default). Nothing is,
# but all three write an id of the device to a cookie or to local storage while they wait, and mixpanel-browser the campaign as well. Two of them have a
# second option against that (opt_out_persistence_by_default). A yes on the landing page has its campaign in all. A yes on the next page has it in
# mixpanel-browser alone, and with the second option in none, though the address of the landing page is the referrer there.
# Consequence: either an id is stored before the yes, for which consent is needed (Directive 2002/58/EC, article 5(3)), or the campaign of all who look at a
# second page first is lost; the names of the options speak of tracking and capturing, and of neither.
# Output seen on 2026-12-01 with Node 20.20: the five lines of expected.txt below, as `mixpanel | nothing sent | id, campaign | spring | spring`.
# usage: bash findings/consent-on-second-page.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --ignore-scripts --no-audit --no-fund --loglevel error jsdom@29.1.1 mixpanel-browser@2.83.0 @amplitude/analytics-browser@2.48.1 \
  posthog-js@1.449.2 >/dev/null

cat >visit.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { CookieJar, JSDOM } = require('jsdom');

const LANDING = 'https://shop.example/?utm_source=news&utm_campaign=spring';
const PRICES = 'https://shop.example/prices';

/** A browser, which keeps cookies and storage from page to page, and has no network. */
class Browser {
  cookieJar = new CookieJar();
  stored = {};

  open(url, script) {
    const from = url === PRICES ? { referrer: LANDING } : {};
    const { window } = new JSDOM('<html><head></head><body></body></html>', { url, ...from, runScripts: 'outside-only', cookieJar: this.cookieJar });
    for (const [key, value] of Object.entries(this.stored)) window.localStorage.setItem(key, value);
    window.fetch = () => new Promise(() => {});
    window.eval(readFileSync(`node_modules/${script}`, 'utf8'));
    return window;
  }

  leave({ localStorage }) {
    this.stored = Object.fromEntries(Object.keys(localStorage).map((key) => [key, localStorage.getItem(key)]));
  }

  /** What is stored of a visitor: Amplitude's cookie is base64 of percent signs. */
  kept() {
    const cookies = this.cookieJar.serializeSync().cookies.map(({ value = '' }) => `${value} ${Buffer.from(decodeURIComponent(value), 'base64')}`);
    const texts = [...cookies, ...Object.values(this.stored)].join(' ');
    const found = { id: /device_?id/i.test(texts), campaign: texts.includes('spring') };
    return Object.keys(found).filter((name) => found[name]).join(', ') || '-';
  }
}

/** Starts with the options and takes a yes if there is one; what would be sent goes to `send`. */
const mixpanel = (options) => async (browser, url, isYes, send) => {
  const window = browser.open(url, 'mixpanel-browser/dist/mixpanel.umd.js');
  const before_send_events = ({ event, properties }) => {
    send(properties.utm_campaign, event);
    return null;
  };
  window.mixpanel.init('key', { batch_requests: false, persistence: 'localStorage', hooks: { before_send_events }, ...options });
  if (isYes) window.mixpanel.opt_in_tracking();
  window.mixpanel.track('looked');
  return window;
};
const amplitude = async (browser, url, isYes, send) => {
  const window = browser.open(url, '@amplitude/analytics-browser/lib/scripts/amplitude-min.js');
  const execute = async ({ user_properties }) => {
    send(user_properties?.$set?.utm_campaign);
    return null;
  };
  window.amplitude.add({ name: 'look', type: 'before', setup: async () => {}, execute });
  await window.amplitude.init('key', undefined, { fetchRemoteConfig: false, logLevel: 0, optOut: true, autocapture: { attribution: true } }).promise;
  if (isYes) window.amplitude.setOptOut(false);
  window.amplitude.track('looked');
  return window;
};
const posthog = (options) => async (browser, url, isYes, send) => {
  const window = browser.open(url, 'posthog-js/dist/array.full.js');
  const before_send = ({ properties }) => {
    send(properties.utm_campaign);
    return null;
  };
  window.posthog.init('key', { advanced_disable_flags: true, autocapture: false, capture_pageview: false, before_send, ...options });
  if (isYes) window.posthog.opt_in_capturing({ captureEventName: false });
  window.posthog.capture('looked');
  return window;
};

const trackers = {
  mixpanel: mixpanel({ opt_out_tracking_by_default: true }),
  'mixpanel, second option': mixpanel({ opt_out_tracking_by_default: true, opt_out_persistence_by_default: true }),
  amplitude,
  posthog: posthog({ opt_out_capturing_by_default: true }),
  'posthog, second option': posthog({ opt_out_capturing_by_default: true, opt_out_persistence_by_default: true }),
};

async function campaignOf(visit, browser, url, isYes) {
  const campaigns = new Set();
  const window = await visit(browser, url, isYes, (campaign) => campaigns.add(campaign ?? ''));
  // Amplitude begins to look for a campaign only after the yes, and sends it behind the first event.
  await new Promise((done) => setTimeout(done, 1_500));
  browser.leave(window);
  return [...campaigns].filter(Boolean).join(', ') || (campaigns.size > 0 ? 'none' : 'nothing sent');
}

(async () => {
  for (const [name, visit] of Object.entries(trackers)) {
    const onLanding = await campaignOf(visit, new Browser(), LANDING, true);
    const browser = new Browser();
    const before = await campaignOf(visit, browser, LANDING, false);
    const kept = browser.kept();
    console.log([name, before, kept, onLanding, await campaignOf(visit, browser, PRICES, true)].join(' | '));
  }
  process.exit(0);
})();
JS

cat >expected.txt <<'TEXT'
mixpanel | nothing sent | id, campaign | spring | spring
mixpanel, second option | nothing sent | - | spring | none
amplitude | nothing sent | id | spring | none
posthog | nothing sent | id | spring | none
posthog, second option | nothing sent | - | spring | none
TEXT

timeout 90 node visit.cjs >actual.txt
echo 'tracker | before a yes | stored before it | campaign of a yes on the landing page | on the second page'
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
