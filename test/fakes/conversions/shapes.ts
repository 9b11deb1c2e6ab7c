// The shapes of conversions as the platforms document them, strict: an unknown field is a mistake.
import { z } from 'zod';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const hashes = z.array(hash).min(1);
const seconds = z.int().min(1_500_000_000).max(4_000_000_000);
const id = z.string().min(1).max(200);
const currency = z.string().regex(/^[A-Z]{3}$/);
const text = z.string().min(1);
const DAY_MS = 86_400_000;

const metaPeople = {
  em: hashes,
  ph: hashes,
  external_id: hashes,
  fn: hashes,
  ln: hashes,
  ct: hashes,
  st: hashes,
  zp: hashes,
  country: hashes,
  ge: hashes,
  db: hashes,
  client_ip_address: text,
  client_user_agent: text,
};
const metaUser = z.strictObject({
  ...metaPeople,
  fbc: z.string().regex(/^fb\.\d\.\d+\..+/),
  fbp: z.string().regex(/^fb\.\d\.\d+\.\d+/),
  ctwa_clid: text,
  whatsapp_business_account_id: text,
});
export const metaEvent = z
  .strictObject({
    event_name: text,
    event_time: seconds,
    event_id: id.optional(),
    event_source_url: z.url().optional(),
    action_source: z.enum([
      'website',
      'business_messaging',
      'chat',
      'phone_call',
      'email',
      'physical_store',
      'system_generated',
      'app',
      'other',
    ]),
    messaging_channel: z.literal('whatsapp').optional(),
    user_data: metaUser.partial(),
    custom_data: z
      .strictObject({
        currency,
        value: z.number(),
        order_id: text,
        content_ids: z.array(text),
        content_name: text,
        content_type: text,
        contents: z.array(z.record(z.string(), z.unknown())),
        num_items: z.int(),
      })
      .partial()
      .optional(),
    data_processing_options: z.array(z.literal('LDU')).optional(),
    data_processing_options_country: z.int().optional(),
    data_processing_options_state: z.int().optional(),
  })
  .refine(({ action_source: source, event_source_url: url }) => source === 'website' || url === undefined, 'a page')
  .refine(({ action_source: source, user_data: user }) => source !== 'website' || user.client_user_agent, 'no user agent')
  .refine(
    ({ action_source: source, messaging_channel: channel }) => (source === 'business_messaging') === (channel !== undefined),
  )
  .refine(
    ({ action_source: source, user_data: user }) =>
      source !== 'business_messaging' || (user.ctwa_clid && user.whatsapp_business_account_id),
  )
  .refine(({ event_name: name, custom_data: data }) => name !== 'Purchase' || (data?.value !== undefined && data.currency));

export function metaRefusal(event: unknown, now: number): string | undefined {
  const { event_time: at, action_source: source } = metaEvent.parse(event);
  return now - at * 1000 > (source === 'physical_store' ? 62 : 7) * DAY_MS ? 'too old' : undefined;
}

const google = {
  identifier: z.union([
    z.strictObject({ emailAddress: hash }),
    z.strictObject({ phoneNumber: hash }),
    z.strictObject({
      address: z.strictObject({
        givenName: hash,
        familyName: hash,
        regionCode: z.string().regex(/^[A-Z]{2}$/),
        postalCode: text,
      }),
    }),
  ]),
  consent: z.enum(['CONSENT_GRANTED', 'CONSENT_DENIED']),
};
export const googleEvent = z
  .strictObject({
    destinationReferences: z.tuple([z.literal('d1')]),
    transactionId: id,
    eventTimestamp: z.iso.datetime({ offset: true }),
    eventSource: z.enum(['WEB', 'APP', 'IN_STORE', 'PHONE', 'OTHER']),
    currency: currency.optional(),
    conversionValue: z.number().optional(),
    adIdentifiers: z.strictObject({ gclid: text, gbraid: text, wbraid: text }).partial().optional(),
    userData: z.strictObject({ userIdentifiers: z.array(google.identifier).min(1).max(10) }).optional(),
    consent: z.strictObject({ adUserData: google.consent, adPersonalization: google.consent }).partial().optional(),
  })
  .refine(({ adIdentifiers, userData }) => adIdentifiers ?? userData);
const account = z.strictObject({ accountType: z.literal('GOOGLE_ADS'), accountId: z.string().regex(/^\d+$/) });
export const googleRequest = z.looseObject({
  destinations: z
    .array(
      z.strictObject({
        reference: z.literal('d1'),
        operatingAccount: account,
        loginAccount: account.optional(),
        productDestinationId: text,
      }),
    )
    .length(1),
  encoding: z.literal('HEX'),
});

export const tiktokEvent = z.strictObject({
  event: text,
  event_time: seconds,
  event_id: id,
  limited_data_use: z.boolean().optional(),
  user: z
    .strictObject({
      email: hashes,
      phone: hashes,
      external_id: hashes,
      ttclid: text,
      ttp: text,
      ip: text,
      user_agent: text,
      first_name: hash,
      last_name: hash,
      city: text,
      state: text,
      country: text,
      zip_code: hash,
    })
    .partial(),
  properties: z
    .strictObject({
      value: z.number(),
      currency,
      order_id: text,
      content_type: text,
      contents: z.array(z.unknown()),
      query: text,
    })
    .partial()
    .optional(),
  page: z.strictObject({ url: z.url(), referrer: z.url().optional() }).optional(),
});

export const linkedInEvent = z.strictObject({
  conversion: z.string().regex(/^urn:lla:llaPartnerConversion:\d+$/),
  conversionHappenedAt: z.int().min(1_500_000_000_000),
  conversionValue: z.strictObject({ currencyCode: currency, amount: z.string().regex(/^\d+(\.\d+)?$/) }).optional(),
  eventId: id.optional(),
  user: z.strictObject({
    userIds: z.array(
      z.union([
        z.strictObject({ idType: z.literal('SHA256_EMAIL'), idValue: hash }),
        z.strictObject({ idType: z.literal('LINKEDIN_FIRST_PARTY_ADS_TRACKING_UUID'), idValue: text }),
      ]),
    ),
    userInfo: z
      .strictObject({
        firstName: text,
        lastName: text,
        title: text.optional(),
        companyName: text.optional(),
        countryCode: z.string().length(2).optional(),
      })
      .optional(),
    externalIds: z.array(text).length(1).optional(),
  }),
});

const stamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
const match = { MicrosoftClickId: text.optional(), HashedEmailAddress: hash.optional(), HashedPhoneNumber: hash.optional() };
export const microsoftRow = z.union([
  z.strictObject({
    ConversionName: text,
    ConversionTime: stamp,
    ConversionValue: z.number().optional(),
    ...match,
    ConversionCurrencyCode: currency.optional(),
  }),
  z.strictObject({
    ConversionName: text,
    ConversionTime: stamp,
    AdjustmentTime: stamp,
    ...match,
    AdjustmentType: z.literal('Retract'),
  }),
  z.strictObject({
    ConversionName: text,
    ConversionTime: stamp,
    AdjustmentTime: stamp,
    ...match,
    AdjustmentType: z.literal('Restate'),
    AdjustmentValue: z.number(),
    AdjustmentCurrencyCode: currency,
  }),
]);

const valueAsText = z
  .strictObject({
    currency,
    value: z.string().regex(/^\d+(\.\d+)?$/),
    order_id: text,
    contents: z.array(z.record(z.string(), z.unknown())),
  })
  .partial();
export const pinterestEvent = z
  .strictObject({
    event_name: text,
    action_source: z.enum(['web', 'offline', 'app_ios', 'app_android']),
    event_time: seconds,
    event_id: id,
    event_source_url: z.url().optional(),
    user_data: z.strictObject({ ...metaPeople, click_id: text }).partial(),
    custom_data: valueAsText.optional(),
  })
  .refine(({ user_data: user }) => user.em ?? (user.client_ip_address && user.client_user_agent));

export const snapEvent = z.strictObject({
  event_name: z.string().regex(/^[A-Z_0-9]+$/),
  event_time: seconds,
  event_id: id,
  action_source: z.enum(['WEB', 'MOBILE_APP', 'OFFLINE']),
  event_source_url: z.url().optional(),
  user_data: z.strictObject({ ...metaPeople, sc_click_id: text, sc_cookie1: text }).partial(),
  custom_data: valueAsText.optional(),
});

export const redditEvent = z.strictObject({
  event_at: z.int().min(1_500_000_000_000),
  action_source: z.enum(['WEBSITE', 'APP', 'PHYSICAL_STORE', 'OTHER']),
  type: z.strictObject({ tracking_type: z.string().regex(/^[A-Z_]+$/), custom_event_name: text.optional() }),
  click_id: text.optional(),
  metadata: z.strictObject({ conversion_id: id, value: z.number().optional(), currency: currency.optional() }),
  user: z
    .strictObject({ email: hash, phone_number: hash, external_id: hash, ip_address: hash, user_agent: text, uuid: text })
    .partial()
    .optional(),
});

const threeHashes = z.array(hash).min(1).max(3);
const plain = z.array(text).min(1).max(3);
const openAiData = z.strictObject({
  type: z.enum(['contents', 'customer_action', 'plan_enrollment', 'custom']),
  amount: z.int().nonnegative().optional(),
  currency: currency.optional(),
});
export const openAiEvent = z
  .strictObject({
    id,
    type: z.string().regex(/^[a-z_]+$/),
    timestamp_ms: z.int().min(1_500_000_000_000),
    data: openAiData,
    action_source: z.enum(['web', 'mobile_app', 'offline', 'physical_store', 'phone_call', 'email', 'other']),
    source_url: z.url().optional(),
    oppref: text.optional(),
    custom_event_name: z
      .string()
      .regex(/^[A-Za-z0-9]$|^[A-Za-z0-9][A-Za-z0-9_-]{0,62}[A-Za-z0-9]$/)
      .optional(),
    user: z
      .strictObject({
        emails_sha256: threeHashes,
        phone_numbers_sha256: threeHashes,
        external_ids_sha256: threeHashes,
        first_names_sha256: threeHashes,
        last_names_sha256: threeHashes,
        countries: z.array(z.string().regex(/^[A-Z]{2}$/)),
        cities: plain,
        regions: plain,
        postal_codes: plain,
        ip_address: text,
        user_agent: text,
      })
      .partial()
      .optional(),
  })
  .refine(({ action_source: source, source_url: page }) => source !== 'web' || (page !== undefined && !/[?#]/.test(page)))
  .refine(({ type, custom_event_name: name }) => (type === 'custom') === (name !== undefined))
  .refine(({ data: { amount, currency: code } }) => (amount === undefined) === (code === undefined));

/** What the Google Ads API takes of corrections, for a customer. */
export const googleAdjustments = (customer: string) =>
  z.strictObject({
    conversionAdjustments: z
      .array(
        z.strictObject({
          conversionAction: z.string().regex(new RegExp(`^customers/${customer}/conversionActions/\\d+$`)),
          adjustmentType: z.enum(['RETRACTION', 'RESTATEMENT']),
          orderId: z.string().min(1).max(128),
          adjustmentDateTime: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d\d:\d\d$/),
          restatementValue: z.strictObject({ adjustedValue: z.number(), currencyCode: z.string().length(3) }).optional(),
        }),
      )
      .min(1)
      .max(2_000),
    partialFailure: z.literal(true),
    validateOnly: z.literal(false),
  });
