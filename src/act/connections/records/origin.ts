// Where records come from: an account of a provider, for one profile.

export interface RecordOrigin {
  profileId: string;
  provider: string;
  accountId: string;
}

/** As the events say it that records become. */
export const originName = ({ provider, accountId }: RecordOrigin): string => `${provider}:${accountId}`;
