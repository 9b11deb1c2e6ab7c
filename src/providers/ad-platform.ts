// The common interface of all ad platforms, in one vocabulary: accounts, the catalogue of campaigns, ad sets and ads, and
// spend by day. Each platform's client translates; ids are texts, money is decimal text, days are days of the account's own zone.
import type { OAuthFlow, Tokens } from './oauth/client.ts';
import type { ConnectField } from './reading/connect-field.ts';
import type { Secret } from './secret.ts';

export const AD_PLATFORMS = [
  ...(['meta', 'google_ads', 'tiktok', 'linkedin', 'microsoft_ads', 'reddit', 'pinterest'] as const),
  ...(['snap', 'amazon_ads', 'openai_ads', 'sandbox'] as const),
] as const;
export type AdPlatformId = (typeof AD_PLATFORMS)[number];

export interface AdAccount {
  id: string;
  name: string;
  /** ISO 4217. */
  currency: string;
  /** IANA name; what days of spend are days of. */
  timezone: string;
  /** The platform's status of the account; `disabled` accounts can be read and spend nothing. */
  status: 'active' | 'payment_missing' | 'disabled';
  /** The platform's reason, in its own words, when it is not active. */
  statusReason?: string | undefined;
  /** True if the grant may change ads there; undefined where the platform does not report it. */
  hasWriteAccess: boolean | undefined;
  /** The manager account that the access goes through (Google), or the region whose host has the account (Amazon). */
  loginAccountId?: string | undefined;
}

/** `active` is delivering or could; `paused` by a person, at the object itself or above it; `other` is e.g. in review or refused. */
export type DeliveryStatus = 'active' | 'paused' | 'archived' | 'other';

export interface Campaign {
  id: string;
  name: string;
  status: DeliveryStatus;
  objective?: string | undefined;
  /** Decimal text in the account's currency, where the campaign has the budget. */
  dailyBudget?: string | undefined;
  lifetimeBudget?: string | undefined;
}

export interface AdSet {
  id: string;
  campaignId: string;
  name: string;
  status: DeliveryStatus;
  dailyBudget?: string | undefined;
  lifetimeBudget?: string | undefined;
  learning?: 'learning' | 'limited' | 'done' | undefined;
}

export interface Creative {
  id: string;
  name?: string | undefined;
  type?: 'image' | 'video' | 'carousel' | 'dynamic' | 'other' | undefined;
  /** A link that may end soon; keep a copy of the picture. */
  thumbnailUrl?: string | undefined;
  landingPageUrl?: string | undefined;
  urlTags?: string | undefined;
  /** What people read in it: headlines and texts of its author. */
  texts?: readonly string[] | undefined;
  /** The platform's word for its button. */
  callToAction?: string | undefined;
  /** The file of its video, a link that may end soon; only the first bytes of it are read, for its length and sides. */
  videoUrl?: string | undefined;
}

export interface Ad {
  id: string;
  adSetId: string;
  campaignId: string;
  name: string;
  /** The status that a person set at the ad itself. */
  configuredStatus: DeliveryStatus;
  /** The effective state, from its parents and the platform's review; the platform's own word beside it. */
  effectiveStatus: DeliveryStatus;
  platformStatus: string;
  creative?: Creative | undefined;
  createdAt?: string | undefined;
  /** For an ad that opens a chat in WhatsApp. */
  chat?: AdChat | undefined;
}

export interface AdChat {
  /** The target of the ad, and the action of its button, in the platform's words. */
  destinationType?: string | undefined;
  callToAction?: string | undefined;
  whatsappNumber?: string | undefined;
  pageId?: string | undefined;
  greeting: AdGreeting;
}

/** The first message of the chat; `unrecognised` is in an undocumented form, or stored at the platform under an id. */
export type AdGreeting =
  | { status: 'none' | 'unrecognised' }
  | {
      status: 'found';
      text: string;
      autofill?: string | undefined;
      iceBreakers: { title: string; response?: string | undefined }[];
    };

/** An arm of a study, with the objects that it delivers. */
export interface StudyArm {
  id: string;
  name: string;
  /** Share of the people, in percent. */
  percent?: number | undefined;
  adSetIds?: readonly string[] | undefined;
  campaignIds?: readonly string[] | undefined;
}

/** A lift or split study as the platform reports it. What it came to is the platform's own figure. */
export interface Study {
  id: string;
  name: string;
  kind: 'lift' | 'split';
  state: 'planned' | 'running' | 'done' | 'cancelled';
  /** YYYY-MM-DD. */
  firstDay: string;
  lastDay?: string | undefined;
  arms: readonly StudyArm[];
  /** Ratio of what the treated did to what they would have done; absent where the platform says none. */
  result?: { measure: string; ratio: number; low: number; high: number } | undefined;
  /** What the platform says of its outcome under names of its own, as it says it. */
  figures?: readonly { name: string; value: string }[] | undefined;
  /** The probability that a difference as great is none, or the platform's confidence that there is one. */
  pValue?: number | undefined;
  confidence?: number | undefined;
}

/** One page of the catalogue; the pages of one reading together are the whole catalogue of the account. */
export interface CataloguePage {
  campaigns: Campaign[];
  adSets: AdSet[];
  ads: Ad[];
}

/** The spend of one ad (or, where the platform has none, one campaign) on one day. Absent is not measured; 0 is measured. */
export interface AdSpend {
  /** YYYY-MM-DD in the account's zone. */
  day: string;
  campaignId?: string | undefined;
  campaignName?: string | undefined;
  adSetId?: string | undefined;
  adSetName?: string | undefined;
  adId?: string | undefined;
  adName?: string | undefined;
  /** Decimal text in the account's currency. */
  spend: string;
  impressions?: number | undefined;
  clicks?: number | undefined;
  reach?: number | undefined;
  frequency?: string | undefined;
  linkClicks?: number | undefined;
  video3sViews?: number | undefined;
  thruplays?: number | undefined;
  platformConversions?: string | undefined;
  platformConversionValue?: string | undefined;
}

export const CHANGE_FIELDS = [
  ...(['budget', 'status', 'bid', 'targeting', 'creative'] as const),
  ...(['schedule', 'name', 'created', 'other'] as const),
] as const;
/** What a change is about; `other` is what the platform lists and this vocabulary has no word for. */
export type ChangeField = (typeof CHANGE_FIELDS)[number];

/** A change of an object that the platform's log of changes has, whatever made it: a person, a tool, a rule, or this service. */
export interface LoggedChange {
  /** The same text for the same change in every reading. */
  key: string;
  /** Milliseconds since 1970. */
  at: number;
  type: 'campaign' | 'adset' | 'ad';
  id: string;
  name?: string | undefined;
  field: ChangeField;
  /** A status of this vocabulary or `removed`, decimal text in the account's currency, or the platform's words; absent where it lists none. */
  before?: string | undefined;
  after?: string | undefined;
  /** The platform's word for the change. */
  word: string;
  /** Who made it, as the platform names them. */
  actor?: string | undefined;
  /** The app or tool through which it was made. */
  via?: string | undefined;
  /** False where the log shows that another app than this installation made it; undefined where it does not say. */
  mayBeOwn?: boolean | undefined;
}

export interface ChangeLog {
  /** For how many days back the platform has changes. */
  days: number;
  /** The changes from a moment until now in any order, perhaps some twice and some of before. Only a reading that ends without an error is complete. */
  read(grant: Grant, account: AdAccount, since: number): AsyncIterable<LoggedChange[]>;
}

/** Access of one connection: an access token that is good now. Refreshing is the caller's, through `LiveTokens`. */
export interface Grant {
  accessToken(): Promise<Secret>;
  /** Replaces the last token, which the provider refused; false where nothing can replace it. */
  renew?(): Promise<boolean>;
}

export interface AdPlatform {
  readonly id: AdPlatformId;
  /** The scopes that a connect asks for: without the second ones ads cannot be changed, without the third ones no conversions sent, without those of shops no products copied. */
  readonly scopes: {
    read: readonly string[];
    write: readonly string[];
    conversions?: readonly string[];
    catalogue?: readonly string[];
  };
  /** The flow by which people grant access; absent where they type in credentials. */
  readonly oauth?: OAuthFlow | undefined;
  /** What is typed in on the page of the link. */
  readonly fields?: readonly ConnectField[];
  /** Where there is no flow: what was typed in, as tokens. @throws ProviderFailure `rejected` with the reason for what cannot be right. */
  readonly openCredentials?: (values: Readonly<Record<string, string>>) => Promise<Tokens>;
  /** Every account that the grant sees. @throws ProviderFailure, here and below. */
  listAccounts(grant: Grant): Promise<AdAccount[]>;
  /** The catalogue of an account, page by page. A reading that fails midway throws; what was yielded is then no whole catalogue. */
  readCatalogue(grant: Grant, account: AdAccount): AsyncIterable<CataloguePage>;
  /**
   * Spend of an account from day to day, both included, in portions. Only a reading that ends without an error is complete:
   * a day without rows was then measured as 0.
   */
  readSpend(grant: Grant, account: AdAccount, range: { from: string; to: string }): AsyncIterable<AdSpend[]>;
  /** The platform's log of changes; absent where it has none. */
  readonly changes?: ChangeLog;
  /** All lift and split studies of an account; absent where the platform lists none. */
  readonly readStudies?: (grant: Grant, account: AdAccount) => Promise<Study[]>;
  /** The last day on which the platform's API version in use works, YYYY-MM-DD; undefined where versions do not end. */
  readonly versionEnds: string | undefined;
  /** For how many days back the platform has reports, where these are fewer than a first reading reads. */
  readonly reportDays?: number;
  /** Where pictures are that is no public address: of a platform that runs beside the service. */
  readonly pictureOrigin?: string;
  /** Absent where nothing can be changed. */
  readonly writes?: AdWrites;
}

/** A platform with a page of its own on which access is granted. */
export interface OAuthPlatform extends AdPlatform {
  readonly oauth: OAuthFlow;
}

/** Where an ad is, and an ad set: some platforms find neither by its id alone. Both never move. */
export type AdAddress = Pick<Ad, 'id' | 'adSetId' | 'campaignId'>;
export type AdSetAddress = Pick<AdSet, 'id' | 'campaignId'>;

/**
 * The reason why the URL tags of an ad cannot be changed: its links come from a product catalogue (`catalogue`) or from a set of texts and links
 * (`asset_feed`), it opens a chat (`click_to_message`), or the platform allows no change of ads of its kind (`unchangeable`).
 */
export type UrlTagsObstacle = 'catalogue' | 'asset_feed' | 'click_to_message' | 'unchangeable';

/** An ad as the platform has it at this moment. */
export interface LiveAd extends Ad {
  /** The status that a person set at the objects above it. */
  parents: { adSet: DeliveryStatus; campaign: DeliveryStatus };
  /** Its campaign's, where the platform's objectives say what the links of its ads are. */
  objective?: string | undefined;
  urlTagsObstacle?: UrlTagsObstacle | undefined;
}

export interface LiveBudget {
  /** Which object has it, and so where it is changed. */
  level: 'ad_set' | 'campaign';
  period: 'daily' | 'lifetime';
  /** Whole number of the platform's own smallest unit, which at Meta is not that of ISO 4217. */
  minorUnits: number;
  /** The same as decimal text in the account's currency. */
  amount: string;
}

/** An ad set as the platform has it at this moment. */
export interface LiveAdSet extends AdSetAddress {
  name: string;
  /** The status that a person set at the ad set itself. */
  status: DeliveryStatus;
  /** Absent where the platform shows none, such as of a budget that several campaigns share. */
  budget?: LiveBudget | undefined;
  learning?: AdSet['learning'];
}

export interface WriteReceipt {
  /** The platform's id of the request, for its support. */
  requestId?: string | undefined;
}

/**
 * Changes of ads. No call repeats a write. A failure whose outcome is `unknown` may have been carried out: read back, then decide.
 * Every other failure changed nothing, except where a method says otherwise. What makes a new object has a marker, an id of the caller's
 * operation that becomes part of the object's name: a call with a marker whose object exists goes on with that object.
 */
export interface AdWrites {
  /** True if the grant may change ads of the account, asked of the platform now; true where the platform shows no role. */
  hasWriteAccess(grant: Grant, account: AdAccount): Promise<boolean>;
  readAd(grant: Grant, account: AdAccount, ad: AdAddress): Promise<LiveAd>;
  readAdSet(grant: Grant, account: AdAccount, adSet: AdSetAddress): Promise<LiveAdSet>;
  setAdStatus(grant: Grant, account: AdAccount, ad: AdAddress, status: 'active' | 'paused'): Promise<WriteReceipt>;
  /** Absent where no ad set of the platform has a budget. Only for one that `readAdSet` shows with a daily budget of its own. */
  setDailyBudget?(grant: Grant, account: AdAccount, adSet: AdSetAddress, minorUnits: number): Promise<WriteReceipt>;
  /**
   * Gives the ad these tags, written as `a=1&b=2`: in place, or by a copy of its creative that the ad then shows. A failure may have left
   * behind a copy that no ad shows. Absent where tags cannot be set.
   */
  setUrlTags?(grant: Grant, account: AdAccount, ad: AdAddress, change: UrlTagChange): Promise<UrlTagReceipt>;
  /** The creative that `setUrlTags` made; the method is absent where tags are set in place. */
  findTagged?(grant: Grant, account: AdAccount, ad: AdAddress, marker: string): Promise<string | undefined>;
  /** Lets the ad show another creative of the account, such as the one it had before. Absent together with `findTagged`. */
  restoreCreative?(grant: Grant, account: AdAccount, ad: AdAddress, creativeId: string): Promise<WriteReceipt>;
  /** A paused copy of the ad in the same ad set. Absent where ads cannot be copied. */
  duplicateAd?(grant: Grant, account: AdAccount, ad: AdAddress, copy: { marker: string }): Promise<CopyReceipt>;
  /** The copy that `duplicateAd` made. */
  findCopy?(grant: Grant, account: AdAccount, ad: AdAddress, marker: string): Promise<string | undefined>;
}

export interface UrlTagChange {
  urlTags: string;
  marker: string;
}

export interface UrlTagReceipt extends WriteReceipt {
  /** The creative that the ad shows now; undefined where the tags were changed in place, and are changed back by `setUrlTags`. */
  creativeId?: string | undefined;
}

export interface CopyReceipt extends WriteReceipt {
  adId: string;
}
