// Joins the slices' contract.yaml files into openapi.yaml, and writes what is generated from it. `--check` writes nothing and exits 1 when
// the committed openapi.yaml is not the join of the pieces, or the inventory of operations not that of the contract.
import { existsSync, readFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { projectFile } from '../src/base/kit/paths.ts';
import { generate } from './artefacts.ts';
import { ContractFault, joinContract, replaceFile } from './contract-document.ts';
import { operationsFile, operationsTable } from './operations-table.ts';

const contractFile = projectFile('openapi.yaml');

try {
  const { document } = joinContract();
  const yaml =
    '# Written by bin/contract.ts from the contract.yaml files of the slices; never edited by hand.\n' +
    stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
  if (process.argv.includes('--check')) {
    if (!existsSync(contractFile) || readFileSync(contractFile, 'utf8') !== yaml) {
      process.stderr.write('openapi.yaml differs from the contract.yaml files; run npm run contract and commit the result\n');
      process.exitCode = 1;
    }
    if (readFileSync(operationsFile, 'utf8') !== operationsTable()) {
      process.stderr.write('test/shape/operations.tsv differs from the contract; run npm run contract and commit the result\n');
      process.exitCode = 1;
    }
  } else {
    replaceFile(contractFile, yaml);
    await generate(['openapi.json', 'contract.gen.ts']);
    replaceFile(operationsFile, operationsTable());
    process.stdout.write(`openapi.yaml: ${Object.keys(document['paths'] ?? {}).length} paths\n`);
  }
} catch (error) {
  process.stderr.write(`${error instanceof ContractFault ? error.message : String((error as Error).stack ?? error)}\n`);
  process.exitCode = 1;
}
