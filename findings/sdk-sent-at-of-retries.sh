#!/usr/bin/env bash
# Two of four event SDKs repeat a batch with the moment of its first try as sent, so a receiver that corrects clocks moves its events into the future.
#
# Packages: @rudderstack/rudder-sdk-node 3.0.13, posthog-node 5.70.0, @segment/analytics-node 3.1.0 and @amplitude/analytics-node 1.5.73 of npm.
# Behaviour: a batch says when it was sent, by the sender's clock (sentAt, sent_at, client_upload_time), next to when its events happened. From the two a
# receiver computes an event's time by its own clock: received - (sent - happened); so say the pages of Segment, RudderStack and Amplitude on timestamps. That
# is right only if "sent" belongs to the request that carries it. Segment's and Amplitude's SDKs write it anew at each try. RudderStack's and PostHog's
# write it once, before the first, so each second that they wait between tries is added to the time of every event of the batch.
# Consequence: after an outage of a collector the orders of the last minute before midnight belong to the next day, and come after what followed them.
# Output seen on 2026-11-30 with Node 20.20: the four lines of expected.txt below.
# usage: bash findings/sdk-sent-at-of-retries.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --ignore-scripts --no-audit --no-fund --loglevel error @rudderstack/rudder-sdk-node@3.0.13 posthog-node@5.70.0 \
  @segment/analytics-node@3.1.0 @amplitude/analytics-node@1.5.73 >/dev/null

cat >send.cjs <<'JS'
const { createServer } = require('node:http');
const amplitude = require('@amplitude/analytics-node');
const Rudder = require('@rudderstack/rudder-sdk-node');
const { Analytics } = require('@segment/analytics-node');
const { PostHog } = require('posthog-node');

const senders = {
  'rudder-sdk-node': (url) =>
    new Rudder('key', { dataPlaneUrl: url, flushAt: 1, gzip: false, logLevel: 'silly' }).track({ userId: 'a', event: 'e' }),
  'posthog-node': (host) =>
    new PostHog('key', { host, flushAt: 1, fetchRetryDelay: 50, disableCompression: true }).capture({ distinctId: 'a', event: 'e' }),
  'analytics-node': (host) => new Analytics({ writeKey: 'key', host, flushAt: 1, maxRetries: 5 }).track({ userId: 'a', event: 'e' }),
  'amplitude analytics-node': async (serverUrl) => {
    const sdk = amplitude.createInstance();
    await sdk.init('key', { serverUrl, flushIntervalMillis: 50, flushMaxRetries: 5, logLevel: 0 }).promise;
    sdk.track('e', {}, { user_id: 'user-a' });
  },
};

/** What each try of one batch calls the moment of sending, at a server that is busy twice. */
function sentAtOfTries(send) {
  const found = [];
  return new Promise((done) => {
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => (body += part));
      request.on('end', () => {
        const { sentAt, sent_at, client_upload_time } = JSON.parse(body);
        found.push(sentAt ?? sent_at ?? client_upload_time);
        if (found.length < 3) return response.writeHead(503, { 'retry-after': '1' }).end();
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":1,"code":200}');
        server.close();
        done(found);
      });
    });
    server.listen(0, '127.0.0.1', () => send(`http://127.0.0.1:${server.address().port}`));
  });
}

// The SDKs write each failure to the console.
console.error = () => {};
(async () => {
  for (const [name, send] of Object.entries(senders)) {
    const found = await sentAtOfTries(send);
    process.stdout.write(`${name}: ${found.length} tries, ${new Set(found).size} moments of sending\n`);
  }
  process.exit(0);
})();
JS

cat >expected.txt <<'TEXT'
rudder-sdk-node: 3 tries, 1 moments of sending
posthog-node: 3 tries, 1 moments of sending
analytics-node: 3 tries, 3 moments of sending
amplitude analytics-node: 3 tries, 3 moments of sending
TEXT

timeout 60 node send.cjs 2>/dev/null | grep ' tries, ' >actual.txt
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
