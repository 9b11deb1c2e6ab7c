// The contract answers for itself: the joined document, bare, to anybody.
import { contract } from '../../base/contract/document.ts';
import { reading } from '../../base/contract/operation.ts';

export const getOpenApi = reading('getOpenApi', () => contract().document);
