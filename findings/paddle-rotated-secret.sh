#!/usr/bin/env bash
# Paddle's own library refuses a genuine notification while the secret is changed, if the signature of the receiver's secret is not the last one.
#
# Package: @paddle/paddle-node-sdk 3.10.0 of npm.
# Behaviour: Paddle-Signature is ts=…;h1=…, with at least one h1. While a secret is changed there is one for each secret, old and new (announced at
# developer.paddle.com, Verify webhook signatures), so that a receiver may change at a moment of its own, as with Stripe's v1 and Standard Webhooks.
# The library keeps the last h1 of the header alone and compares that, so a notification that is signed with both secrets is accepted or refused by
# their order. Right is to accept it if one of them is equal.
# Consequence: transactions in the time of the change are answered with an error, and are lost if the last repeat of a notification comes before its end.
# Output seen on 2026-11-30 with Node 20.20: the three lines of expected.txt below, as `two secrets, ours first: refused`.
# usage: bash findings/paddle-rotated-secret.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the package does.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel error @paddle/paddle-node-sdk@3.10.0 >/dev/null

cat >receive.cjs <<'JS'
const { createHmac } = require('node:crypto');
const { Paddle } = require('@paddle/paddle-node-sdk');

const body = JSON.stringify({ event_id: 'evt_1', event_type: 'transaction.completed', data: { id: 'txn_1' } });
const now = Math.floor(Date.now() / 1000);
const signatureBy = (secret) => `h1=${createHmac('sha256', secret).update(`${now}:${body}`).digest('hex')}`;

const HEADERS = {
  'one secret': ['ours'],
  'two secrets, ours last': ['other', 'ours'],
  'two secrets, ours first': ['ours', 'other'],
};

(async () => {
  const { webhooks } = new Paddle('key');
  for (const [name, secrets] of Object.entries(HEADERS)) {
    const header = [`ts=${now}`, ...secrets.map(signatureBy)].join(';');
    console.log(`${name}: ${(await webhooks.isSignatureValid(body, 'ours', header)) ? 'accepted' : 'refused'}`);
  }
})();
JS

cat >expected.txt <<'TEXT'
one secret: accepted
two secrets, ours last: accepted
two secrets, ours first: refused
TEXT

node receive.cjs >actual.txt
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
