// An agent has tools, not verbs and paths: where the service's own words name an operation of REST, they name its tool here, or the
// operation where it is no tool. Only in fields that the service writes itself; what visitors and advertisers wrote stays as it is.
import { type ContractOperation, contract } from '../../base/contract/document.ts';
import { toolName } from './tools.ts';

const OPERATION = /\b(GET|POST|PUT|PATCH|DELETE) ((?:\/[\w{}-]+)+)/g;
const PREFIX = '/api/v1';
const OWN_FIELDS: ReadonlySet<string> = new Set(['message', 'next', 'explanation', 'if_unchanged', 'sentence']);
/** Values from events, under names that others chose. */
const FOREIGN_FIELDS: ReadonlySet<string> = new Set(['properties', 'user_traits']);

export const nameOperations = (text: string): string =>
  text.replace(OPERATION, (_whole, method: string, path: string) => {
    const operation = operationAt(method, path);
    if (!operation) return `REST path ${path}`;
    return operation.mcp ? toolName(operation) : `REST operation ${operation.id}`;
  });

/** The names of path parameters do not matter, nor whether the prefix is said. */
const addressOf = (method: string, path: string): string =>
  `${method.toLowerCase()} ${path.startsWith(PREFIX) ? path.slice(PREFIX.length) : path}`.replace(/\{\w+\}/g, '{}');

const operationAt = (method: string, path: string): ContractOperation | undefined =>
  contract().operations.find((operation) => addressOf(operation.method, operation.path) === addressOf(method, path));

/** Fields that are the service's own within one of these: `next.text` says what to do first. */
const OWN_WITHIN: Readonly<Record<string, string>> = { next: 'text' };

/** The same answer in the words of tools. */
export function inToolWords<T>(answer: T, own?: string): T;
export function inToolWords(answer: unknown, own?: string): unknown {
  if (Array.isArray(answer)) return answer.map((each) => inToolWords(each, own));
  if (answer === null || typeof answer !== 'object') return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => {
      if (FOREIGN_FIELDS.has(key)) return [key, value];
      const isOwn = OWN_FIELDS.has(key) || key === own;
      return [key, typeof value === 'string' && isOwn ? nameOperations(value) : inToolWords(value, OWN_WITHIN[key])];
    }),
  );
}
