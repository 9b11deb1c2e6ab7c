// The sandbox, which is real, behind a server that can fail as other fakes do and writes down what was carried out.
import type { TestContext } from 'node:test';
import { type FakeRequest, type FakeWrite, type ProviderServer, startProviderServer } from './provider-server.ts';

/** @param url Of the sandbox. */
export async function startSandboxProxy(t: TestContext, url: string): Promise<ProviderServer> {
  const server = await startProviderServer(
    t,
    async (request) => {
      const { method, headers, body } = request;
      const { authorization = '' } = headers;
      const answer = await fetch(`${url}${request.url}`, {
        method,
        headers: { authorization },
        ...(method === 'GET' ? {} : { body }),
      });
      const text = await answer.text();
      const retryAfter = answer.headers.get('retry-after');
      if (answer.ok) server.writes.push(...writesOf(request));
      return {
        status: answer.status,
        body: undefined,
        text,
        ...(retryAfter === null ? {} : { headers: { 'retry-after': retryAfter } }),
      };
    },
    { revoked: { status: 401, body: { error: { code: 'token_dead' } } } },
  );
  return server;
}

function writesOf({ method, url, body }: FakeRequest): FakeWrite[] {
  const [, , kind = '', id = ''] = url.split(/[/?]/);
  if (method === 'POST' && kind !== 'oauth') return [{ kind: kind === 'ads' ? 'copy' : 'creative', id, value: body }];
  if (method !== 'PATCH') return [];
  const change = JSON.parse(body) as Record<string, unknown>;
  return Object.entries(change).map(([field, value]) => ({
    kind: field === 'daily_budget' ? 'budget' : field === 'creative_id' ? 'ad_creative' : 'ad_status',
    id,
    value: String(value),
  }));
}
