// Erases a person from the facts: those of the journal and those of the archive, page by page. What is done is not found again,
// so that a crash at any place is made good by doing it once more.

import { setImmediate as otherTurns } from 'node:timers/promises';
import type { Base } from '../../../base/base.ts';
import type { ErasableKind } from '../../../base/contract/erasing.ts';
import { hooksOf } from '../../../base/contract/hooks.ts';
import type { RewrittenFact } from '../../../base/journal/journal.ts';
import { statementOfSegment } from '../../../base/warehouse/statements.ts';
import {
  type Eyes,
  erasableIdentity,
  type FactText,
  factOfRow,
  keysIn,
  type Looked,
  lookAt,
  pathIn,
  withoutPerson,
} from './erased-bodies.ts';
import { erasedDedupe, rememberErased } from './erased-facts.ts';
import { Rekeying, type Work } from './erasure-work.ts';

const PAGE_FACTS = 2_000;

interface Site {
  base: Base;
  profileId: string;
  upTo: bigint;
}

function eyesOf({ base, profileId }: Site, work: Work): Eyes {
  const kinds = new Map<string, ErasableKind>([['identity', erasableIdentity]]);
  for (const { erasure } of hooksOf(base)) for (const [kind, how] of Object.entries(erasure?.kinds ?? {})) kinds.set(kind, how);
  const identifier = base.state.statement('collect/identity/identifier_find');
  return {
    rekeying: new Rekeying(work),
    kinds,
    isOthers: (key) => identifier.get({ profile_id: profileId, identifier_key: BigInt(key) }) !== undefined,
  };
}

const keysOfWork = (work: Work): string[] => [
  ...work.visitors,
  ...work.identifiers,
  ...work.clicks.flatMap(({ key }) => key ?? []),
];

/** Facts of the journal up to the last that is erased from. */
async function* journalPages({ base, profileId, upTo }: Site): AsyncGenerator<FactText[]> {
  for (let after = base.archive.sealedUpTo(profileId); after < upTo; ) {
    const page = base.journal.read(profileId, after, PAGE_FACTS);
    const last = page.at(-1);
    if (!last) return;
    yield page.filter(({ seq }) => seq <= upTo);
    after = last.seq;
    await otherTurns();
  }
}

const findStatement = ({ upTo }: Site, keys: string[]) => statementOfSegment('archive/facts_of_keys', { up_to: upTo, keys });

/** Every fact that names one of the keys. */
async function* factsOf(site: Site, keys: string[]): AsyncGenerator<FactText[]> {
  const wanted = new Set(keys);
  for await (const rows of site.base.archive.find(site.profileId, findStatement(site, keys))) yield rows.map(factOfRow);
  for await (const page of journalPages(site)) yield page.filter((fact) => keysIn(fact).some((key) => wanted.has(key)));
}

/** The person's own facts, page by page: what an erasure changes, and what a person's file shows. */
export async function* ownFacts(base: Base, profileId: string, work: Work): AsyncGenerator<Looked[]> {
  const site = { base, profileId, upTo: BigInt(work.upTo) };
  const eyes = eyesOf(site, work);
  for await (const facts of factsOf(site, keysOfWork(work)))
    yield facts.map((fact) => lookAt(fact, eyes)).filter(({ isOwn }) => isOwn);
}

/** Finds what of the person's own facts joins them to others, and what represents a repeat of them. */
export async function gather(base: Base, profileId: string, work: Work): Promise<void> {
  const site = { base, profileId, upTo: BigInt(work.upTo) };
  const clicks = new Map<string, Work['clicks'][number]>();
  const paths = new Set<string>();
  const seqs: bigint[] = [];
  for await (const page of ownFacts(base, profileId, work))
    for (const looked of page) {
      for (const click of looked.clicks) clicks.set(`${click.kind}\0${click.value}`, click);
      if (looked.path !== null) paths.add(looked.path);
      seqs.push(looked.fact.seq);
    }
  work.clicks = [...clicks.values()];
  work.keptPaths = await pathsOfOthers(site, [...paths], seqs);
  base.state.tx(() => {
    for (const seq of seqs) base.state.statement('collect/identity/quarantine_erase').run({ profile_id: profileId, seq });
    work.outcomes = base.journal.outcomesOf(profileId, seqs).map(({ seq, outcomeKey, contentHash }) => {
      const hash = rememberErased(base, profileId, { outcomeKey, contentHash }, seq);
      return [outcomeKey, hash].map((bytes) => Buffer.from(bytes).toString('hex')) as [string, string];
    });
  });
}

async function pathsOfOthers(site: Site, paths: string[], own: bigint[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const { base, profileId, upTo } = site;
  const [wanted, theirs, found] = [new Set(paths), new Set(own), new Set<string>()];
  const statement = statementOfSegment('archive/paths_of_others', { up_to: upTo, paths, leave_out: own });
  for await (const rows of base.archive.find(profileId, statement)) for (const row of rows) found.add(row.path);
  for await (const page of journalPages(site))
    for (const fact of page) {
      const path = theirs.has(fact.seq) ? undefined : pathIn(fact);
      if (path !== undefined && wanted.has(path)) found.add(path);
    }
  return [...found];
}

/** Writes the facts again, in the journal and in the archive; answers how many, and in how many segments. */
export async function rewriteFacts(base: Base, profileId: string, work: Work): Promise<{ facts: number; segments: number }> {
  const site = { base, profileId, upTo: BigInt(work.upTo) };
  const eyes = eyesOf(site, work);
  const keys = keysOfWork(work);
  const wanted = new Set(keys);
  const keptPaths = new Set(work.keptPaths);
  const change = (facts: FactText[]): RewrittenFact[] =>
    base.state.tx(() =>
      facts.flatMap((fact) => withoutPerson(lookAt(fact, eyes), eyes, keptPaths, dedupeOf(base, profileId, fact.seq)) ?? []),
    );
  let rewritten = 0;
  for await (const page of journalPages(site)) {
    const changed = change(page.filter((fact) => keysIn(fact).some((key) => wanted.has(key))));
    await base.journal.rewrite(profileId, changed);
    rewritten += changed.length;
  }
  const sealed = await base.archive.rewrite(profileId, findStatement(site, keys), (rows) => change(rows.map(factOfRow)));
  await base.journal.rewriteOutcomes(
    profileId,
    work.outcomes.map(([key, content]) => ({ outcomeKey: Buffer.from(key, 'hex'), contentHash: Buffer.from(content, 'hex') })),
  );
  await base.journal.wipe();
  return { facts: rewritten + sealed.facts, segments: sealed.segments };
}

/** Computed before the fact is rewritten: the rewritten fact no longer gives the hash of its repeat. */
const dedupeOf = (base: Base, profileId: string, seq: bigint) => (dedupeHash: bigint) =>
  erasedDedupe(rememberErased(base, profileId, { dedupeHash }, seq));

/** The keys named by the facts for which `isNamed` is true: for a restored backup that lacks later identifiers of the person. */
export async function keysNamed(
  base: Base,
  profileId: string,
  upTo: bigint,
  isNamed: (key: string) => boolean,
): Promise<string[]> {
  const found = new Set<string>();
  const see = (keys: Iterable<string>): void => {
    for (const key of keys) if (!found.has(key) && isNamed(key)) found.add(key);
  };
  for await (const rows of base.archive.find(profileId, statementOfSegment('archive/keys_named', {})))
    see(rows.map((row) => row.key));
  for await (const page of journalPages({ base, profileId, upTo })) for (const fact of page) see(keysIn(fact));
  return [...found];
}
