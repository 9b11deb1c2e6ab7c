#!/usr/bin/env bash
# Two web trackers take a page about Google, a text document and an inbox for a search; a third takes every search but Google's for a link.
#
# Packages: sourcebuster 1.1.0 (which the order attribution of WooCommerce uses), posthog-js 1.449.2 and mixpanel-browser 2.83.0 of npm, in a page of
# jsdom 29.1.1.
# Behaviour: browsers send other sites the origin alone (Referrer Policy, strict-origin-when-cross-origin, the default of all of them since 2021), so no
# words of a search arrive. sourcebuster knows an engine other than Google by the parameter of those words, so a visitor from Bing, DuckDuckGo or Yahoo
# is a referral. posthog-js and Mixpanel look for "google." behind any text that begins with http, so mail.google.com, docs.google.com, a domain
# that ends with the name and, where a site sends whole addresses, an article with it in its path are a search at Google. Yandex is known to none.
# Right would be the host: a list of the engines' hosts, without the other services of the same company.
# Consequence: organic traffic and conversions by channel of one shop differ by the tracker that counted them.
# Output seen on 2026-11-30 with Node 20.20: the nine lines of expected.txt below, as `https://www.bing.com/ | referral | search bing | search bing`.
# usage: bash findings/search-engine-origins.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --ignore-scripts --no-audit --no-fund --loglevel error jsdom@29.1.1 sourcebuster@1.1.0 posthog-js@1.449.2 mixpanel-browser@2.83.0 >/dev/null

cat >read.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { JSDOM } = require('jsdom');

/** A page that was opened from the referrer, with the tracker's script in it and no network. */
function openPage(referrer, script) {
  const page = { url: 'https://shop.example/', referrer, runScripts: 'outside-only' };
  const { window } = new JSDOM('<html><head></head><body></body></html>', page);
  window.fetch = () => new Promise(() => {});
  window.eval(readFileSync(`node_modules/${script}`, 'utf8'));
  return window;
}
const named = (engine) => (engine ? `search ${engine}` : 'referral');

const trackers = {
  sourcebuster(referrer) {
    const { sbjs } = openPage(referrer, 'sourcebuster/dist/sourcebuster.min.js');
    sbjs.init({});
    const { typ, src } = sbjs.get.current;
    return typ === 'organic' ? named(src) : typ;
  },
  'posthog-js': (referrer) =>
    new Promise((done) => {
      const { posthog } = openPage(referrer, 'posthog-js/dist/array.full.js');
      const before_send = ({ properties }) => {
        done(named(properties.$search_engine));
        return null;
      };
      posthog.init('key', { advanced_disable_flags: true, autocapture: false, capture_pageview: false, before_send });
      posthog.capture('seen');
    }),
  'mixpanel-browser'(referrer) {
    const { mixpanel } = openPage(referrer, 'mixpanel-browser/dist/mixpanel.umd.js');
    mixpanel.init('key', { batch_requests: false });
    return named(mixpanel.get_property('$search_engine'));
  },
};

const REFERRERS = [
  'https://www.google.com/',
  'https://www.bing.com/',
  'https://duckduckgo.com/',
  'https://search.yahoo.com/',
  'https://yandex.ru/',
  'https://mail.google.com/',
  'https://docs.google.com/',
  'https://notgoogle.example/',
  'https://news.example/why-google.com-changed',
];

(async () => {
  for (const referrer of REFERRERS) {
    const found = [];
    for (const read of Object.values(trackers)) found.push(await read(referrer));
    console.log([referrer, ...found].join(' | '));
  }
  process.exit(0);
})();
JS

cat >expected.txt <<'TEXT'
https://www.google.com/ | search google | search google | search google
https://www.bing.com/ | referral | search bing | search bing
https://duckduckgo.com/ | referral | search duckduckgo | search duckduckgo
https://search.yahoo.com/ | referral | search yahoo | search yahoo
https://yandex.ru/ | referral | referral | referral
https://mail.google.com/ | referral | search google | search google
https://docs.google.com/ | referral | search google | search google
https://notgoogle.example/ | referral | search google | search google
https://news.example/why-google.com-changed | referral | search google | search google
TEXT

timeout 60 node read.cjs >actual.txt
echo 'referrer | sourcebuster | posthog-js | mixpanel-browser'
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
