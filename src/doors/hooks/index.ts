// The door of providers' webhooks, POST /hooks/{provider} and /hooks/{provider}/{token}, and the check of an address by Meta, GET /hooks/whatsapp. A signature is of the bytes, so the body is read as it
// came. Anyone who is refused learns nothing: an unknown address and a wrong signature get one answer.
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { receiveHook } from '../../act/connections/index.ts';
import { checkWhatsAppAddress, receiveNumberCode, receiveWhatsApp } from '../../act/messaging/index.ts';
import type { Base } from '../../base/base.ts';
import { errorText, refusalOf } from '../../call/index.ts';
import { headerOf } from '../../providers/signatures.ts';
import { answer, requestIdOf } from '../http/answer.ts';
import { readBody } from '../http/body.ts';

const BODY_LIMIT = 1024 * 1024;

export interface HookDoorOptions {
  /** The public address: some signatures are over it. */
  baseUrl: () => string;
}

export function createHookDoor(base: Base, { baseUrl }: HookDoorOptions): RequestHandler {
  const router = Router({ caseSensitive: true, strict: false });
  const door = (work: (request: Request) => Promise<Taken>) => (request: Request, response: Response) =>
    void respond(base, baseUrl(), { request, response }, work);
  const receive = door((request) => take(base, baseUrl(), request));
  router.get(
    '/hooks/whatsapp',
    door(async ({ originalUrl }) => ({
      text: checkWhatsAppAddress(base, queryOf(originalUrl)),
      type: 'text/plain; charset=utf-8',
    })),
  );
  router.post(
    '/hooks/whatsapp',
    door(async (request) => {
      receiveWhatsApp(base, headerOf(request.headers, 'x-hub-signature-256'), await bodyOf(request));
      return RECEIVED;
    }),
  );
  router.post(
    '/hooks/number-codes/:token',
    door(async (request) => {
      await receiveNumberCode(base, String(request.params['token']), (await bodyOf(request)).toString('utf8'));
      return RECEIVED;
    }),
  );
  router.post('/hooks/:provider', receive);
  router.post('/hooks/:provider/:token', receive);
  return router;
}

interface Taken {
  text: string;
  /** JSON where it is left out. */
  type?: string;
}

const RECEIVED: Taken = { text: '{"data":{"received":true}}' };

const bodyOf = async (request: Request): Promise<Buffer> => (await readBody(request, BODY_LIMIT)) ?? Buffer.alloc(0);
const queryOf = (url: string): URLSearchParams => new URL(url, 'http://localhost').searchParams;

async function take(base: Base, baseUrl: string, request: Request): Promise<Taken> {
  const body = await bodyOf(request);
  const { provider, token } = request.params;
  const url = baseUrl.replace(/\/$/, '') + request.originalUrl;
  receiveHook(
    base,
    { provider: String(provider), token: token === undefined ? undefined : String(token) },
    { method: request.method, url, headers: request.headers, body },
  );
  return RECEIVED;
}

async function respond(
  base: Base,
  baseUrl: string,
  { request, response }: { request: Request; response: Response },
  work: (request: Request) => Promise<Taken>,
): Promise<void> {
  try {
    const { text, type } = await work(request);
    answer(response, { status: 200, text, ...(type === undefined ? {} : { headers: ['Content-Type', type] }) });
  } catch (cause) {
    const requestId = requestIdOf(request);
    const { error, unexpected } = refusalOf(cause);
    if (unexpected) base.log.error({ err: cause, request_id: requestId }, 'a webhook failed unexpectedly');
    answer(response, { status: error.status, text: errorText(error, requestId, baseUrl), error });
  }
}
