// The shape of stored JSON that is stored as a request said it: a schema of the contract, by its name.
import { z } from 'zod';
import { checkShape } from './schemas.ts';
import type { components } from './types.ts';

type Schemas = components['schemas'];

export const contractShape = <Name extends keyof Schemas & string>(name: Name): z.ZodType<Schemas[Name]> =>
  z.custom<Schemas[Name]>((value) => checkShape(name, value) === undefined, { error: `is no ${name} of the contract` });
