#!/usr/bin/env bash
# A library of time zones begins each day in Greenland from 1998 to 2023 an hour early, in the day before, and then reads its own moment as that day.
#
# Packages: timezonecomplete 5.15.1 (with tzdata 1.0.51), spacetime 7.15.0 and moment-timezone 0.6.6 of npm.
# Behaviour: a zone has one line per period in the tz database, each until a change of law. timezonecomplete reads them right from a moment to a wall clock,
# and wrong from a wall clock to a moment: where a change of standard time keeps the rule of summer time, the years before it have the later standard
# time. So it is for Greenland's two zones to 2023, Ojinaga at the border of Texas to 2022 and Norfolk Island to 2019, and for years with single
# changes elsewhere (Indianapolis 2006, Istanbul 2007, Haiti 2017). Its two directions contradict each other: midnight, there and back, is 23:00.
# spacetime has this year's rules for all years, as its README says: Mexico without the summer time that it had in 2022.
# moment-timezone does it right, and so does Intl of Node.
# Consequence: the days of a platform's report, which are days of the account's zone, begin and end an hour off, and what happened in that hour is of
# the day before; the total of the year hides it.
# Output seen on 2026-11-30 with Node 20.20: the five lines of expected.txt below, as
# `America/Nuuk | 2019-01-15 | 01-15 03:00Z | 01-15 02:00Z, which it reads as 01-14 23:00 | 01-15 02:00Z`.
# usage: bash findings/zone-day-starts.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel error timezonecomplete@5.15.1 tzdata@1.0.51 spacetime@7.15.0 moment-timezone@0.6.6 >/dev/null

cat >read.mjs <<'JS'
import moment from 'moment-timezone';
import spacetime from 'spacetime';
import { DateTime, TimeZone, zone as zoneOf } from 'timezonecomplete';

const DAYS = [
  ['Europe/Berlin', '2022-07-15'],
  ['America/Nuuk', '2019-01-15'],
  ['America/Ojinaga', '2021-07-15'],
  ['Pacific/Norfolk', '2018-01-15'],
  ['America/Mexico_City', '2022-07-15'],
];

const written = (text) => text.slice(5, 16).replace('T', ' ');

for (const [zone, day] of DAYS) {
  const midnight = `${day}T00:00:00`;
  const start = new DateTime(`${midnight}.000`, zoneOf(zone)).toZone(TimeZone.utc());
  const found = [
    `${written(moment.tz(midnight, zone).toISOString())}Z`,
    `${written(start.toString())}Z, which it reads as ${written(start.toZone(zoneOf(zone)).toString())}`,
    `${written(spacetime(midnight, zone).toNativeDate().toISOString())}Z`,
  ];
  console.log([zone, day, ...found].join(' | '));
}
JS

cat >expected.txt <<'TEXT'
Europe/Berlin | 2022-07-15 | 07-14 22:00Z | 07-14 22:00Z, which it reads as 07-15 00:00 | 07-14 22:00Z
America/Nuuk | 2019-01-15 | 01-15 03:00Z | 01-15 02:00Z, which it reads as 01-14 23:00 | 01-15 02:00Z
America/Ojinaga | 2021-07-15 | 07-15 06:00Z | 07-15 05:00Z, which it reads as 07-14 23:00 | 07-15 05:00Z
Pacific/Norfolk | 2018-01-15 | 01-14 13:00Z | 01-14 12:00Z, which it reads as 01-14 23:00 | 01-14 12:00Z
America/Mexico_City | 2022-07-15 | 07-15 05:00Z | 07-15 05:00Z, which it reads as 07-15 00:00 | 07-15 06:00Z
TEXT

TZ=UTC node read.mjs >actual.txt
echo 'zone | day | starts by moment-timezone | by timezonecomplete | by spacetime'
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
