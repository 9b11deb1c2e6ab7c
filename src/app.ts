// The composition root: how the doors are put on the slices (slices.ts).
import type { RequestListener } from 'node:http';
import type { Base } from './base/base.ts';
import { collectHooks } from './base/contract/hooks.ts';
import type { Slice } from './base/contract/operation.ts';
import { setPublicAddress } from './base/kit/public-address.ts';
import { createCalls } from './call/index.ts';
import { createCollectDoor } from './doors/collect/index.ts';
import { createScriptDoor } from './doors/collect/script.ts';
import { createConsole } from './doors/console/index.ts';
import { createHookDoor } from './doors/hooks/index.ts';
import { createMetrics } from './doors/http/metrics.ts';
import { createMcpDoor } from './doors/mcp/index.ts';
import { createOAuthDoor } from './doors/oauth/index.ts';
import { createRestDoor } from './doors/rest/index.ts';

export interface AppOptions {
  /** Public address of the service, once it is known. */
  baseUrl: () => string;
}

/** No other door has a path below it. */
const API = '/api/v1/';

/**
 * The HTTP application over all slices. Refuses when the contract and the handlers disagree. Trackers' posts, by far the most
 * frequent, are answered before Express sees them.
 */
export async function createApp(base: Base, all: readonly Slice[], { baseUrl }: AppOptions): Promise<RequestListener> {
  collectHooks(base, [...all]);
  setPublicAddress(base, baseUrl);
  const metrics = createMetrics(base);
  const calls = createCalls(base, all);
  const collect = createCollectDoor(calls, { metrics, baseUrl });
  const script = createScriptDoor(calls, { metrics });
  const besides = [
    createOAuthDoor(base, { metrics, baseUrl }),
    createHookDoor(base, { baseUrl }),
    createConsole(calls, { baseUrl }),
  ];
  const mcpDoor = createMcpDoor(calls, { baseUrl, metrics });
  const restDoor = createRestDoor(calls, { baseUrl, metrics, besides });
  return (request, response) => {
    const isOthers =
      request.url?.startsWith(API) !== true &&
      (collect(request, response) || script(request, response) || mcpDoor(request, response));
    if (!isOthers) restDoor(request, response);
  };
}
