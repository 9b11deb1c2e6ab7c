#!/usr/bin/env bash
# A monthly appointment on the 31st is on the 28th ever after, and one in the hour that a clock skips is the day before or late for good.
#
# Packages: node-ical 0.26.1 (with rrule-temporal 1.6.0), which npm chooses for Node 20, rrule 2.8.1, ical.js 2.2.1 and node-ical 0.27.2 of npm.
# Behaviour: a rule that gives a date which a month lacks, or a time which a day lacks, gives nothing there: such an instance must be ignored and not
# counted (RFC 5545, 3.3.10). node-ical 0.26.1 steps from each day to the next and keeps what it had to change: the 31st becomes the 28th in
# February and stays it, and 02:30 becomes 03:30 on the last Sunday of March and stays it. Its newer version, which needs Node 22, is right.
# rrule and ical.js keep what is missing, in Berlin an hour early. In Santiago, whose clock skips from 24:00 to 01:00, ical.js has 00:30 of the 6th
# at 23:30 of the 5th, a day that has its appointment already.
# Consequence: a call is counted on another day than it took place, and an outcome is joined to the wrong appointment, in every month after the first.
# Output seen on 2026-11-30 with Node 20.20: the lines of expected.txt below, as `monthly on the 31st | node-ical 0.26.1 | 01-31 10:00, 02-28 10:00, 03-28 10:00`.
# usage: bash findings/calendar-missing-days.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel error node-ical@0.26.1 rrule-temporal@1.6.0 rrule@2.8.1 ical.js@2.2.1 >/dev/null 2>&1
mkdir newer
cd newer
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel error node-ical@0.27.2 rrule-temporal@2.2.8 >/dev/null 2>&1
cd ..

cat >read.mjs <<'JS'
import { createRequire } from 'node:module';
import ICAL from 'ical.js';
import ical from 'node-ical';
import rrule from 'rrule';

const newer = createRequire(`${import.meta.dirname}/newer/`)('node-ical');

const SERIES = [
  ['monthly on the 31st', '01-31 10:00, 03-31 10:00, 05-31 10:00', 'Europe/Berlin', '20260131T100000', 'FREQ=MONTHLY;COUNT=3'],
  ['daily at 02:30', '03-28 02:30, 03-30 02:30, 03-31 02:30', 'Europe/Berlin', '20260328T023000', 'FREQ=DAILY;COUNT=3'],
  ['daily at 00:30', '09-05 00:30, 09-07 00:30, 09-08 00:30', 'America/Santiago', '20260905T003000', 'FREQ=DAILY;COUNT=3'],
];
const RULES = {
  'Europe/Berlin': ['+0100', '+0200', ['3', '-1SU', '020000'], ['10', '-1SU', '030000']],
  'America/Santiago': ['-0400', '-0300', ['9', '1SU', '000000'], ['4', '1SU', '000000']],
};

function zoneOf(zone) {
  const [winter, summer, spring, autumn] = RULES[zone];
  const part = (name, from, to, [month, day, time]) => [
    ...[`BEGIN:${name}`, `DTSTART:2020${month.padStart(2, '0')}01T${time}`, `RRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=${day}`],
    ...[`TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`, `END:${name}`],
  ];
  const parts = [...part('DAYLIGHT', winter, summer, spring), ...part('STANDARD', summer, winter, autumn)];
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...parts, 'END:VTIMEZONE'];
}

function* daysOf(component) {
  const days = new ICAL.Event(component).iterator();
  for (let day = days.next(); day; day = days.next()) yield day.toJSDate();
}

for (const [name, right, zone, start, rule] of SERIES) {
  const lines = [`DTSTART;TZID=${zone}:${start}`, `RRULE:${rule}`];
  const event = ['BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20260101T000000Z', ...lines, 'DURATION:PT30M', 'END:VEVENT'];
  const file = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//EN', ...zoneOf(zone), ...event, 'END:VCALENDAR', ''].join('\r\n');
  const calendar = new ICAL.Component(ICAL.parse(file));
  ICAL.TimezoneService.register(calendar.getFirstSubcomponent('vtimezone'));
  const eventOf = (reader) => Object.values(reader.parseICS(file)).find(({ type }) => type === 'VEVENT');
  const found = {
    'node-ical 0.26.1': eventOf(ical).rrule.all(),
    rrule: rrule.rrulestr(lines.join('\n')).all(),
    'ical.js': [...daysOf(calendar.getFirstSubcomponent('vevent'))],
    'node-ical 0.27.2': eventOf(newer).rrule.all(),
  };
  const written = (day) => day.toLocaleString('sv', { timeZone: zone }).slice(5, 16);
  console.log(`${name} | right | ${right}`);
  for (const [reader, days] of Object.entries(found)) console.log(`${name} | ${reader} | ${days.map(written).join(', ')}`);
}
JS

cat >expected.txt <<'TEXT'
monthly on the 31st | right | 01-31 10:00, 03-31 10:00, 05-31 10:00
monthly on the 31st | node-ical 0.26.1 | 01-31 10:00, 02-28 10:00, 03-28 10:00
monthly on the 31st | rrule | 01-31 10:00, 03-31 10:00, 05-31 10:00
monthly on the 31st | ical.js | 01-31 10:00, 03-31 10:00, 05-31 10:00
monthly on the 31st | node-ical 0.27.2 | 01-31 10:00, 03-31 10:00, 05-31 10:00
daily at 02:30 | right | 03-28 02:30, 03-30 02:30, 03-31 02:30
daily at 02:30 | node-ical 0.26.1 | 03-28 02:30, 03-29 03:30, 03-30 03:30
daily at 02:30 | rrule | 03-28 02:30, 03-29 01:30, 03-30 02:30
daily at 02:30 | ical.js | 03-28 02:30, 03-29 01:30, 03-30 02:30
daily at 02:30 | node-ical 0.27.2 | 03-28 02:30, 03-30 02:30, 03-31 02:30
daily at 00:30 | right | 09-05 00:30, 09-07 00:30, 09-08 00:30
daily at 00:30 | node-ical 0.26.1 | 09-05 00:30, 09-06 01:30, 09-07 01:30
daily at 00:30 | rrule | 09-05 00:30, 09-06 01:30, 09-07 00:30
daily at 00:30 | ical.js | 09-05 00:30, 09-05 23:30, 09-07 00:30
daily at 00:30 | node-ical 0.27.2 | 09-05 00:30, 09-07 00:30, 09-08 00:30
TEXT

TZ=UTC node read.mjs >actual.txt
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
