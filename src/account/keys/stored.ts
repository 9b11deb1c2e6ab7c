// The JSON that this slice stores, by its columns.
import { z } from 'zod';
import { storedJson } from '../../base/kit/stored-json.ts';

export const storedKeyScopes = storedJson('api_keys.scopes', z.array(z.string()));
