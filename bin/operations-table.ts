// The inventory of operations, test/shape/operations.tsv, written from the contract: what each asks of its caller on one line, so that a change of access is
// seen as one. Its head, the order of lines, the column `from` and lines of what is no operation stay as they are; new operations are added at the end.
import { globSync, readFileSync } from 'node:fs';
import { type ContractOperation, contract } from '../src/base/contract/document.ts';
import { projectFile, projectRoot } from '../src/base/kit/paths.ts';

export const operationsFile = projectFile('test', 'shape', 'operations.tsv');

const OURS = 'ours';
const API = '/api/v1';

/** By "GET\t/overview". */
const placeOf = ({ method, path }: ContractOperation): string =>
  `${method.toUpperCase()}\t${path.startsWith(`${API}/`) ? path.slice(API.length) : `ROOT ${path}`}`;

/** By operationId: the slice whose contract.yaml has it. */
export function slicesOfOperations(): Map<string, string> {
  return new Map(
    globSync('src/*/*/contract.yaml', { cwd: projectRoot }).flatMap((file) => {
      const slice = file.split('/').slice(1, 3).join('/');
      const text = readFileSync(projectFile(file), 'utf8');
      return [...text.matchAll(/operationId: (\w+)$/gm)].map(([, id = '']): [string, string] => [id, slice]);
    }),
  );
}

const orDash = (values: readonly string[], separator: string): string => (values.length === 0 ? '-' : values.join(separator));
const unlessNone = (value: string): string => (value === 'none' ? '-' : value);

function lineOf(operation: ContractOperation, slice: string, from: string): string {
  const { scopes, auth, role, grain, idempotency } = operation;
  const columns = [slice, orDash(scopes, '|'), auth.join(','), unlessNone(role), grain, unlessNone(idempotency), from];
  return [placeOf(operation), ...columns].join('\t');
}

/** The file as it should be. */
export function operationsTable(): string {
  const slices = slicesOfOperations();
  const missing = new Map(contract().operations.map((operation) => [placeOf(operation), operation]));
  const written = (place: string, from: string): string | undefined => {
    const operation = missing.get(place);
    missing.delete(place);
    return operation && lineOf(operation, slices.get(operation.id) ?? '-', from);
  };
  const lines = readFileSync(operationsFile, 'utf8').trimEnd().split('\n');
  const kept = lines.flatMap((line) => {
    const [method = '', path = '', ...columns] = line.split('\t');
    if (line.startsWith('#') || method === 'method') return [line];
    const renewed = written(`${method}\t${path}`, columns.at(-1) ?? OURS);
    return renewed === undefined ? (path.startsWith('ROOT ') ? [line] : []) : [renewed];
  });
  const added = [...missing.keys()].flatMap((place) => written(place, OURS) ?? []);
  return `${[...kept, ...added].join('\n')}\n`;
}
