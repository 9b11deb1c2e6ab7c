// Requests to LinkedIn's versioned API: its headers, its lists part by part, and its query syntax of brackets and commas.
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Grant, WriteReceipt } from '../ad-platform.ts';
import { writing } from '../ad-writing.ts';
import type { RequestBudget } from '../http/budget.ts';
import { ProviderClient } from '../http/client.ts';
import { ProviderFailure } from '../http/failure.ts';
import type { Secret } from '../secret.ts';
import { judgeLinkedIn } from './errors.ts';

export interface LinkedInOptions {
  clientId: string;
  clientSecret: Secret;
  /** `YYYYMM`. */
  apiVersion: string;
  /** The app may send conversions. */
  hasConversions?: boolean;
  /** Asked instead of LinkedIn's own addresses, such as a server of tests. */
  url?: string | undefined;
  budget?: RequestBudget;
  log?: Logger;
  timeoutMs?: number;
}

export const PROVIDER = 'linkedin';
const API_URL = 'https://api.linkedin.com';
/** A list longer than this is a loop. */
const MAX_PARTS = 1_000;
const PAGE_SIZE = '100';

export const failure = (outcome: ProviderFailure['outcome'], message: string): ProviderFailure =>
  new ProviderFailure(PROVIDER, outcome, `${PROVIDER}: ${message}`);

/** `urn:li:sponsoredAccount:1` as a value inside of brackets. */
export const encodedUrn = (kind: string, id: string): string => encodeURIComponent(`urn:li:${kind}:${id}`);

/** The last part of an urn, e.g. `1` of `urn:li:sponsoredAccount:1`. */
export const idOf = (urn: string): string => urn.slice(urn.lastIndexOf(':') + 1);

export interface Question {
  path: string;
  rawQuery?: string;
  /** Restli's name of the request, where a plain GET does not say it. */
  finder?: boolean;
  account?: string;
}

export class LinkedInApi {
  readonly #client: ProviderClient;
  readonly #version: string;

  constructor({ url = API_URL, apiVersion, budget, log, timeoutMs }: LinkedInOptions) {
    this.#version = apiVersion;
    this.#client = new ProviderClient({
      provider: PROVIDER,
      baseUrl: `${url.replace(/\/$/, '')}/rest`,
      judge: judgeLinkedIn,
      requestIdHeader: 'x-li-uuid',
      ...(budget ? { budget } : {}),
      ...(log ? { log } : {}),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
  }

  async ask<Shape extends z.ZodType>(grant: Grant, question: Question, shape: Shape): Promise<z.infer<Shape>> {
    const { path, rawQuery, finder, account } = question;
    const headers = await this.#headers(grant, finder ? 'FINDER' : undefined);
    const query = rawQuery === undefined ? {} : { rawQuery };
    return this.#client.json({ method: 'GET', path, ...query, headers, ...(account === undefined ? {} : { account }) }, shape);
  }

  /** Sets fields of an object; it is not repeated. LinkedIn answers without a body. */
  async patch(
    grant: Grant,
    { path, set, account }: { path: string; set: Record<string, unknown>; account: string },
  ): Promise<WriteReceipt> {
    const headers = await this.#headers(grant, 'PARTIAL_UPDATE');
    const request = { method: 'POST', path, headers, json: { patch: { $set: set } }, account } as const;
    const { text, requestId } = await writing(this.#client.send(request));
    if (text !== '') throw failure('unknown', 'a change returned a body');
    return { requestId };
  }

  async #headers(grant: Grant, method: 'FINDER' | 'PARTIAL_UPDATE' | undefined): Promise<Record<string, string>> {
    return {
      authorization: `Bearer ${(await grant.accessToken()).reveal()}`,
      'linkedin-version': this.#version,
      'x-restli-protocol-version': '2.0.0',
      ...(method === undefined ? {} : { 'x-restli-method': method }),
    };
  }

  /** Every part of a list. */
  async *parts<Element>(
    grant: Grant,
    question: Question,
    shape: z.ZodType<{ elements: Element[]; metadata?: { nextPageToken?: string | undefined } | undefined }>,
  ): AsyncGenerator<Element[]> {
    let next: string | undefined;
    for (let part = 0; part < MAX_PARTS; part += 1) {
      const from: string = next === undefined ? '' : `&pageToken=${encodeURIComponent(next)}`;
      const rawQuery = `${question.rawQuery}&pageSize=${PAGE_SIZE}${from}`;
      const { elements, metadata } = await this.ask(grant, { ...question, rawQuery }, shape);
      yield elements;
      const after = metadata?.nextPageToken;
      if (after === undefined || after === '') return;
      if (after === next) throw failure('unusable', 'a list repeats itself');
      next = after;
    }
    throw failure('unusable', 'a list does not end');
  }
}
