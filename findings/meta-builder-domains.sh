#!/usr/bin/env bash
# Meta's own builder for its Conversions API sets the cookies of a shop at example.co.uk for all of co.uk, and adds letters to the campaign in an address.
#
# Package: capi-param-builder-nodejs 1.3.2 of npm, by Meta; its cookies are put into a jar of tough-cookie 6.0.1.
# Behaviour: without a list of domains the builder takes what follows the first dot of a host with three parts or more for the site's domain. Of www.example.com
# that is right. Of example.co.uk it is co.uk, a public suffix, for which every browser refuses a cookie (RFC 6265, 5.3, step 5), so _fbp and _fbc are
# new on each page; of a.b.example.com it is b.example.com alone. The second part of the id, the level of the domain, is wrong with it (fb.1
# instead of fb.2). getReferrerUrl() and getEventSourceUrl() append a mark of eight letters to the end of the address, which is the value of its last
# parameter: utm_campaign=spring becomes spring.AQQAAQMC. Right is the Public Suffix List, which the builder asks for by a resolver that one may pass.
# Consequence: conversions of such shops have a browser id that no pixel has, so Meta counts them by other keys or twice, and a table of pages or
# campaigns that is filled from these functions has none of the campaigns of the ad platform.
# Output seen on 2026-11-30 with Node 20.20: the five lines of expected.txt below, as `example.co.uk | co.uk | fb.1 | refused`.
# usage: bash findings/meta-builder-domains.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the package does.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel error capi-param-builder-nodejs@1.3.2 tough-cookie@6.0.1 >/dev/null

cat >build.cjs <<'JS'
const { ParamBuilder } = require('capi-param-builder-nodejs');
const { CookieJar } = require('tough-cookie');

/** Whether a browser at the host takes the cookie. */
function isTaken({ name, value, domain }, host) {
  try {
    return new CookieJar().setCookieSync(`${name}=${value}; Domain=${domain}; Path=/`, `https://${host}/`) !== undefined;
  } catch {
    return false;
  }
}

for (const host of ['www.example.com', 'www.example.co.uk', 'example.co.uk', 'a.b.example.com']) {
  const builder = new ParamBuilder();
  const [cookie] = builder.processRequest(host, { fbclid: 'click-1' }, {}, null);
  const level = cookie.value.split('.').slice(0, 2).join('.');
  console.log([host, cookie.domain, level, isTaken(cookie, host) ? 'taken' : 'refused'].join(' | '));
}
const builder = new ParamBuilder(['example.com']);
builder.processRequest('www.example.com', {}, {}, 'https://news.example/?utm_campaign=spring');
console.log(`campaign of the referrer: ${new URL(builder.getReferrerUrl()).searchParams.get('utm_campaign')}`);
JS

cat >expected.txt <<'TEXT'
www.example.com | example.com | fb.1 | taken
www.example.co.uk | example.co.uk | fb.2 | taken
example.co.uk | co.uk | fb.1 | refused
a.b.example.com | b.example.com | fb.2 | taken
campaign of the referrer: spring.AQQAAQMC
TEXT

node build.cjs >actual.txt
echo 'host | domain | id | by a browser'
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
