// A reporter for `node --test`: the files (the suites of test/lane.ts) that took the longest, at the end, so that who adds to them
// sees what it costs.
const SHOWN = 12;

interface Completed {
  type: string;
  data: { name?: string; details?: { type?: string; duration_ms?: number } };
}

export default async function* slowTests(events: AsyncIterable<Completed>): AsyncGenerator<string> {
  const files: { file: string; ms: number }[] = [];
  for await (const { type, data } of events)
    if (type === 'test:complete' && data.details?.type === 'suite' && data.name?.endsWith('.test.ts'))
      files.push({ file: data.name, ms: data.details.duration_ms ?? 0 });
  const slowest = files.sort((a, b) => b.ms - a.ms).slice(0, SHOWN);
  const lines = slowest.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${file}`);
  yield `\nslowest files:\n${lines.join('\n')}\n`; // in one piece: another reporter writes beside it
}
