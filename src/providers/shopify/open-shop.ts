// A shop whose GraphQL is asked, with a grant.
import type { z } from 'zod';

export type Variables = Record<string, unknown>;

export interface OpenShopify {
  shop: string;
  ask<T>(query: string, variables: Variables, shape: z.ZodType<T>): Promise<T>;
  /** Not repeated after it was sent. */
  change<T>(query: string, variables: Variables, shape: z.ZodType<T>): Promise<T>;
}
