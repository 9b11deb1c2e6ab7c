#!/usr/bin/env bash
# A tracker that follows people across subdomains makes two people of one at www.abc.de and shop.abc.de, since it takes "abc.de" for a suffix.
#
# Packages: mixpanel-browser 2.83.0 and posthog-js 1.449.2 of npm, in pages of jsdom 29.1.1 that share their cookies.
# Behaviour: mixpanel-browser stores a visitor's id in a cookie of the site's domain, for all subdomains (cross_subdomain_cookie, on by default). It finds
# the domain by the length of its end: but for .com, .org and endings of five letters or more, up to six characters after a dot are a suffix, as in
# co.uk. A name of three letters or fewer with its country's ending is as short, so the cookie is one of .www.abc.de and ends there.
# posthog-js tries which domain the browser accepts, and has one visitor. Right is the registrable domain by the Public Suffix List (RFC 6265, 5.3).
# Consequence: for brands of two or three letters each visit to the shop begins with an unknown visitor, whose campaign is a link of the own site.
# Output seen on 2026-11-30 with Node 20.20: the six lines of expected.txt below, as `www.abc.de, shop.abc.de | 2 visitors, .www.abc.de | 1 visitor, .abc.de`.
# usage: bash findings/short-brand-domains.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --ignore-scripts --no-audit --no-fund --loglevel error jsdom@29.1.1 mixpanel-browser@2.83.0 posthog-js@1.449.2 >/dev/null

cat >visit.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { CookieJar, JSDOM } = require('jsdom');

const NAMES = ['abcd.de', 'abc.de', 'ab.de', 'ab.io', 'ab.com', 'abc.co.uk'];

/** A page with the tracker's script in it, and no network. Each subdomain has a storage of its own, and the cookies that its domain allows. */
function openPage(host, cookieJar, script) {
  const { window } = new JSDOM('<html><head></head><body></body></html>', { url: `https://${host}/`, cookieJar, runScripts: 'outside-only' });
  window.fetch = () => new Promise(() => {});
  window.eval(readFileSync(`node_modules/${script}`, 'utf8'));
  return window;
}

const trackers = {
  mixpanel: (host, jar) => {
    const { mixpanel } = openPage(host, jar, 'mixpanel-browser/dist/mixpanel.umd.js');
    mixpanel.init('key', { batch_requests: false });
    return [mixpanel.get_distinct_id(), 'mp_'];
  },
  posthog: (host, jar) => {
    const { posthog } = openPage(host, jar, 'posthog-js/dist/array.full.js');
    posthog.init('key', { advanced_disable_flags: true, autocapture: false, capture_pageview: false });
    return [posthog.get_distinct_id(), 'ph_'];
  },
};

for (const name of NAMES) {
  const hosts = [`www.${name}`, `shop.${name}`];
  const found = Object.values(trackers).map((visit) => {
    const jar = new CookieJar();
    const visits = hosts.map((host) => visit(host, jar));
    const visitors = new Set(visits.map(([id]) => id)).size;
    const cookie = jar.getCookiesSync(`https://${hosts[0]}/`).find(({ key }) => key.startsWith(visits[0][1]));
    return `${visitors} ${visitors === 1 ? 'visitor' : 'visitors'}, .${cookie.domain}`;
  });
  console.log([hosts.join(', '), ...found].join(' | '));
}
process.exit(0);
JS

cat >expected.txt <<'TEXT'
www.abcd.de, shop.abcd.de | 1 visitor, .abcd.de | 1 visitor, .abcd.de
www.abc.de, shop.abc.de | 2 visitors, .www.abc.de | 1 visitor, .abc.de
www.ab.de, shop.ab.de | 2 visitors, .www.ab.de | 1 visitor, .ab.de
www.ab.io, shop.ab.io | 2 visitors, .www.ab.io | 1 visitor, .ab.io
www.ab.com, shop.ab.com | 1 visitor, .ab.com | 1 visitor, .ab.com
www.abc.co.uk, shop.abc.co.uk | 1 visitor, .abc.co.uk | 1 visitor, .abc.co.uk
TEXT

timeout 60 node visit.cjs >actual.txt
echo 'pages | mixpanel | posthog'
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
