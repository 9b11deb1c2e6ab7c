// How much of the known money the figures count, beside what an import adds: as `GET /completeness` says it, of all days.
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { hooksOf } from '../../base/contract/hooks.ts';
import type { components } from '../../base/contract/types.ts';

/** Null while figures are being built: an import does not wait for them. */
export async function readCompleteness(base: ReadBase, profileId: string): Promise<components['schemas']['Completeness'] | null> {
  const [read] = hooksOf(base).flatMap(({ completeness }) => completeness ?? []);
  try {
    return read ? await read(base, profileId) : null;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
