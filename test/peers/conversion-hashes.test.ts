// Every published hash vector of every destination, by the rule that the destination's builder uses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { digest, type Rule } from '../../src/providers/conversions/hashing/digest.ts';
import * as rules from '../../src/providers/conversions/hashing/rules.ts';
import { publicText } from './public-data.ts';

const vectors = z.object({
  vectors: z.array(
    z.object({
      id: z.string(),
      field: z.string(),
      input: z.string(),
      normalized: z.string().nullable(),
      sha256: z.string().nullish(),
      hex: z.string().nullish(),
      base64: z.string().nullish(),
      hashed: z.boolean().default(true),
      rule: z.string().optional(),
    }),
  ),
});

const names = <Named extends Rule>(name: Named) => ({ fn_ln: name, fn: name, ln: name });
const RULES: Record<string, { fields: Record<string, Rule>; count: number }> = {
  meta: { fields: { ...rules.META, ...names(rules.META.name) }, count: 411 },
  google: { fields: rules.GOOGLE, count: 26 },
  tiktok: { fields: rules.TIKTOK, count: 7 },
  linkedin: { fields: { SHA256_EMAIL: rules.LINKEDIN.email }, count: 2 },
  microsoft: { fields: rules.MICROSOFT, count: 2 },
  pinterest: { fields: { ...rules.PINTEREST, ...names(rules.PINTEREST.name) }, count: 5 },
  snap: { fields: { ...rules.SNAP, ...names(rules.SNAP.name) }, count: 6 },
  reddit: {
    fields: { ...rules.REDDIT, ip_address: rules.REDDIT.id, external_id: rules.REDDIT.id, conversion_id: rules.REDDIT.id },
    count: 5,
  },
};

/** With a name for each of the two. */
RULES['openai'] = { fields: rules.OPENAI, count: 11 };

for (const [platform, { fields, count }] of Object.entries(RULES))
  test(`${platform}: all hash vectors`, () => {
    const { vectors: all } = vectors.parse(JSON.parse(publicText('ad-platforms', platform, 'given', 'hash-vectors.json')));
    const wrong: string[] = [];
    for (const { id, field, input, normalized, sha256, hex, base64, hashed, rule: special } of all) {
      const rule = fields[field];
      assert.ok(rule, `${id}: no rule for ${field}`);
      if (!special && (rule(input.trim()) ?? null) !== normalized) wrong.push(`${id} ${JSON.stringify(input)}: ${rule(input)}`);
      if (!hashed) continue;
      const wanted = (sha256 ?? hex)?.toLowerCase();
      const value = digest(rule, input);
      if (value !== wanted) wrong.push(`${id} ${JSON.stringify(input)}: hash ${value}`);
      if (base64) assert.equal(Buffer.from(value ?? '', 'hex').toString('base64'), base64, id);
    }
    assert.deepEqual(wrong, []);
    assert.equal(all.length, count);
  });
