import type { Slice } from '../../base/contract/operation.ts';
import { getOpenApi } from './openapi.ts';

export const slice: Slice = { name: 'doors/rest', handlers: { getOpenApi } };
