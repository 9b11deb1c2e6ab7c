// The codes of errors that the contract lists for an operation, and the codes that its own code can throw, are the same.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { z } from 'zod';
import { thrownErrors } from '../../bin/errors/thrown-errors.ts';
import { contract } from '../../src/base/contract/document.ts';
import { errorCatalogue } from '../../src/base/contract/error-catalogue.ts';
import { projectFile } from '../../src/base/kit/paths.ts';

const file = projectFile('src', 'base', 'contract', 'fields', 'thrown-errors.yaml');

test('thrown-errors.yaml is what the code throws (npm run errors writes it)', () => {
  const thrown = Object.fromEntries([...thrownErrors()].filter(([, codes]) => codes.length > 0));
  assert.deepEqual(z.record(z.string(), z.array(z.string())).parse(parse(readFileSync(file, 'utf8'))), thrown);
});

test('every code of the catalogue is one that an operation can answer with', () => {
  const listed = new Set(contract().operations.flatMap(({ errors }) => errors));
  assert.deepEqual([...listed].sort(), Object.keys(errorCatalogue).sort());
});
