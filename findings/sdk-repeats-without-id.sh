#!/usr/bin/env bash
# An event SDK repeats a request whose answer was lost with neither an id nor a time in it, so a server that had counted the order counts it twice.
#
# Packages: @openpanel/sdk 1.3.1, @segment/analytics-node 3.1.0, @rudderstack/rudder-sdk-node 3.0.13 and posthog-node 5.70.0 of npm.
# Behaviour: when a connection breaks after the request was read, a sender cannot know whether its event was counted. All four send it again. Three of them give
# an event an id and a time when it is tracked, and repeat both, so that a receiver drops the second (messageId, uuid; the pages of the three vendors on
# deduplication). OpenPanel's SDK has the same body both times and nothing in it, or in its headers, that names the event or says when it happened: the
# receiver has two orders, each at the moment of its arrival. It repeats up to three times, after timeouts and answers of 5xx as well.
# Consequence: revenue is too large by the orders of each bad minute of a network or proxy, and no query finds them, as two equal orders are valid.
# Output seen on 2026-11-30 with Node 20.20: the four lines of expected.txt below, as `openpanel: 2 requests, no id, no time`.
# usage: bash findings/sdk-repeats-without-id.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --ignore-scripts --no-audit --no-fund --loglevel error @openpanel/sdk@1.3.1 @segment/analytics-node@3.1.0 \
  @rudderstack/rudder-sdk-node@3.0.13 posthog-node@5.70.0 >/dev/null

cat >send.cjs <<'JS'
const { createServer } = require('node:http');
const { OpenPanel } = require('@openpanel/sdk');
const Rudder = require('@rudderstack/rudder-sdk-node');
const { Analytics } = require('@segment/analytics-node');
const { PostHog } = require('posthog-node');

const senders = {
  openpanel: (apiUrl) => new OpenPanel({ clientId: 'id', clientSecret: 'secret', apiUrl }).track('Order', { value: 49.9 }),
  'analytics-node': (host) =>
    new Analytics({ writeKey: 'key', host, flushAt: 1, maxRetries: 3 }).track({ userId: 'a', event: 'Order', properties: { value: 49.9 } }),
  'rudder-sdk-node': (dataPlaneUrl) =>
    new Rudder('key', { dataPlaneUrl, flushAt: 1, gzip: false, logLevel: 'silly' }).track({ userId: 'a', event: 'Order', properties: { value: 49.9 } }),
  'posthog-node': (host) =>
    new PostHog('key', { host, flushAt: 1, fetchRetryDelay: 50, disableCompression: true }).capture({
      distinctId: 'a',
      event: 'Order',
      properties: { value: 49.9 },
    }),
};

/** The requests of one event at a server that reads the first and breaks the connection, and answers the second. */
function requestsOf(send) {
  const found = [];
  return new Promise((done) => {
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => (body += part));
      request.on('end', () => {
        const headers = Object.entries(request.headers).filter(([name]) => !/^(host|content-length|connection)$/.test(name));
        found.push({ headers, body: JSON.parse(body) });
        if (found.length === 1) return request.socket.destroy();
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":1}');
        server.close();
        done(found);
      });
    });
    server.listen(0, '127.0.0.1', () => send(`http://127.0.0.1:${server.address().port}`));
  });
}

const ID = /^(?:[\w-]+-)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** All texts and numbers of a request, whatever their names are. */
const valuesOf = (value) => (value !== null && typeof value === 'object' ? Object.values(value).flatMap(valuesOf) : [value]);

// The SDKs write each failure to the console.
for (const name of ['error', 'warn', 'log']) console[name] = () => {};
(async () => {
  for (const [name, send] of Object.entries(senders)) {
    const requests = (await requestsOf(send)).map(valuesOf);
    const same = requests[0].filter((value) => requests[1].includes(value));
    const id = same.some((value) => ID.test(value)) ? 'one id' : 'no id';
    const time = same.some((value) => /^\d{4}-\d\d-\d\dT/.test(value) || value > 1e9) ? 'one time' : 'no time';
    process.stdout.write(`${name}: ${requests.length} requests, ${id}, ${time}\n`);
  }
  process.exit(0);
})();
JS

cat >expected.txt <<'TEXT'
openpanel: 2 requests, no id, no time
analytics-node: 2 requests, one id, one time
rudder-sdk-node: 2 requests, one id, one time
posthog-node: 2 requests, one id, one time
TEXT

timeout 60 node send.cjs 2>/dev/null | grep ' requests, ' >actual.txt
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
