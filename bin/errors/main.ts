// Writes src/base/contract/fields/thrown-errors.yaml: by operation the codes of errors that its own code can throw. After a change of what is thrown; a test
// compares.
import { projectFile } from '../../src/base/kit/paths.ts';
import { replaceFile } from '../contract-document.ts';
import { thrownErrors } from './thrown-errors.ts';

const lines = [...thrownErrors()]
  .filter(([, codes]) => codes.length > 0)
  .map(([id, codes]) => `${id}: [${codes.join(', ')}]`)
  .sort();
const head = '# Written by bin/errors/main.ts: the codes of errors that the code of each operation can throw.';
replaceFile(projectFile('src', 'base', 'contract', 'fields', 'thrown-errors.yaml'), [head, ...lines, ''].join('\n'));
