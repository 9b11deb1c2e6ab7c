// The contract answers for itself: the joined document, bare, to anybody.
import { contract } from '../../base/contract/document.ts';
import type { Operation } from '../../base/contract/operation.ts';

export const getOpenApi: Operation<'getOpenApi'> = () => contract().document;
