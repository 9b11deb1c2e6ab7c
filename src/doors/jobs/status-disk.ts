// What `status` says of the disk: how full it is, and when it will be.
import { DISK_FULL, DISK_TIGHT, DISK_WARNING } from '../../base/files/disk.ts';

interface Problem {
  what: string;
  next: string;
}

interface DiskState {
  used_share: number;
  days_until_full: number | null;
}

/** Days that an operator needs to get a larger disk. */
const SOON_DAYS = 7;
const ROOM = 'Free some space on the disk of the data folder, or enlarge it.';

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** @param disk As `status` has it. */
export function diskProblems({ used_share: used, days_until_full: days }: DiskState): Problem[] {
  if (used < DISK_WARNING) return soonFull(used, days);
  const means =
    used >= DISK_FULL
      ? 'no more data is accepted'
      : used >= DISK_TIGHT
        ? 'replays and exports wait, and intake is refused from 96 %'
        : 'replays wait from 92 %, intake is refused from 96 %';
  return [
    {
      what: `The disk is ${percent(used)} full: ${means}.`,
      next: ROOM,
    },
  ];
}

function soonFull(used: number, days: number | null): Problem[] {
  if (days === null || days >= SOON_DAYS) return [];
  const when = days < 1 ? 'within a day' : `in ${Math.floor(days)} ${days < 2 ? 'day' : 'days'}`;
  return [
    { what: `The disk is ${percent(used)} full and will be full ${when}, at the pace of the last seven days.`, next: ROOM },
  ];
}
