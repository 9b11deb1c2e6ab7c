// The callback of a provider's own authorization flow: the code, where the state is ours and nothing was refused.
import { timingSafeEqual } from 'node:crypto';
import { ProviderFailure } from './http/failure.ts';
import type { CodeExchange } from './oauth/client.ts';

/** @param parameter The name of the code in the address. @throws ProviderFailure `rejected` for a refusal or a foreign state. */
export function codeOfCallback(
  provider: string,
  { callback, state }: Pick<CodeExchange, 'callback' | 'state'>,
  parameter = 'code',
): string {
  const parameters = callback.searchParams;
  const refuse = (message: string): never => {
    throw new ProviderFailure(provider, 'rejected', `${provider}: ${message}`);
  };
  if (!isEqual(parameters.get('state') ?? '', state)) return refuse('the state belongs to another connect');
  if (parameters.has('error')) return refuse('the person did not grant access');
  const code = parameters.get(parameter);
  return code ? code : refuse('the answer has no code');
}

function isEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
