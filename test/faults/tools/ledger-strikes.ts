// Damage to the files of the ledger, while the service runs and while it is down.
import assert from 'node:assert/strict';
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Installed, type Running, startService } from './service.ts';

const PARTS = ['', '-wal', '-shm'];

export type Random = (below: number) => number;

/** What happens to the files; the older copy is of an earlier round. */
interface Damage {
  name: string;
  strike: (file: string, older: string, random: Random) => void;
}

function remove(file: string): void {
  for (const part of PARTS) rmSync(file + part, { force: true });
}

function flipBytes(file: string, random: Random): void {
  for (const part of PARTS.slice(0, 2).filter((each) => existsSync(file + each) && statSync(file + each).size > 0)) {
    const fd = openSync(file + part, 'r+');
    for (let n = 0; n < 20; n += 1) writeSync(fd, Buffer.of(random(256)), 0, 1, random(statSync(file + part).size));
    closeSync(fd);
  }
}

const DAMAGES: readonly Damage[] = [
  { name: 'deleted', strike: remove },
  { name: 'cut off', strike: (file, _older, random) => truncateSync(file, random(statSync(file).size)) },
  { name: 'bytes changed', strike: (file, _older, random) => flipBytes(file, random) },
  {
    name: 'an older copy',
    strike: (file, older) => {
      remove(file);
      // In the first rounds there is none.
      if (existsSync(older)) copyFileSync(older, file);
    },
  },
];
const MOMENTS = ['while it serves', 'after a kill', 'after a stop'] as const;

export interface Strikes {
  /** The service as it is after the strike of a round. */
  strike(service: Running, round: number): Promise<Running>;
  /** How often each was struck, in words. */
  hits(): string;
}

/** Each kind of damage at each moment, in turn. */
export function strikesOf(t: TestContext, { dataDir }: Installed, env: Record<string, string>, random: Random): Strikes {
  const file = join(dataDir, 'ledger.sqlite');
  const older = join(dataDir, '..', 'older.sqlite');
  const hits = new Map<string, number>();
  return {
    strike: async (service, round) => {
      const damage = DAMAGES[round % DAMAGES.length] ?? assert.fail();
      const moment = MOMENTS[Math.floor(round / DAMAGES.length) % MOMENTS.length];
      if (moment === 'after a kill') await service.kill();
      if (moment === 'after a stop') assert.equal((await service.terminate()).code, 0, service.log());
      const copy = readFileSync(file);
      damage.strike(file, older, random);
      if (round % 5 === 0) writeFileSync(older, copy);
      const name = `${damage.name} ${moment}`;
      hits.set(name, (hits.get(name) ?? 0) + 1);
      if (moment !== 'while it serves') return startService(t, dataDir, env);
      await fetch(`${service.address}/readyz`);
      return service;
    },
    hits: () => [...hits].map(([name, n]) => `${name} ${n}`).join(', '),
  };
}
