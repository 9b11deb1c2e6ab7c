#!/usr/bin/env bash
# Two trackers search for the click id of Snapchat under a name that Snapchat does not write, and of ten ids of clicks three find six, eight and nine.
#
# Packages: mixpanel-browser 2.83.0, @amplitude/analytics-browser 2.48.1 and posthog-js 1.449.2 of npm, in a page of jsdom 29.1.1.
# Behaviour: an ad platform adds the id of a click to the landing page, and takes a conversion back by it. Snapchat writes ScCid (Snap's help "Click ID" and
# its Conversions API: sc_click_id is the value of the landing page's ScCid parameter). Names in a query differ by case. mixpanel-browser and
# posthog-js have sccid in their lists, so each seems to know Snapchat, a test that is written like the list passes, and no real click has an id.
# amplitude does not search for it. mixpanel-browser knows no gbraid, which Google adds to clicks on iOS that may have no gclid, and no id of
# Reddit or Pinterest.
# Consequence: conversions are sent to the platform without the click, and the platform does not count them; reports by click id lack its campaigns.
# Output seen on 2026-11-30 with Node 20.20: the eleven lines of expected.txt below, as `ScCid | - | - | -`.
# usage: bash findings/click-id-names.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --ignore-scripts --no-audit --no-fund --loglevel error jsdom@29.1.1 mixpanel-browser@2.83.0 @amplitude/analytics-browser@2.48.1 \
  posthog-js@1.449.2 >/dev/null

cat >land.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { JSDOM } = require('jsdom');

/** As the platforms write them; the last is none of them. */
const NAMES = ['gclid', 'gbraid', 'wbraid', 'fbclid', 'msclkid', 'ttclid', 'li_fat_id', 'rdt_cid', 'epik', 'ScCid', 'sccid'];

/** The landing page of a click, with the tracker's script in it, and no network. */
function openPage(name, script) {
  const url = `https://shop.example/?${name}=click-1`;
  const { window } = new JSDOM('<html><head></head><body></body></html>', { url, runScripts: 'outside-only' });
  window.fetch = () => new Promise(() => {});
  window.eval(readFileSync(`node_modules/${script}`, 'utf8'));
  return window;
}

/** Whether an event has the id as a property of its own, not as a part of an address. */
const hasId = (properties) => Object.values(properties).includes('click-1');

const trackers = {
  mixpanel: (name) =>
    new Promise((done) => {
      const { mixpanel } = openPage(name, 'mixpanel-browser/dist/mixpanel.umd.js');
      const before_track = (_, properties) => {
        done(hasId(properties));
        return null;
      };
      mixpanel.init('key', { batch_requests: false, hooks: { before_track } });
      mixpanel.track_pageview();
    }),
  amplitude: (name) =>
    new Promise((done) => {
      const { amplitude } = openPage(name, '@amplitude/analytics-browser/lib/scripts/amplitude-min.js');
      const execute = async ({ event_type, user_properties }) => {
        if (event_type === '$identify') done(hasId(user_properties.$set ?? {}));
        return null;
      };
      amplitude.add({ name: 'look', type: 'before', setup: async () => {}, execute });
      amplitude.init('key', { fetchRemoteConfig: false, logLevel: 0, autocapture: { attribution: true } });
    }),
  posthog: (name) =>
    new Promise((done) => {
      const { posthog } = openPage(name, 'posthog-js/dist/array.full.js');
      const before_send = ({ properties }) => {
        done(hasId(properties));
        return null;
      };
      posthog.init('key', { advanced_disable_flags: true, autocapture: false, capture_pageview: false, before_send });
      posthog.capture('landed');
    }),
};

(async () => {
  for (const name of NAMES) {
    const found = [];
    for (const land of Object.values(trackers)) found.push((await land(name)) ? 'found' : '-');
    console.log([name, ...found].join(' | '));
  }
  process.exit(0);
})();
JS

cat >expected.txt <<'TEXT'
gclid | found | found | found
gbraid | - | found | found
wbraid | found | found | found
fbclid | found | found | found
msclkid | found | found | found
ttclid | found | found | found
li_fat_id | found | found | found
rdt_cid | - | found | found
epik | - | - | found
ScCid | - | - | -
sccid | found | - | found
TEXT

timeout 60 node land.cjs >actual.txt
echo 'parameter | mixpanel | amplitude | posthog'
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
