// Routing from the contract: one route per operation.
import type { ContractOperation } from '../../base/contract/document.ts';

/** Fixed paths before those with parameters, so that /customers/search is no customer's id. */
export function inRoutingOrder(operations: readonly ContractOperation[]): ContractOperation[] {
  const rank = ({ path }: ContractOperation): string => path.replace(/\{\w+\}/g, '\uffff');
  return [...operations].sort((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0));
}

/** /customers/{id}/journey → /customers/:id/journey */
export const expressPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');
