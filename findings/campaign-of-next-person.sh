#!/usr/bin/env bash
# A tracker gives the second person at one browser no campaign, if that person comes by the link of the first: the more a campaign is clicked, the more is lost.
#
# Packages: @amplitude/analytics-browser 2.48.1, mixpanel-browser 2.83.0 and posthog-js 1.449.2 of npm, in pages of jsdom 29.1.1 that share cookies and storage.
# Behaviour: when somebody logs out, a page calls reset(), after which each tracker has a new person. Amplitude sends a campaign as properties of the person,
# and only when it differs from the last one of the browser, which is in a cookie of its own (AMP_MKTG_...) that reset() leaves. So the next person has
# a campaign if it is another one, and none if it is the same. mixpanel-browser and posthog-js send the campaign of each. Amplitude's
# package says of reset() that the person after it appears as a brand new user.
# Consequence: at a shared tablet, a shop's counter or a family's computer, and in each test of sign-up by one link, the sign-ups after the first are of no campaign.
# Output seen on 2026-12-01 with Node 20.20: the three lines of expected.txt below, as `spring, then spring | - | spring | spring`.
# usage: bash findings/campaign-of-next-person.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --ignore-scripts --no-audit --no-fund --loglevel error jsdom@29.1.1 @amplitude/analytics-browser@2.48.1 mixpanel-browser@2.83.0 \
  posthog-js@1.449.2 >/dev/null

cat >visit.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { CookieJar, JSDOM } = require('jsdom');

const SPRING = 'https://shop.example/?utm_source=news&utm_campaign=spring';
const SALE = 'https://shop.example/?utm_source=news&utm_campaign=sale';

/** A browser, which keeps cookies and storage from page to page, and has no network. */
class Browser {
  cookieJar = new CookieJar();
  stored = {};

  open(url, script) {
    const { window } = new JSDOM('<html><head></head><body></body></html>', { url, runScripts: 'outside-only', cookieJar: this.cookieJar });
    for (const [key, value] of Object.entries(this.stored)) window.localStorage.setItem(key, value);
    window.fetch = () => new Promise(() => {});
    window.eval(readFileSync(`node_modules/${script}`, 'utf8'));
    return window;
  }

  leave({ localStorage }) {
    this.stored = Object.fromEntries(Object.keys(localStorage).map((key) => [key, localStorage.getItem(key)]));
  }
}

/** Each opens a page, signs a person up and logs out; the answer is the campaign in all that is sent of the person. */
const trackers = {
  amplitude: async (browser, url, person) => {
    const sent = [];
    const window = browser.open(url, '@amplitude/analytics-browser/lib/scripts/amplitude-min.js');
    const execute = async ({ user_properties }) => {
      sent.push(user_properties?.$set?.utm_campaign, user_properties?.$setOnce?.initial_utm_campaign);
      return null;
    };
    window.amplitude.add({ name: 'look', type: 'before', setup: async () => {}, execute });
    await window.amplitude.init('key', undefined, { fetchRemoteConfig: false, logLevel: 0, autocapture: { attribution: true } }).promise;
    window.amplitude.setUserId(person);
    await window.amplitude.track('signed up').promise;
    window.amplitude.reset();
    browser.leave(window);
    return sent;
  },
  mixpanel: async (browser, url, person) => {
    const sent = [];
    const window = browser.open(url, 'mixpanel-browser/dist/mixpanel.umd.js');
    const before_track = (_, properties) => {
      sent.push(properties?.utm_campaign);
      return null;
    };
    window.mixpanel.init('key', { batch_requests: false, track_pageview: true, persistence: 'localStorage', hooks: { before_track } });
    window.mixpanel.identify(person);
    window.mixpanel.track('signed up');
    window.mixpanel.reset();
    browser.leave(window);
    return sent;
  },
  posthog: async (browser, url, person) => {
    const sent = [];
    const window = browser.open(url, 'posthog-js/dist/array.full.js');
    const before_send = ({ properties, $set_once }) => {
      sent.push(properties.utm_campaign, $set_once?.$initial_utm_campaign);
      return null;
    };
    window.posthog.init('key', { advanced_disable_flags: true, autocapture: false, capture_pageview: false, before_send });
    window.posthog.identify(person);
    window.posthog.capture('signed up');
    window.posthog.reset();
    browser.leave(window);
    return sent;
  },
};

(async () => {
  for (const links of [[SPRING], [SPRING, SALE], [SPRING, SPRING]]) {
    const campaigns = [];
    for (const visit of Object.values(trackers)) {
      const browser = new Browser();
      let sent = [];
      for (const [at, link] of links.entries()) sent = await visit(browser, link, `person-${at + 1}`);
      campaigns.push([...new Set(sent.filter(Boolean))].join(', ') || '-');
    }
    const names = links.map((link) => new URL(link).searchParams.get('utm_campaign'));
    console.log([names.join(', then '), ...campaigns].join(' | '));
  }
  process.exit(0);
})();
JS

cat >expected.txt <<'TEXT'
spring | spring | spring | spring
spring, then sale | sale | sale | sale
spring, then spring | - | spring | spring
TEXT

timeout 60 node visit.cjs >actual.txt
echo 'links of the persons at one browser | campaign of the last by amplitude | mixpanel | posthog'
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
