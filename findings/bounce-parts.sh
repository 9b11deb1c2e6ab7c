#!/usr/bin/env bash
# A reader of mail puts the part of a bounce that programs are to read into the text for people, and that of a complaint into the attachments.
#
# Packages: mailparser 3.14.2 (of Nodemailer), postal-mime 4.0.0 and letterparser 0.1.8 of npm.
# Behaviour: a report has a text for people and then a part for programs (multipart/report, RFC 6522): message/delivery-status for a bounce (RFC 3464),
# message/global-delivery-status for one of an address with other letters (RFC 6533), message/feedback-report for a complaint (RFC 5965). mailparser
# appends the first to the text of the mail and has it in no list of parts, unless its option keepDeliveryStatus is set; the two others are attachments, so a
# program that searches the attachments works with complaints and fails with nearly every bounce. postal-mime has all three among the attachments,
# and beside the second the mail that came back in the text, unless forceRfc822Attachments is set. letterparser has no part of any of them.
# Consequence: a handler of bounces that was written for one reader finds no bounce with another, and an address that does not exist is written to again
# until a mail provider blocks the sender; one that searches texts takes an answer that quotes a bounce for one.
# Output seen on 2026-11-30 with Node 20.20: the nine lines of expected.txt below, as
# `delivery-status | mailparser | parts: message/rfc822 | in the text`.
# usage: bash findings/bounce-parts.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel error mailparser@3.14.2 postal-mime@4.0.0 letterparser@0.1.8 >/dev/null

cat >read.mjs <<'JS'
import { extract } from 'letterparser';
import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';

const ORIGINAL = ['From: shop@shop.example', 'To: anna@customer.example', 'Subject: Order 17', 'Message-ID: <1@shop.example>', '', 'Thanks.'];
const REPORTS = {
  'delivery-status': ['Reporting-MTA: dns; mx.customer.example', '', 'Final-Recipient: rfc822; anna@customer.example', 'Action: failed', 'Status: 5.1.1'],
  'global-delivery-status': [
    ...['Reporting-MTA: dns; mx.customer.example', '', 'Final-Recipient: rfc822; anna@customer.example', 'Action: failed', 'Status: 5.1.1'],
  ],
  'feedback-report': ['Feedback-Type: abuse', 'User-Agent: Example/1.0', 'Version: 1', 'Original-Rcpt-To: anna@customer.example'],
};

const mailOf = (type, lines) =>
  [
    ...['From: postmaster@customer.example', 'To: shop@shop.example', 'Subject: Report', 'Date: Mon, 02 Mar 2026 10:00:00 +0000'],
    ...['MIME-Version: 1.0', `Content-Type: multipart/report; report-type=${type.replace('global-', '')}; boundary=b`, ''],
    ...['--b', 'Content-Type: text/plain', '', 'This is a report.', ''],
    ...['--b', `Content-Type: message/${type}`, '', ...lines, ''],
    ...['--b', 'Content-Type: message/rfc822', '', ...ORIGINAL, '', '--b--', ''],
  ].join('\r\n');

const readers = {
  mailparser: async (mail) => {
    const { text, attachments } = await simpleParser(mail);
    return [text, attachments.map(({ contentType }) => contentType)];
  },
  'postal-mime': async (mail) => {
    const { text, attachments } = await PostalMime.parse(mail);
    return [text, attachments.map(({ mimeType }) => mimeType)];
  },
  letterparser: async (mail) => {
    const { text, attachments } = extract(mail);
    return [text ?? '', (attachments ?? []).map(({ contentType }) => contentType.type)];
  },
};

for (const [type, lines] of Object.entries(REPORTS))
  for (const [name, read] of Object.entries(readers)) {
    const [text, parts] = await read(mailOf(type, lines));
    const isInText = text.includes('anna@customer.example');
    console.log(`${type} | ${name} | parts: ${parts.join(', ') || 'none'} | ${isInText ? 'in the text' : 'not in the text'}`);
  }
JS

cat >expected.txt <<'TEXT'
delivery-status | mailparser | parts: message/rfc822 | in the text
delivery-status | postal-mime | parts: message/delivery-status, message/rfc822 | not in the text
delivery-status | letterparser | parts: none | not in the text
global-delivery-status | mailparser | parts: message/global-delivery-status, message/rfc822 | not in the text
global-delivery-status | postal-mime | parts: message/global-delivery-status | in the text
global-delivery-status | letterparser | parts: none | in the text
feedback-report | mailparser | parts: message/feedback-report, message/rfc822 | not in the text
feedback-report | postal-mime | parts: message/feedback-report, message/rfc822 | not in the text
feedback-report | letterparser | parts: none | not in the text
TEXT

node read.mjs >actual.txt
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
