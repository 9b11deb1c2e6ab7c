// The time that a process and its children have taken of the processors, which unlike the time of a clock does not depend on what else the
// machine does.
import { existsSync, readFileSync } from 'node:fs';

const STAT = '/proc/self/stat';
/** Linux counts this many of them in a second, on every architecture. */
const TICKS = 100;

/** This process and its ended children, in seconds. Where there is no /proc, this process alone. */
export function processorSeconds(): number {
  if (!existsSync(STAT)) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  }
  const text = readFileSync(STAT, 'utf8');
  // The name of the command may contain spaces; what follows its last bracket does not. utime, stime, cutime and cstime are fields 14 to 17.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
}
