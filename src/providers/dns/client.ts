// DNS of names that customers enter: text records, and the target of a name. Asked of the name servers of this machine, past
// its hosts file; tests put others in their place.
import { promises as dns } from 'node:dns';
import type { ReadBase } from '../../base/base.ts';

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

interface Resolvers {
  texts: TextResolver;
  names: NameResolver;
}

const resolversOf = ({ memo }: Pick<ReadBase, 'memo'>): Resolvers =>
  memo('providers/dns resolvers', () => ({ texts: ofThisMachine, names: namesOfThisMachine }));

export const textResolver = (base: Pick<ReadBase, 'memo'>): TextResolver => resolversOf(base).texts;

export function setTextResolver(base: Pick<ReadBase, 'memo'>, resolver: TextResolver): void {
  resolversOf(base).texts = resolver;
}

/** Where a name leads. */
export interface NamePath {
  /** The names that it is another name for, in order. */
  aliases: string[];
  /** All of the last one's. */
  addresses: string[];
}

/** Rejects when that cannot be found out; a name without an address is an answer. */
export type NameResolver = (name: string) => Promise<NamePath>;

/** Longer chains are loops, or no one's intention. */
const MAX_ALIASES = 8;

export function createNameResolver(servers?: readonly string[]): NameResolver {
  return async (name) => {
    const resolver = new dns.Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (servers) resolver.setServers(servers);
    const aliases: string[] = [];
    for (let at = name; aliases.length < MAX_ALIASES; ) {
      const [alias] = await orNone(resolver.resolveCname(at));
      if (alias === undefined) break;
      at = alias.toLowerCase().replace(/\.$/, '');
      aliases.push(at);
    }
    const last = aliases.at(-1) ?? name;
    const [v4, v6] = await Promise.all([orNone(resolver.resolve4(last)), orNone(resolver.resolve6(last))]);
    return { aliases, addresses: [...v4, ...v6] };
  };
}

async function orNone(lookups: Promise<string[]>): Promise<string[]> {
  try {
    return await lookups;
  } catch (error) {
    if (NONE.has((error as { code?: string }).code ?? '')) return [];
    throw error;
  }
}

const namesOfThisMachine = createNameResolver();

export const nameResolver = (base: Pick<ReadBase, 'memo'>): NameResolver => resolversOf(base).names;

export function setNameResolver(base: Pick<ReadBase, 'memo'>, resolver: NameResolver): void {
  resolversOf(base).names = resolver;
}
