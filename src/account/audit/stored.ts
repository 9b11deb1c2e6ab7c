// The JSON that this slice stores, by its columns.
import { z } from 'zod';
import { jsonObject, storedJson } from '../../base/kit/stored-json.ts';

export const storedParameters = storedJson('pii_reads.parameters', z.array(z.string()));
export const auditDetail = storedJson('audit.detail', jsonObject);
