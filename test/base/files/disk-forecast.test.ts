// The forecast of a full disk: the pace of the straight line, and nothing where the disk does not fill.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysUntil, daysUntilFull, noteDiskUse } from '../../../src/base/files/disk-forecast.ts';
import { temporaryFolder } from '../folder.ts';

const HOUR = 3_600_000;
const GB = 1e9;
const uses = (hours: number, bytesAt: (hour: number) => number) =>
  Array.from({ length: hours + 1 }, (_, i) => ({ at: i * HOUR, bytes: Math.round(bytesAt(i)) }));

test('10 GB a day, 50 GB left: five days, also when every night frees and takes a little', () => {
  const even = daysUntil(
    100 * GB,
    uses(48, (hour) => 30 * GB + (hour / 24) * 10 * GB),
  );
  assert.equal(even?.toFixed(6), '5.000000');
  const waving =
    daysUntil(
      100 * GB,
      uses(168, (hour) => 30 * GB + (hour / 24) * 5 * GB + Math.sin(hour) * 0.1 * GB),
    ) ?? 0;
  assert.ok(Math.abs(waving - 7) < 0.1, String(waving));
});

test('a disk that does not fill, or of which less than a day is known, has no day', () => {
  assert.equal(
    daysUntil(
      100 * GB,
      uses(48, (hour) => 30 * GB - hour),
    ),
    null,
  );
  assert.equal(
    daysUntil(
      100 * GB,
      uses(12, (hour) => hour * GB),
    ),
    null,
  );
  assert.equal(daysUntil(100 * GB, []), null);
});

test('uses are noted once an hour and kept for a week', (t) => {
  const folder = temporaryFolder(t);
  for (let hour = 0; hour < 24; hour += 0.5) noteDiskUse(folder, hour * HOUR);
  const now = daysUntilFull(folder);
  assert.ok(now === null || now >= 0);
});
