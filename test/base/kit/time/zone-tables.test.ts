// The tables of time zones: that of the release against the runtime's own, which comes from elsewhere, the laws that it knows and the runtime does not,
// and a folder of zone files, which counts where it is newer.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSeed } from '../../../../src/base/kit/seeds.ts';
import { shiftsOfFile } from '../../../../src/base/kit/time/zone-files.ts';
import { shiftMsAt, shiftsByRuntime, shiftsOfZone, type ZoneShifts } from '../../../../src/base/kit/time/zone-shifts.ts';
import { folderTable, zoneTable } from '../../../../src/base/kit/time/zone-tables.ts';
import { folder, json, owner, tributary } from '../../../doors/cli/cli.ts';

const secondsAt = (time: string): number => Date.parse(time) / 1000;
const hoursAt = (zone: string, time: string): number => shiftMsAt(shiftsOfZone(zone), Date.parse(time)) / 3_600_000;
const NAMES = readSeed('time/zones').map(({ names }) => names.split(' '));
/** Names of zones that ICU, by which runtimes read zones, has beside those of the database, with what it takes them for. */
const ONLY_RUNTIME = {
  ACT: 'Australia/Darwin',
  AET: 'Australia/Sydney',
  AGT: 'America/Buenos_Aires',
  ART: 'Africa/Cairo',
  AST: 'America/Anchorage',
  BET: 'America/Sao_Paulo',
  BST: 'Asia/Dhaka',
  CAT: 'Africa/Maputo',
  CNT: 'America/St_Johns',
  CST: 'America/Chicago',
  CTT: 'Asia/Shanghai',
  EAT: 'Africa/Nairobi',
  ECT: 'Europe/Paris',
  IET: 'America/Indianapolis',
  IST: 'Asia/Calcutta',
  JST: 'Asia/Tokyo',
  MIT: 'Pacific/Apia',
  NET: 'Asia/Yerevan',
  NST: 'Pacific/Auckland',
  PLT: 'Asia/Karachi',
  PNT: 'America/Phoenix',
  PRT: 'America/Puerto_Rico',
  PST: 'America/Los_Angeles',
  SST: 'Pacific/Guadalcanal',
  VST: 'Asia/Saigon',
  'US/Pacific-New': 'America/Los_Angeles',
};

/** Those of twenty years that no release of the database still changes. */
const FROM = secondsAt('2006-01-01T00:00Z');
const UNTIL = secondsAt('2026-01-01T00:00Z');
const ofYears = (shifts: ZoneShifts): ZoneShifts => {
  const initial = shifts.findLast(([from]) => from <= FROM)?.[1] ?? 0;
  return [[FROM, initial], ...shifts.filter(([from]) => from > FROM && from < UNTIL)];
};

const ofRuntime = new Map<string, string>();
/** The runtime's clocks of twenty years; it reads names of one zone alike, so that it is asked once for each. */
function byRuntime(name: string): string {
  const zone = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  const shifts = ofRuntime.get(zone) ?? JSON.stringify(ofYears(shiftsByRuntime(zone)));
  ofRuntime.set(zone, shifts);
  return shifts;
}

test('the table of the release', async (t) => {
  await t.test('has every zone and the clocks of twenty years that the runtime has', () => {
    const names = new Set(NAMES.flat().map((name) => name.toLowerCase()));
    for (const zone of Intl.supportedValuesOf('timeZone')) assert.ok(names.has(zone.toLowerCase()), zone);
    const own = new Map(
      NAMES.flatMap((group) => group.map((name) => [name, JSON.stringify(ofYears(shiftsOfZone(group[0] ?? '')))])),
    );
    assert.ok(own.size >= 597, `${own.size} names`);
    for (const [name, shifts] of own) {
      assert.equal(JSON.stringify(ofYears(shiftsOfZone(name))), shifts, name);
      assert.equal(shifts, byRuntime(name), name);
    }
  });

  await t.test('is used under the names that only runtimes have, too', () => {
    for (const [name, zone] of Object.entries(ONLY_RUNTIME)) {
      assert.deepEqual(shiftsOfZone(name), shiftsOfZone(zone), name);
      assert.equal(JSON.stringify(ofYears(shiftsOfZone(name))), byRuntime(name), name);
    }
  });

  await t.test('knows the laws of 2026 of Manitoba and Cuba, which runtimes up to 2026c do not', () => {
    const winter = '2026-12-01T12:00:00Z';
    assert.deepEqual(
      ['America/Winnipeg', 'Canada/Central', 'America/Havana', 'Cuba'].map((zone) => hoursAt(zone, winter)),
      [-5, -5, -4, -4],
    );
    assert.deepEqual([hoursAt('America/Winnipeg', '2026-01-15T12:00:00Z'), hoursAt('America/Chicago', winter)], [-6, -6]);
  });

  await t.test('takes a zone in any letters, and leaves one that it does not have to the runtime', () => {
    assert.deepEqual(shiftsOfZone('america/WINNIPEG'), shiftsOfZone('America/Winnipeg'));
    assert.deepEqual(shiftsOfZone('+05:30'), [[0, 19_800]]);
    assert.throws(() => shiftsOfZone('Mars/Olympus'), RangeError);
  });
});

/** A zone file of version 2 whose clocks change at these moments, and by this rule afterwards. @param types Local time minus UTC. */
function zoneFile(changes: [number, number][], types: number[], rule: string): Buffer {
  const header = (times: number): Buffer => {
    const bytes = Buffer.alloc(44);
    bytes.write('TZif2', 'latin1');
    for (const [at, count] of [0, 0, 0, times, types.length, 4].entries()) bytes.writeUInt32BE(count, 20 + 4 * at);
    return bytes;
  };
  const block = (wordBytes: 4 | 8, shown: [number, number][]): Buffer => {
    const times = Buffer.alloc(shown.length * wordBytes);
    for (const [at, [from]] of shown.entries())
      if (wordBytes === 8) times.writeBigInt64BE(BigInt(from), at * 8);
      else times.writeInt32BE(from, at * 4);
    const places = Buffer.from(shown.map(([, type]) => type));
    const kinds = Buffer.concat(
      types.map((shift) => {
        const bytes = Buffer.alloc(6);
        bytes.writeInt32BE(shift);
        return bytes;
      }),
    );
    return Buffer.concat([times, places, kinds, Buffer.from('LMT\0')]);
  };
  return Buffer.concat([header(0), block(4, []), header(changes.length), block(8, changes), Buffer.from(`\n${rule}\n`)]);
}

function zoneFolder(root: string, version: string, files: Record<string, Buffer>): string {
  mkdirSync(join(root, 'Europe'), { recursive: true });
  writeFileSync(
    join(root, 'tzdata.zi'),
    [`# version ${version}`, ...Object.keys(files).map((name) => `Z ${name} 1 - X`), ''].join('\n'),
  );
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(root, name), bytes);
  return root;
}

test('a zone file', async (t) => {
  await t.test('gives its changes since 2000, and those of its rule after the last', () => {
    const year = secondsAt('2069-01-01T00:00Z');
    const shifts = shiftsOfFile(
      zoneFile(
        [
          [secondsAt('1990-01-01T00:00Z'), 0],
          [secondsAt('2010-05-01T00:00Z'), 1],
        ],
        [3600, 7200],
        'CET-1CEST,M3.5.0,M10.5.0/3',
      ),
    );
    assert.deepEqual(shifts.slice(0, 2), [
      [0, 3600],
      [secondsAt('2010-05-01T00:00Z'), 7200],
    ]);
    assert.deepEqual(
      shifts.filter(([from]) => from > year),
      [
        [secondsAt('2069-03-31T01:00Z'), 7200],
        [secondsAt('2069-10-27T01:00Z'), 3600],
      ],
    );
  });

  await t.test('may have a rule whose hours are negative or beyond a day, or none', () => {
    const nuuk = shiftsOfFile(zoneFile([], [-7200], '<-02>2<-01>,M3.5.0/-1,M10.5.0/0'));
    assert.deepEqual(nuuk.filter(([from]) => from > secondsAt('2030-01-01T00:00Z'))[0], [secondsAt('2030-03-31T01:00Z'), -3600]);
    const jerusalem = shiftsOfFile(zoneFile([], [7200], 'IST-2IDT,M3.4.4/26,M10.5.0'));
    assert.deepEqual(jerusalem.filter(([from]) => from > secondsAt('2030-01-01T00:00Z'))[0], [
      secondsAt('2030-03-29T00:00Z'),
      10_800,
    ]);
    assert.deepEqual(shiftsOfFile(zoneFile([], [19_800], 'IST-5:30')), [[0, 19_800]]);
  });

  await t.test('of another form is refused by words', () => {
    assert.throws(
      () => shiftsOfFile(Buffer.from('TZif2 is not all that is needed, as more bytes follow')),
      /not a time zone in the form TZif/,
    );
    assert.throws(
      () => shiftsOfFile(zoneFile([], [0], 'CET-1CEST,J60,J300')),
      /rule CET-1CEST,J60,J300 of a time zone is of another form/,
    );
  });
});

test('a folder of zone files', async (t) => {
  const data = folder(t);
  const zones = zoneFolder(join(data, '..', 'zones'), '2099z', { 'Europe/Berlin': zoneFile([], [9000], '<+0230>-2:30') });
  assert.ok(zoneTable().version < '2099z');

  await t.test('is read by its own index', () => {
    const table = folderTable(zones);
    assert.deepEqual(
      [table.version, table.shiftsOf('europe/berlin'), table.shiftsOf('Europe/Paris')],
      ['2099z', [[0, 9000]], undefined],
    );
  });

  await t.test('that is newer is the one in use', async () => {
    const made = await tributary(owner(data), { TRIBUTARY_ZONEINFO: zones });
    assert.equal(made.code, 0, made.stderr);
    const status = await tributary(['status', '--data', data, '--json'], { TRIBUTARY_ZONEINFO: zones });
    assert.deepEqual(JSON.parse(status.stdout).time_zones, { version: '2099z', origin: 'folder' });
  });

  await t.test('is no longer used without the setting, and what was recorded by it is kept', async () => {
    const { version, origin } = zoneTable();
    assert.deepEqual((await json(['status', '--data', data])).time_zones, { version, origin });
  });

  await t.test('without an index is refused at the start', async () => {
    const refused = await tributary(['status', '--data', data], { TRIBUTARY_ZONEINFO: join(data, '..') });
    assert.notEqual(refused.code, 0);
    assert.match(refused.stderr, /TRIBUTARY_ZONEINFO: .*tzdata\.zi/);
  });
});
