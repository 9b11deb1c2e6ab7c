// Small ways to ask the clients of ad platforms in tests.
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { AdSpend, CataloguePage, Grant } from '../../src/providers/ad-platform.ts';
import { adPlatformErrorOf } from '../../src/providers/ad-platform-errors.ts';
import { ProviderFailure } from '../../src/providers/http/failure.ts';
import { Secret } from '../../src/providers/secret.ts';

export const NOW = Date.parse('2026-11-25T12:00:00Z');
export const clock = { now: () => Date.now() };

export const grantOf = (token: string): Grant => ({ accessToken: async () => new Secret(token) });

export async function allOf<T>(portions: AsyncIterable<T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const portion of portions) all.push(...portion);
  return all;
}

export async function catalogueOf(pages: AsyncIterable<CataloguePage>): Promise<CataloguePage> {
  const all: CataloguePage = { campaigns: [], adSets: [], ads: [] };
  for await (const page of pages) {
    all.campaigns.push(...page.campaigns);
    all.adSets.push(...page.adSets);
    all.ads.push(...page.ads);
  }
  return all;
}

export async function failureOf(call: Promise<unknown>): Promise<ProviderFailure> {
  const failure: unknown = await call.then(
    () => assert.fail('the call succeeded'),
    (error: unknown) => error,
  );
  assert.ok(failure instanceof ProviderFailure, inspect(failure));
  return failure;
}

/** The refusal that a caller of our interface would get. */
export const asRefusal = async <T>(call: Promise<T>, name: string, use: 'read' | 'write' = 'read'): Promise<T> =>
  call.catch((error: unknown) => {
    throw error instanceof ProviderFailure ? adPlatformErrorOf(error, { name, use }) : error;
  });

/** What a row of spend says, without what is absent. */
export const sumOf = (rows: readonly AdSpend[]): number => rows.reduce((sum, { spend }) => sum + Number(spend), 0);
