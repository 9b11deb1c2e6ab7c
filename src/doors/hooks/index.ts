// The door of providers' webhooks, POST /hooks/{provider} and /hooks/{provider}/{token}. A signature is of the bytes, so the body is read as it
// came. Anyone who is refused learns nothing: an unknown address and a wrong signature get one answer.
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { receiveHook } from '../../act/connections/index.ts';
import type { Base } from '../../base/base.ts';
import { errorText, refusalOf } from '../../call/index.ts';
import { answer } from '../http/answer.ts';
import { readBody } from '../http/body.ts';
import { requestIdOf } from '../http/request-log.ts';

const BODY_LIMIT = 1024 * 1024;

export interface HookDoorOptions {
  /** The public address: some signatures are over it. */
  baseUrl: () => string;
}

export function createHookDoor(base: Base, { baseUrl }: HookDoorOptions): RequestHandler {
  const router = Router({ caseSensitive: true, strict: false });
  const receive = (request: Request, response: Response): void => void take(base, baseUrl(), request, response);
  router.post('/hooks/:provider', receive);
  router.post('/hooks/:provider/:token', receive);
  return router;
}

async function take(base: Base, baseUrl: string, request: Request, response: Response): Promise<void> {
  try {
    const body = (await readBody(request, BODY_LIMIT)) ?? Buffer.alloc(0);
    const { provider, token } = request.params;
    const url = baseUrl.replace(/\/$/, '') + request.originalUrl;
    receiveHook(
      base,
      { provider: String(provider), token: token === undefined ? undefined : String(token) },
      { method: request.method, url, headers: request.headers, body },
    );
    answer(response, { status: 200, text: '{"data":{"received":true}}' });
  } catch (cause) {
    const requestId = requestIdOf(request);
    const { error, unexpected } = refusalOf(cause);
    if (unexpected) base.log.error({ err: cause, request_id: requestId }, 'a webhook failed unexpectedly');
    answer(response, { status: error.status, text: errorText(error, requestId, baseUrl), error });
  }
}
