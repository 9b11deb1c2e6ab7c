// The JSON that this slice stores, by its columns.
import { z } from 'zod';
import { storedJson } from '../../base/kit/stored-json.ts';

export const PERSONAL_KINDS = ['email', 'phone', 'iban', 'card_number'] as const;
export type PersonalKind = (typeof PERSONAL_KINDS)[number];

export const storedPersonalKinds = storedJson('knowledge_documents.personal_data', z.array(z.enum(PERSONAL_KINDS)));
