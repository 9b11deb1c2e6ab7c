// A reporter for `node --test`: the files that took the longest, at the end, so that who adds to them sees what it costs.
import { relative } from 'node:path';
import { projectRoot } from '../src/base/kit/paths.ts';

const SHOWN = 12;

interface Summary {
  type: string;
  data: { file?: string; duration_ms?: number };
}

export default async function* slowTests(events: AsyncIterable<Summary>): AsyncGenerator<string> {
  const files: { file: string; ms: number }[] = [];
  for await (const { type, data } of events)
    if (type === 'test:summary' && data.file !== undefined) files.push({ file: data.file, ms: data.duration_ms ?? 0 });
  const slowest = files.sort((a, b) => b.ms - a.ms).slice(0, SHOWN);
  const lines = slowest.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${relative(projectRoot, file)}`);
  yield `\nslowest files:\n${lines.join('\n')}\n`; // in one piece: another reporter writes beside it
}
