#!/usr/bin/env bash
# Two readers of one calendar disagree when an appointment ends: one counts a day as 24 hours, the other counts hours on a clock that jumps.
#
# Packages: node-ical 0.27.2 and ical.js 2.2.1 of npm.
# Behaviour: an appointment without an end has a DURATION. Its weeks and days are nominal: the wall clock is the same afterwards, whatever the length of
# the day. Its hours, minutes and seconds are exact (RFC 5545, 3.3.6). node-ical makes milliseconds of all of it, so a stay of one day over the
# change to summer time ends an hour late. ical.js adds all of it to the wall clock, so a call of two hours at 01:30 takes one, and one of three
# hours in autumn takes four; PT24H and P1D are one to it. Each is right where the other is wrong, and both are right on the other 363 days.
# Consequence: two tools that bill or count booked time, or match a call to its end, disagree by an hour about the same invitation.
# Output seen on 2026-11-30 with Node 20.20: the five lines of expected.txt below, as `PT2H | 2026-03-29T02:30Z | 2026-03-29T02:30Z | 2026-03-29T01:30Z`.
# usage: bash findings/calendar-durations.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel error node-ical@0.27.2 ical.js@2.2.1 >/dev/null 2>&1

cat >read.mjs <<'JS'
import ICAL from 'ical.js';
import ical from 'node-ical';

/** Starts in Berlin, durations, and the ends by RFC 5545. */
const APPOINTMENTS = [
  ['20260328T120000', 'P1D', '2026-03-29T10:00Z'],
  ['20260328T120000', 'PT24H', '2026-03-29T11:00Z'],
  ['20260329T013000', 'PT2H', '2026-03-29T02:30Z'],
  ['20261025T013000', 'PT3H', '2026-10-25T02:30Z'],
  ['20261020T120000', 'P1W', '2026-10-27T11:00Z'],
];
const ZONE = [
  ...['BEGIN:VTIMEZONE', 'TZID:Europe/Berlin'],
  ...['BEGIN:DAYLIGHT', 'DTSTART:19700329T020000', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU'],
  ...['TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', 'END:DAYLIGHT'],
  ...['BEGIN:STANDARD', 'DTSTART:19701025T030000', 'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU'],
  ...['TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'END:STANDARD'],
  'END:VTIMEZONE',
];

for (const [start, duration, right] of APPOINTMENTS) {
  const event = ['BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20260301T000000Z', `DTSTART;TZID=Europe/Berlin:${start}`, `DURATION:${duration}`, 'END:VEVENT'];
  const file = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//EN', ...ZONE, ...event, 'END:VCALENDAR', ''].join('\r\n');
  const calendar = new ICAL.Component(ICAL.parse(file));
  ICAL.TimezoneService.register(calendar.getFirstSubcomponent('vtimezone'));
  const ends = [
    Object.values(ical.parseICS(file)).find(({ type }) => type === 'VEVENT').end,
    new ICAL.Event(calendar.getFirstSubcomponent('vevent')).endDate.toJSDate(),
  ];
  console.log([duration, right, ...ends.map((end) => end.toISOString().replace(':00.000', ''))].join(' | '));
}
JS

cat >expected.txt <<'TEXT'
P1D | 2026-03-29T10:00Z | 2026-03-29T11:00Z | 2026-03-29T10:00Z
PT24H | 2026-03-29T11:00Z | 2026-03-29T11:00Z | 2026-03-29T10:00Z
PT2H | 2026-03-29T02:30Z | 2026-03-29T02:30Z | 2026-03-29T01:30Z
PT3H | 2026-10-25T02:30Z | 2026-10-25T02:30Z | 2026-10-25T03:30Z
P1W | 2026-10-27T11:00Z | 2026-10-27T10:00Z | 2026-10-27T11:00Z
TEXT

node read.mjs >actual.txt
echo 'duration | right | node-ical | ical.js'
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
