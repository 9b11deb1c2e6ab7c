// Repairs what a browser sends where a server's would be refused (base/contract/hostile.ts says what is wrong), because one
// odd title must not lose a visit.

/** The most levels of objects and lists that are kept. */
const MAX_DEPTH = 16;
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

const repairText = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();

/** A copy in which bad characters are U+FFFD, numbers out of range null, and reserved names and levels too deep left out. */
export function repair<T>(value: T, depth = 0): T {
  if (typeof value === 'string') return repairText(value) as T;
  if (typeof value === 'number' && !Number.isFinite(value)) return null as T;
  if (value === null || typeof value !== 'object') return value;
  if (depth >= MAX_DEPTH) return null as T;
  if (Array.isArray(value)) return value.map((child) => repair(child, depth + 1)) as T;
  const kept = Object.entries(value).filter(([key]) => !RESERVED.has(key));
  return Object.fromEntries(kept.map(([key, child]) => [repairText(key), repair(child, depth + 1)])) as T;
}

/** At most `most` UTF-16 units, never ending in half a surrogate pair. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most);
}
