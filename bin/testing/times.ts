// The processor time of a run of the tests: the sum, and the files beyond the budget of CONTRIBUTING.md, so that the author of a
// test sees its cost.

/** A file that takes more is cut, or has a reason to be long. */
const FILE_SECONDS = 10;

interface FileTime {
  file: string;
  seconds: number;
}

export function timeSummary(times: readonly FileTime[]): string {
  const long = times.filter(({ seconds }) => seconds > FILE_SECONDS).sort((a, b) => b.seconds - a.seconds);
  const sum = times.reduce((total, { seconds }) => total + seconds, 0);
  const lines = long.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${file}\n`);
  return [
    `\n${sum.toFixed(0)} s of processor time for ${times.length} files; ${long.length} took more than ${FILE_SECONDS} s:\n`,
    ...lines,
  ].join('');
}
