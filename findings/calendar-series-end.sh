#!/usr/bin/env bash
# Two readers of a weekly appointment lose its last day, keep one that was called off or belongs to another series, or miss one that was added.
#
# Packages: rrule 2.8.1 (5 million downloads a month), node-ical 0.27.2 and ical.js 2.2.1 of npm.
# Behaviour: where a series starts in a zone, its UNTIL is a moment in UTC (RFC 5545, 3.3.10), and calendars write the start of its last day, or the end of
# that day. rrule compares that moment with the wall clock as if both were UTC: east of Greenwich the last day is lost, west of it the day after the end
# is kept, so a series that was split ("this and following") has that day twice. It also removes an EXDATE only in the zone of the start, while RFC 5545
# lets it be in UTC. node-ical is right with both and drops RDATE, the days that were added by hand. ical.js is right with all four.
# Consequence: booked calls that took place have no event, and calls that never did have one: leads, no-shows and shares of held calls are wrong.
# Output seen on 2026-11-30 with Node 20.20: the five lines of expected.txt below, as `ends with its last start | 9 16 | 9 | 9 16 | 9 16`.
# usage: bash findings/calendar-series-end.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel error rrule@2.8.1 node-ical@0.27.2 rrule-temporal@2.2.8 ical.js@2.2.1 >/dev/null 2>&1

cat >read.mjs <<'JS'
import ICAL from 'ical.js';
import ical from 'node-ical';
import rrule from 'rrule';

/** A series, and its days in March 2026 from the 9th on by RFC 5545. */
const SERIES = [
  ['ends with its last start', '9 16', 'Europe/Berlin', '20260302T100000', 'UNTIL=20260316T090000Z'],
  ['ends with the end of a day', '9 16', 'Europe/Berlin', '20260302T230000', 'UNTIL=20260316T225959Z'],
  ['ends before the day of its third', '9', 'America/Los_Angeles', '20260302T060000', 'UNTIL=20260316T065959Z'],
  ['one called off, in UTC', '16', 'Europe/Berlin', '20260302T100000', 'COUNT=3', 'EXDATE:20260309T090000Z'],
  ['one added', '9 11', 'Europe/Berlin', '20260302T100000', 'COUNT=2', 'RDATE;TZID=Europe/Berlin:20260311T100000'],
];
const RULES = { 'Europe/Berlin': ['+0100', '+0200', '-1SU', '10', '-1SU'], 'America/Los_Angeles': ['-0800', '-0700', '2SU', '11', '1SU'] };

function zoneOf(zone) {
  const [winter, summer, spring, month, autumn] = RULES[zone];
  return [
    ...['BEGIN:VTIMEZONE', `TZID:${zone}`],
    ...['BEGIN:DAYLIGHT', 'DTSTART:20070301T020000', `RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=${spring}`],
    ...[`TZOFFSETFROM:${winter}`, `TZOFFSETTO:${summer}`, 'END:DAYLIGHT'],
    ...['BEGIN:STANDARD', 'DTSTART:20071001T020000', `RRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=${autumn}`],
    ...[`TZOFFSETFROM:${summer}`, `TZOFFSETTO:${winter}`, 'END:STANDARD'],
    'END:VTIMEZONE',
  ];
}

function* daysOf(component) {
  const days = new ICAL.Event(component).iterator();
  for (let day = days.next(); day; day = days.next()) yield day.toJSDate();
}

for (const [name, right, zone, start, end, ...more] of SERIES) {
  const lines = [`DTSTART;TZID=${zone}:${start}`, `RRULE:FREQ=WEEKLY;${end}`, ...more];
  const event = ['BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20260301T000000Z', ...lines, 'DURATION:PT30M', 'END:VEVENT'];
  const file = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//EN', ...zoneOf(zone), ...event, 'END:VCALENDAR', ''].join('\r\n');
  const calendar = new ICAL.Component(ICAL.parse(file));
  ICAL.TimezoneService.register(calendar.getFirstSubcomponent('vtimezone'));
  const found = [
    rrule.rrulestr(lines.join('\n'), { forceset: true }).all(),
    ical
      .expandRecurringEvent(Object.values(ical.parseICS(file)).find(({ type }) => type === 'VEVENT'), {
        from: new Date('2026-03-01T00:00:00Z'),
        to: new Date('2026-04-01T00:00:00Z'),
      })
      .map(({ start }) => start),
    [...daysOf(calendar.getFirstSubcomponent('vevent'))],
  ];
  const inZone = new Intl.DateTimeFormat('en', { timeZone: zone, day: 'numeric' });
  console.log([name, right, ...found.map((days) => days.map((day) => inZone.format(day)).filter((day) => day > 2).join(' '))].join(' | '));
}
JS

cat >expected.txt <<'TEXT'
ends with its last start | 9 16 | 9 | 9 16 | 9 16
ends with the end of a day | 9 16 | 9 | 9 16 | 9 16
ends before the day of its third | 9 | 9 16 | 9 | 9
one called off, in UTC | 16 | 9 16 | 16 | 16
one added | 9 11 | 9 11 | 9 | 9 11
TEXT

TZ=UTC node read.mjs >actual.txt
echo 'series | right | rrule | node-ical | ical.js'
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
