// What browsers answer with, by the names of the standard. Everything else that they send is left out.
import { z } from 'zod';
import { transportShape } from '../stored.ts';

const LONGEST = 12_000;
const base64url = z
  .string()
  .regex(/^[A-Za-z0-9_-]+$/)
  .max(LONGEST);

const common = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
};

const noExtensions = z.unknown().transform(() => ({}));

export const registrationShape = z.object({
  ...common,
  clientExtensionResults: noExtensions,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z
      .array(z.string())
      .default([])
      .transform((all) => all.flatMap((each) => transportShape.safeParse(each).data ?? [])),
  }),
});
export type RegistrationAnswer = z.infer<typeof registrationShape>;

export const signInShape = z.object({
  ...common,
  clientExtensionResults: noExtensions,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
  }),
});
export type SignInAnswer = z.infer<typeof signInShape>;
