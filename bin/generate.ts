// Writes the files that are generated and not committed.
// usage: node bin/generate.ts [NAME…]     Names as in bin/artefacts.ts; without names: all.
import { generate } from './artefacts.ts';

try {
  await generate(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
