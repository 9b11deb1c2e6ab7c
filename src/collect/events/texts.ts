// Texts as they come in: what JSON may hold and a database, a file or a reader of ours may not. A server's text is refused
// with the field's name; a browser's is repaired, because one odd title must not lose a visit.

/** The most levels of objects and lists below an event. */
export const MAX_DEPTH = 16;

type Problem = 'holds a NUL character' | 'holds half a surrogate pair' | 'is nested too deeply' | 'uses the name __proto__';

const problemOfText = (text: string): Problem | undefined => {
  if (text.includes('\0')) return 'holds a NUL character';
  return text.isWellFormed() ? undefined : 'holds half a surrogate pair';
};

/** The first field of a JSON value that cannot be taken as it is, or undefined when all of it can. */
export function findProblem(value: unknown, path = '', depth = 0): { field: string; problem: Problem } | undefined {
  if (typeof value === 'string') {
    const problem = problemOfText(value);
    return problem && { field: path, problem };
  }
  if (value === null || typeof value !== 'object') return undefined;
  if (depth > MAX_DEPTH) return { field: path, problem: 'is nested too deeply' };
  for (const key of Object.keys(value)) {
    if (key === '__proto__') return { field: path, problem: 'uses the name __proto__' };
    const inKey = problemOfText(key);
    if (inKey) return { field: path, problem: inKey };
    const child = (value as Record<string, unknown>)[key];
    if (typeof child !== 'string' && (child === null || typeof child !== 'object')) continue;
    const found = findProblem(child, path === '' ? key : `${path}.${key}`, depth + 1);
    if (found) return found;
  }
  return undefined;
}

const repairText = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();

/** A copy without what `findProblem` finds: bad characters become U+FFFD, `__proto__` and levels too deep are left out. */
export function repair<T>(value: T, depth = 0): T {
  if (typeof value === 'string') return repairText(value) as T;
  if (value === null || typeof value !== 'object') return value;
  if (depth > MAX_DEPTH) return null as T;
  if (Array.isArray(value)) return value.map((child) => repair(child, depth + 1)) as T;
  const copy: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(value)) if (key !== '__proto__') copy[repairText(key)] = repair(child, depth + 1);
  return copy as T;
}

/** At most `most` UTF-16 units, never ending in half a surrogate pair. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.charCodeAt(most - 1);
  return text.slice(0, end >= 0xd800 && end <= 0xdbff ? most - 1 : most);
}
