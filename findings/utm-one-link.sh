#!/usr/bin/env bash
# Five web trackers read the campaign, term and content of one link in four ways, and three of them cut a campaign at an equals sign.
#
# Packages: sourcebuster 1.1.0 (which the order attribution of WooCommerce uses), @segment/analytics-next 1.84.3, @amplitude/analytics-browser 2.48.1,
# mixpanel-browser 2.83.0 and posthog-js 1.449.2, all of npm, in a page of jsdom 29.1.1 (analytics-next: its function that fills context.campaign).
# Behaviour: a query is a list of pairs that are split at the first equals sign, then + is a space, then percent signs are decoded (URL Standard,
# application/x-www-form-urlencoded parsing). posthog-js reads so. sourcebuster, analytics-next and Amplitude split at each equals sign and keep the
# first two pieces, so size=42 and size=43 are one campaign "size", and so is each value that a tool wrote in base64. sourcebuster and Amplitude leave
# a + as it is. Mixpanel decodes first and replaces + after that, so a plus sign that was written as %2B becomes a space.
# Consequence: the same visit has another campaign in each tool, and a join with the spend of the ad platform by name finds some of them.
# Output seen on 2026-11-30 with Node 20.20: the five lines of expected.txt below.
# usage: bash findings/utm-one-link.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --ignore-scripts --no-audit --no-fund --loglevel error jsdom@29.1.1 sourcebuster@1.1.0 @segment/analytics-next@1.84.3 \
  @amplitude/analytics-browser@2.48.1 mixpanel-browser@2.83.0 posthog-js@1.449.2 >/dev/null

cat >read.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { JSDOM } = require('jsdom');

const LINK = 'https://shop.example/?utm_source=news&utm_campaign=size=42&utm_term=red+shoes&utm_content=50%25%2Boff';

/** A page at the link with the tracker's script in it, and no network. */
function openPage(script) {
  const { window } = new JSDOM('<html><head></head><body></body></html>', { url: LINK, runScripts: 'outside-only' });
  window.fetch = () => new Promise(() => {});
  window.eval(readFileSync(`node_modules/${script}`, 'utf8'));
  return window;
}
const ofUtm = ({ utm_campaign, utm_term, utm_content }) => [utm_campaign, utm_term, utm_content];

const trackers = {
  sourcebuster: async () => {
    const { sbjs } = openPage('sourcebuster/dist/sourcebuster.min.js');
    sbjs.init({});
    const { cmp, trm, cnt } = sbjs.get.current;
    return [cmp, trm, cnt];
  },
  'analytics-next': async () => {
    // The function that fills context.campaign of each event.
    const { utm } = require('@segment/analytics-next/dist/cjs/plugins/env-enrichment');
    const { name, term, content } = utm(new URL(LINK).search);
    return [name, term, content];
  },
  amplitude: () =>
    new Promise((done) => {
      const { amplitude } = openPage('@amplitude/analytics-browser/lib/scripts/amplitude-min.js');
      const execute = async (event) => {
        if (event.event_type === '$identify') done(ofUtm(event.user_properties.$set));
        return null;
      };
      amplitude.add({ name: 'look', type: 'before', setup: async () => {}, execute });
      amplitude.init('key', { fetchRemoteConfig: false, logLevel: 0, autocapture: { attribution: true } });
    }),
  mixpanel: async () => {
    const { mixpanel } = openPage('mixpanel-browser/dist/mixpanel.umd.js');
    mixpanel.init('key', { batch_requests: false });
    return ['utm_campaign', 'utm_term', 'utm_content'].map((name) => mixpanel.get_property(name));
  },
  posthog: () =>
    new Promise((done) => {
      const { posthog } = openPage('posthog-js/dist/array.full.js');
      const before_send = ({ properties }) => {
        done(ofUtm(properties));
        return null;
      };
      posthog.init('key', { advanced_disable_flags: true, autocapture: false, capture_pageview: false, before_send });
      posthog.capture('seen');
    }),
};

(async () => {
  for (const [name, read] of Object.entries(trackers)) console.log([name, ...(await read())].join(' | '));
  process.exit(0);
})();
JS

cat >expected.txt <<'TEXT'
sourcebuster | size | red+shoes | 50%+off
analytics-next | size | red shoes | 50%+off
amplitude | size | red+shoes | 50%+off
mixpanel | size=42 | red shoes | 50% off
posthog | size=42 | red shoes | 50%+off
TEXT

timeout 60 node read.cjs >actual.txt
echo 'tracker | campaign | term | content'
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
