#!/usr/bin/env bash
# Since autumn 2026 the days of accounts in Calgary, Winnipeg, Havana and Casablanca begin an hour off by the newest versions of two libraries of zones.
#
# Packages: moment-timezone 0.6.6 (with the tz database 2026f), @js-joda/timezone 2.25.2 (with @js-joda/core 6.3.2) and timezonecomplete 5.15.1 with tzdata 1.0.51,
# each the newest on npm on the day below.
# Behaviour: British Columbia kept its summer time of 8 March 2026 for good, Alberta ended its changes of the clock by a law of 2026, Manitoba and Cuba did not go
# back on 1 November, and Morocco went back to UTC on 20 September (tz database 2026f; of the first two also the mailing list tz@iana.org, March and May
# 2026). A library with tables of its own knows it once it is released again, and Intl once the runtime is: Node 20.20 (2025c) has none of the five,
# Node 24.21 (2026c) three. Before, all tables agreed, and so they do about New York and Berlin.
# Consequence: reports of a platform, which count by the clock of the account, and those of a tracker differ by the sales of one hour a day, for good.
# Output seen on 2026-12-01 with Node 20.20: the seven lines of expected.txt below, as `America/Edmonton | 06:00Z | 07:00Z | 07:00Z`.
# usage: bash findings/clock-changes-2026.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the packages do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel error moment-timezone@0.6.6 @js-joda/core@6.3.2 @js-joda/timezone@2.25.2 timezonecomplete@5.15.1 \
  tzdata@1.0.51 >/dev/null

cat >read.cjs <<'JS'
const { LocalDateTime, ZonedDateTime, ZoneId } = require('@js-joda/core');
require('@js-joda/timezone');
const moment = require('moment-timezone');
const { DateTime, TimeZone } = require('timezonecomplete');

const DAY = '2026-12-01T00:00:00';
const ZONES = ['America/Vancouver', 'America/Edmonton', 'America/Winnipeg', 'America/Havana', 'Africa/Casablanca', 'America/New_York', 'Europe/Berlin'];

/** The moment at which the day begins. */
const readers = [
  (zone) => moment.tz(DAY, zone).valueOf(),
  (zone) => ZonedDateTime.of(LocalDateTime.parse(DAY), ZoneId.of(zone)).toInstant().toEpochMilli(),
  (zone) => new DateTime(DAY, TimeZone.zone(zone)).unixUtcMillis(),
];
for (const zone of ZONES) console.log([zone, ...readers.map((read) => `${new Date(read(zone)).toISOString().slice(11, 16)}Z`)].join(' | '));
JS

cat >expected.txt <<'TEXT'
America/Vancouver | 07:00Z | 08:00Z | 07:00Z
America/Edmonton | 06:00Z | 07:00Z | 07:00Z
America/Winnipeg | 05:00Z | 06:00Z | 06:00Z
America/Havana | 04:00Z | 05:00Z | 05:00Z
Africa/Casablanca | 00:00Z | 23:00Z | 23:00Z
America/New_York | 05:00Z | 05:00Z | 05:00Z
Europe/Berlin | 23:00Z | 23:00Z | 23:00Z
TEXT

node read.cjs >actual.txt
echo '1 December begins in | moment-timezone | @js-joda/timezone | timezonecomplete'
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
