#!/usr/bin/env bash
# A library behind Segment's integrations makes dates of texts in an event's properties, and drops the zone of a time that has a blank instead of a T.
#
# Package: @segment/facade 3.4.10 of npm (5 million downloads a month), with @segment/isodate 1.0.3 and @segment/isodate-traverse 1.1.1.
# Behaviour: a facade walks through all properties and traits and replaces each text of the form of an ISO date by a Date. The number of an order, a
# voucher or a delivery day written 2026-05-01 becomes 2026-05-01T00:00:00.000Z, which is 30 April in New York, and is no text any more.
# A blank instead of a T is allowed (RFC 3339, 5.6), and databases write it: the library then ignores Z and +02:00 alike and takes the machine's offset,
# that of this moment: in winter a time of July is an hour late, in summer a time of January an hour early. A time with a T and no zone, which is
# local in ISO 8601 and ECMAScript, is UTC to it.
# Consequence: joins of orders by number fail for numbers that look like a day, and a payment is hours off, and on another day, by the sign between its
# date and time, by the machine's zone, and by the season in which the event is sent.
# Output seen on 2026-11-30 with Node 20.20: the eight lines of expected.txt below, as `voucher | 2026-05-01 | 2026-05-01T00:00:00.000Z`.
# usage: bash findings/properties-as-dates.sh     Needs npm, Node 20 and the npm registry. Exits 1 if what follows is not what the package does.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel error @segment/facade@3.4.10 @segment/isodate@1.0.3 @segment/isodate-traverse@1.1.1 >/dev/null

cat >read.cjs <<'JS'
const { Track } = require('@segment/facade');

const properties = {
  order_id: '2026-0017',
  voucher: '2026-05-01',
  call_at: '2026-07-01T20:00',
  paid_at: '2026-03-02T10:00:00+02:00',
  stored_at: '2026-03-02 10:00:00+02:00',
  january: '2026-01-01 20:00',
  july: '2026-07-01 20:00',
};
const read = new Track({ event: 'Order Completed', properties }).properties();

const print = (value) => (value instanceof Date ? value.toISOString() : `${value} (text)`);
for (const name of ['order_id', 'voucher', 'call_at', 'paid_at']) console.log([name, properties[name], print(read[name])].join(' | '));
console.log(`stored at the moment of the payment: ${read.stored_at.getTime() === read.paid_at.getTime()}`);

// The two of a machine in New York are 01:00Z of the next day in winter and 00:00Z in summer.
const hourOf = (name) => `${read[name].toISOString().slice(11, 13)}:00Z`;
const right = { january: '01:00Z', july: '00:00Z' };
const wrong = Object.keys(right).filter((name) => hourOf(name) !== right[name]);
console.log(`both seasons at one hour: ${hourOf('january') === hourOf('july')}`);
console.log(`wrong of the two: ${wrong.length}`);
console.log(`the wrong one is of the other season than now: ${wrong[0] === (new Date().getTimezoneOffset() === 300 ? 'july' : 'january')}`);
JS

cat >expected.txt <<'TEXT'
order_id | 2026-0017 | 2026-0017 (text)
voucher | 2026-05-01 | 2026-05-01T00:00:00.000Z
call_at | 2026-07-01T20:00 | 2026-07-01T20:00:00.000Z
paid_at | 2026-03-02T10:00:00+02:00 | 2026-03-02T08:00:00.000Z
stored at the moment of the payment: false
both seasons at one hour: true
wrong of the two: 1
the wrong one is of the other season than now: true
TEXT

TZ=America/New_York node read.cjs >actual.txt
cat actual.txt
diff expected.txt actual.txt && echo 'As described.'
