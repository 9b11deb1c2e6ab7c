// Text records of DNS, asked of the resolvers of this machine; tests put another resolver in the place of these.
import { promises as dns } from 'node:dns';
import type { Base } from '../base.ts';

/** The text records of a name, each whole; empty when there are none. Rejects when that cannot be found out. */
export type TextResolver = (name: string) => Promise<string[]>;

const TIMEOUT_MS = 3_000;
const TRIES = 2;
const NONE = new Set(['ENOTFOUND', 'ENODATA']);

const ofThisMachine: TextResolver = async (name) => {
  try {
    const records = await new dns.Resolver({ timeout: TIMEOUT_MS, tries: TRIES }).resolveTxt(name);
    return records.map((parts) => parts.join(''));
  } catch (error) {
    if (NONE.has((error as { code?: string }).code ?? '')) return [];
    throw error;
  }
};

const resolvers = new WeakMap<Base, TextResolver>();

export const textResolver = (base: Base): TextResolver => resolvers.get(base) ?? ofThisMachine;

export function setTextResolver(base: Base, resolver: TextResolver): void {
  resolvers.set(base, resolver);
}
