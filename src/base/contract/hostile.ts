// JSON that parses but that nothing further in should meet: nested too deep, names that reach for prototypes, text that is no
// Unicode or carries NUL, numbers beyond double precision. Never walked deeper than is allowed, so depth cannot exhaust the stack.

export const MAX_DEPTH = 32;
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

export interface Fault {
  /** Dotted, e.g. `user_traits.email` or `events[3].value`; empty for the value itself. */
  path: string;
  message: string;
}

/** The first fault found, or undefined. `skip` names a top-level field that is checked elsewhere, row by row. */
export function hostileFault(value: unknown, skip?: string): Fault | undefined {
  return isHostile(value, 0, skip) ? findFault(value, skip) : undefined;
}

/** The question without its answer in words: asked of every event, and nearly always in vain. */
export function isHostile(value: unknown, depth = 0, skip?: string): boolean {
  if (typeof value === 'string') return textFault(value) !== undefined;
  if (typeof value === 'number') return !Number.isFinite(value);
  if (value === null || typeof value !== 'object') return false;
  if (depth >= MAX_DEPTH) return true;
  if (Array.isArray(value)) {
    for (const inner of value) if (isHostile(inner, depth + 1)) return true;
    return false;
  }
  for (const key in value) {
    if (!isSoundName(key)) return true;
    if (depth === 0 && key === skip) continue;
    if (isHostile((value as Record<string, unknown>)[key], depth + 1)) return true;
  }
  return false;
}

/** Names repeat often, so names found to be sound are cached. */
const soundNames = new Set<string>();
const MAX_NAMES = 1_000;
const LONGEST_NAME = 64;

function isSoundName(name: string): boolean {
  if (soundNames.has(name)) return true;
  if (RESERVED.has(name) || textFault(name) !== undefined) return false;
  if (soundNames.size < MAX_NAMES && name.length <= LONGEST_NAME) soundNames.add(name);
  return true;
}

function findFault(value: unknown, skip: string | undefined): Fault | undefined {
  const open: { value: unknown; path: string; depth: number }[] = [{ value, path: '', depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { path, depth } = next;
    if (typeof next.value === 'string') {
      const message = textFault(next.value);
      if (message) return { path, message };
      continue;
    }
    if (typeof next.value === 'number' && !Number.isFinite(next.value)) return { path, message: 'is a number out of range' };
    if (next.value === null || typeof next.value !== 'object') continue;
    if (depth >= MAX_DEPTH) return { path: '', message: `is nested deeper than ${MAX_DEPTH} levels` };
    const isList = Array.isArray(next.value);
    for (const [key, inner] of Object.entries(next.value)) {
      if (!isList) {
        if (RESERVED.has(key)) return { path: join(path, key), message: 'is a reserved name' };
        if (textFault(key)) return { path, message: 'has a field whose name is no valid text' };
        if (depth === 0 && key === skip) continue;
      }
      open.push({ value: inner, path: isList ? `${path}[${key}]` : join(path, key), depth: depth + 1 });
    }
  }
  return undefined;
}

/** The fault of a text, or undefined. */
export function textFault(text: string): string | undefined {
  if (text.includes('\u0000')) return 'contains the character NUL';
  if (!text.isWellFormed()) return 'contains half a surrogate pair';
  return undefined;
}

const join = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);
