// What the workspace of an app has at the sandbox.
import { type Market, type Opening, sandboxOf } from '../../src/sandbox/index.ts';
import type { TestApp } from '../harness.ts';

export async function ownMarket(
  { base, workspaceId }: Pick<TestApp, 'base' | 'workspaceId'>,
  opening?: Opening,
): Promise<{ market: () => Market }> {
  const sandbox = await sandboxOf(base);
  return { market: () => sandbox.market(workspaceId, opening) };
}
