// Signatures of webhooks: compared in constant time for input of any length.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Secret } from './secret.ts';

/** The most by which the clock of a webhook may differ from ours, where its provider signs the time. */
export const SIGNATURE_TOLERANCE_MS = 300_000;

export const hmacOf = (secret: Secret, body: string | Buffer, form: 'hex' | 'base64'): string =>
  createHmac('sha256', secret.reveal()).update(body).digest(form);

export function isSameText(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

export const isRecent = (at: number, now: number): boolean => Math.abs(now - at) <= SIGNATURE_TOLERANCE_MS;

/** A header that was sent once. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
