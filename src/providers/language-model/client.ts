// The port to a writer of texts from facts. The default writes here, by rule; an operator may name an endpoint of their own that speaks OpenAI's chat
// completions. It is called through the guard: no redirect is followed, and time, size and encodings have bounds.
import { z } from 'zod';
import type { Config } from '../../base/config/config.ts';
import { createOutside, OutsideRefusal } from '../http/guard.ts';

export interface Writer<Facts> {
  /** Told beside each text. */
  name: string;
  /** Rejects when no text came. */
  write(facts: Facts): Promise<string> | string;
}

/** Writes a text as `instructions` say, from `facts`. */
export interface LanguageModel {
  name: string;
  /** @param pictures Sent beside the facts. @throws PicturesRefused where the endpoint answers that it takes none, NoText otherwise. */
  complete(instructions: string, facts: string, pictures?: readonly Picture[]): Promise<string>;
}

export interface Picture {
  type: string;
  bytes: Buffer;
}

const MAX_TOKENS = 400;
const MAX_BYTES = 262_144;
/** Longer than any requested summary. */
const MAX_LETTERS = 2_000;

const answerShape = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });

/** Why no text came; it contains nothing of the facts or of the key. */
export class NoText extends Error {}
/** A request with pictures that was refused as one that is wrong: models that read texts alone answer so. */
export class PicturesRefused extends NoText {}

/** How the statuses of such refusals begin; not those of a wrong key or of too many requests. */
const WRONG_REQUEST = [400, 404, 413, 415, 422];

/** The parts of a message of OpenAI's chat completions. */
const contentWith = (facts: string, pictures: readonly Picture[]) =>
  pictures.length === 0
    ? facts
    : [
        { type: 'text', text: facts },
        ...pictures.map(({ type, bytes }) => ({
          type: 'image_url',
          image_url: { url: `data:${type};base64,${bytes.toString('base64')}`, detail: 'low' },
        })),
      ];

/** The operator's own model; undefined where none is configured. */
export function languageModelOf(config: Config): LanguageModel | undefined {
  const { languageModelUrl: url, languageModelKey: key, languageModel: name, languageModelLocal: isLocal } = config;
  if (url === undefined) return undefined;
  const ask = createOutside(isLocal ? { isAllowed: () => true, ports: 'any', asksInnerNames: true } : {});
  const headers = { 'content-type': 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) };
  const post = async (body: string) => {
    try {
      const call = { headers, body, timeoutMs: config.languageModelSeconds * 1000, maxBytes: MAX_BYTES };
      return await ask(`${url.replace(/\/+$/, '')}/chat/completions`, call);
    } catch (error) {
      throw new NoText(
        error instanceof OutsideRefusal ? `the language model ${error.message}` : 'the language model cannot be asked',
      );
    }
  };
  return {
    name,
    complete: async (instructions, facts, pictures = []) => {
      const messages = [
        { role: 'system', content: instructions },
        { role: 'user', content: contentWith(facts, pictures) },
      ];
      const { status, body } = await post(JSON.stringify({ model: name, messages, temperature: 0, max_tokens: MAX_TOKENS }));
      if (pictures.length > 0 && WRONG_REQUEST.includes(status))
        throw new PicturesRefused(`the language model returned ${status} to a request with a picture`);
      if (status !== 200) throw new NoText(`the language model returned ${status}`);
      const text = contentOf(body);
      if (text === '') throw new NoText('the language model returned no text');
      return text;
    },
  };
}

function contentOf(body: Buffer): string {
  try {
    const { choices } = answerShape.parse(JSON.parse(body.toString('utf8')));
    const text = (choices[0]?.message.content ?? '')
      .toWellFormed()
      .replace(/[^\P{C}\n]/gu, '')
      .trim();
    return text.length > MAX_LETTERS ? `${text.slice(0, MAX_LETTERS - 1).trimEnd()}…` : text;
  } catch {
    throw new NoText('the language model returned something other than a completion');
  }
}
