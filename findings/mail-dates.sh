#!/usr/bin/env bash
# A reader of mail says that a mail was sent at the moment it is read, if the zone of its date is written as CET; read again, it was sent later.
#
# Packages: mailparser 3.14.2 (of Nodemailer), postal-mime 4.0.0, letterparser 0.1.8, eml-parse-js 1.1.15 and eml-format 0.6.1 of npm.
# Behaviour: RFC 5322 (section 4.3) has forms of a date that nobody is to write any more and everybody has to accept: zones by name, of which the ones that it does
# not list, such as CET, stand for no known zone and are read as -0000; and blanks around the colons of the time. All five packages leave the reading to
# JavaScript's Date, which knows neither. mailparser then puts the present moment in its place, without a mark, and another one each time; postal-mime
# passes on the text, and the other three give an invalid Date, both of which a program can tell from a moment.
# Consequence: an import of an old mailbox has all such mails sent today, so an inquiry of March becomes the last contact before a sale of November; read again
# they move.
# What is right: the moment at -0000, or no moment; a mailbox's own time of arrival is a better one (INTERNALDATE of IMAP, internalDate of Gmail).
# Output seen on 2026-11-30 with Node 20.20 and 24.21: the lines of expected.txt below.
# usage: bash findings/mail-dates.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel error mailparser@3.14.2 postal-mime@4.0.0 letterparser@0.1.8 eml-parse-js@1.1.15 eml-format@0.6.1 >/dev/null

cat >read.mjs <<'JS'
import { setTimeout as sleep } from 'node:timers/promises';
import emlFormat from 'eml-format';
import { readEml } from 'eml-parse-js';
import { extract } from 'letterparser';
import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';

const DATES = {
  usual: 'Mon, 02 Mar 2026 10:00:00 +0000',
  'zone by name': 'Mon, 02 Mar 2026 10:00:00 CET',
  'blanks in the time': 'Mon, 02 Mar 2026 10 : 00 : 00 +0000',
};
const mailOf = (date) =>
  ['From: anna@customer.example', 'To: shop@shop.example', 'Subject: Sizes', `Date: ${date}`, 'Message-ID: <1@customer.example>', '', 'Hello.', ''].join('\r\n');

const readers = {
  mailparser: async (mail) => (await simpleParser(mail)).date,
  'postal-mime': async (mail) => (await PostalMime.parse(mail)).date,
  letterparser: async (mail) => extract(mail).date,
  'eml-parse-js': async (mail) => readEml(mail).date,
  'eml-format': (mail) => new Promise((done, fail) => emlFormat.read(mail, (error, { date } = {}) => (error ? fail(error) : done(date)))),
};

const began = Date.now();
const textOf = (date) => {
  if (typeof date === 'string') return Number.isNaN(Date.parse(date)) ? `the text ${date}` : new Date(date).toISOString();
  if (Number.isNaN(date.getTime())) return 'an invalid Date';
  return date.getTime() >= began ? 'the present moment' : date.toISOString();
};
for (const [form, date] of Object.entries(DATES))
  for (const [name, reader] of Object.entries(readers)) {
    const first = await reader(mailOf(date));
    await sleep(5);
    const second = await reader(mailOf(date));
    const isSame = String(first.valueOf()) === String(second.valueOf());
    console.log([form, name, textOf(first), ...(isSame ? [] : ['another when it is read again'])].join(' | '));
  }
JS

cat >expected.txt <<'TXT'
usual | mailparser | 2026-03-02T10:00:00.000Z
usual | postal-mime | 2026-03-02T10:00:00.000Z
usual | letterparser | 2026-03-02T10:00:00.000Z
usual | eml-parse-js | 2026-03-02T10:00:00.000Z
usual | eml-format | 2026-03-02T10:00:00.000Z
zone by name | mailparser | the present moment | another when it is read again
zone by name | postal-mime | the text Mon, 02 Mar 2026 10:00:00 CET
zone by name | letterparser | an invalid Date
zone by name | eml-parse-js | an invalid Date
zone by name | eml-format | an invalid Date
blanks in the time | mailparser | the present moment | another when it is read again
blanks in the time | postal-mime | the text Mon, 02 Mar 2026 10 : 00 : 00 +0000
blanks in the time | letterparser | an invalid Date
blanks in the time | eml-parse-js | an invalid Date
blanks in the time | eml-format | an invalid Date
TXT

TZ=UTC node read.mjs 2>/dev/null >actual.txt
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
