// The answers of Microsoft Advertising's REST API (v13), as far as they are read. Ids of any type are read as texts.
import { z } from 'zod';

/** Campaigns and ads of other types are left out of every list. */
export const CAMPAIGN_TYPES = 'Audience, DynamicSearchAds, Hotel, PerformanceMax, Search, Shopping';
export const AD_TYPES = [
  'AppInstall',
  'DynamicSearch',
  'ExpandedText',
  'Hotel',
  'Image',
  'Product',
  'ResponsiveAd',
  'ResponsiveSearch',
  'Text',
];

const id = z.union([z.string().regex(/^\d+$/), z.int().transform(String)]);
const listOf = <Element extends z.ZodType>(element: Element) =>
  z
    .array(element.nullable())
    .nullish()
    .transform((list) => (list ?? []).filter((each) => each !== null));

export const user = z.object({
  User: z.object({ Id: id }),
  CustomerRoles: listOf(z.object({ RoleId: z.int(), AccountIds: listOf(id) })),
});

export const accounts = z.object({
  Accounts: listOf(
    z.object({
      Id: id,
      Name: z.string(),
      CurrencyCode: z.string().length(3),
      ParentCustomerId: id.nullish(),
      AccountLifeCycleStatus: z.string(),
      AccountFinancialStatus: z.string().nullish(),
      TimeZone: z.string(),
    }),
  ),
});

export const campaigns = z.object({
  Campaigns: listOf(
    z.object({
      Id: id,
      Name: z.string(),
      Status: z.string(),
      CampaignType: z.string().nullish(),
      DailyBudget: z.number().nullish(),
    }),
  ),
});

export const adGroups = z.object({ AdGroups: listOf(z.object({ Id: id, Name: z.string(), Status: z.string() })) });

const textAsset = z.object({ Asset: z.object({ Text: z.string().nullish() }).nullish() });
export const ads = z.object({
  Ads: listOf(
    z.object({
      Id: id,
      Type: z.string(),
      Status: z.string(),
      EditorialStatus: z.string().nullish(),
      FinalUrls: z.array(z.string()).nullish(),
      FinalUrlSuffix: z.string().nullish(),
      Title: z.string().nullish(),
      TitlePart1: z.string().nullish(),
      Headlines: z.array(textAsset).nullish(),
    }),
  ),
});

export const submitted = z.object({ ReportRequestId: z.string().min(1) });

export const polled = z.object({
  ReportRequestStatus: z.object({
    Status: z.enum(['Pending', 'InProgress', 'Success', 'Error']),
    ReportDownloadUrl: z.string().nullish(),
  }),
});

const fault = z.object({
  Code: z.union([z.number(), z.string()]),
  ErrorCode: z.string().nullish(),
  Message: z.string().nullish(),
});
/** Without the list it is no answer to a change. */
export const changed = z
  .object({ PartialErrors: z.array(fault.nullable()).nullable() })
  .transform(({ PartialErrors: errors }) => ({
    PartialErrors: (errors ?? []).filter((each) => each !== null),
  }));
export const errorBody = z.object({
  OperationErrors: listOf(fault),
  Errors: listOf(fault),
  BatchErrors: listOf(fault),
});
