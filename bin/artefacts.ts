// The files that are generated and not committed: their list and their writers. bin/run writes openapi.json, which the service reads at start,
// when the pieces of the contract have changed; `npm run check` writes the types before it checks them.
import { projectFile } from '../src/base/kit/paths.ts';
import { joinContract, replaceFile } from './contract-document.ts';

type Name = keyof typeof WRITERS;

/** The writers of types are loaded when they are requested: the packages that the service needs are not all that these need. */
const WRITERS = {
  'openapi.json': async () => replaceFile(projectFile('openapi.json'), `${JSON.stringify(joinContract().document)}\n`),
  'contract.gen.ts': async () => (await import('./contract-types.ts')).writeContractTypes(),
  'statements.gen.ts': async () => (await import('./statements/types.ts')).writeStatementTypes(),
};

const isName = (name: string): name is Name => Object.hasOwn(WRITERS, name);

/** Writes these, or all. */
export async function generate(names: readonly string[]): Promise<void> {
  for (const name of names.length > 0 ? names : Object.keys(WRITERS)) {
    if (!isName(name)) throw new Error(`${name} is not generated; ${Object.keys(WRITERS).join(', ')} are.`);
    await WRITERS[name]();
  }
}
