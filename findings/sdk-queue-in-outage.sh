#!/usr/bin/env bash
# An event SDK keeps an event while nothing listens, and drops it when a server says 503 with Retry-After: the polite outage loses more.
#
# Packages: posthog-node 5.70.0 and @segment/analytics-node 3.1.0 of npm, event SDKs for servers.
# Behaviour: both repeat a failed batch three times. After that posthog-node leaves the batch in its queue if no connection was possible, and sends it
# with the next event; if each answer was a 503, the batch is gone, although 503 with Retry-After says that the same request is welcome later (RFC 9110,
# 15.6.4 and 10.2.3). analytics-node drops the batch in both cases. So during an update a collector loses fewer events of posthog-node with its port
# closed than behind a proxy that answers for it, and who wants all of them raises fetchRetryCount.
# Output seen on 2026-11-29 with Node 20.20: the four lines of expected.txt below.
# usage: bash findings/sdk-queue-in-outage.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel error posthog-node@5.70.0 @segment/analytics-node@3.1.0 >/dev/null

cat >send.cjs <<'JS'
const { createServer } = require('node:http');
const { Analytics } = require('@segment/analytics-node');
const { PostHog } = require('posthog-node');

const until = async (look) => {
  while (!look()) await new Promise((next) => setTimeout(next, 20));
};

/** A server on a port of this machine that hands each body to `answer`. */
const listen = (answer, port = 0) =>
  new Promise((done) => {
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => (body += part));
      request.on('end', () => answer(body, response));
    });
    server.listen(port, '127.0.0.1', () => done(server));
  });

/** Of two events the first is sent during the outage, until the SDK reports that it failed, and the second after it. */
async function arrivals(isClosed, start) {
  const arrived = new Set();
  let isOut = true;
  const answer = (body, response) => {
    if (isOut) return response.writeHead(503, { 'retry-after': '0' }).end();
    for (const [, name] of body.matchAll(/"event":"(first|second)"/g)) arrived.add(name);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":1}');
  };
  let server = await listen(answer);
  const { port } = server.address();
  if (isClosed) await new Promise((done) => server.close(done));
  const sdk = start(`http://127.0.0.1:${port}`);
  sdk.send('first');
  await sdk.failed();
  isOut = false;
  if (isClosed) server = await listen(answer, port);
  sdk.send('second');
  await until(() => arrived.has('second'));
  await sdk.end();
  server.closeAllConnections();
  server.close();
  return [...arrived].sort().join(' and ');
}

function postHog(host) {
  let failures = 0;
  const sdk = new PostHog('key', { host, flushAt: 1, flushInterval: 0, fetchRetryDelay: 20, disableCompression: true });
  sdk.on('error', () => (failures += 1));
  return {
    send: (event) => sdk.capture({ distinctId: 'a', event }),
    failed: () => until(() => failures > 0),
    end: () => sdk.shutdown(),
  };
}

function segment(host) {
  let failures = 0;
  const sdk = new Analytics({ writeKey: 'key', host, flushAt: 1, maxRetries: 3 });
  sdk.on('error', () => (failures += 1));
  return {
    send: (event) => sdk.track({ userId: 'a', event }),
    failed: () => until(() => failures > 0),
    end: () => sdk.closeAndFlush(),
  };
}

// posthog-node writes each failure to the console.
console.error = () => {};
(async () => {
  for (const [name, start] of [['posthog-node', postHog], ['analytics-node', segment]])
    for (const isClosed of [false, true])
      console.log(`${name}, ${isClosed ? 'nothing listens' : '503 with Retry-After'}: ${await arrivals(isClosed, start)} arrived`);
  process.exit(0);
})();
JS

cat >expected.txt <<'TEXT'
posthog-node, 503 with Retry-After: second arrived
posthog-node, nothing listens: first and second arrived
analytics-node, 503 with Retry-After: second arrived
analytics-node, nothing listens: second arrived
TEXT

node send.cjs >actual.txt
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
