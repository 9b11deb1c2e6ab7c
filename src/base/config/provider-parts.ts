// Settings that providers have in common: the registration of this installation as an app, versions, scopes and tokens.
import { z } from 'zod';
import { bool, setting, text, webAddress } from './setting-list.ts';

export const serverUrl = (prefix: string, name: string) =>
  setting(`TRIBUTARY_${prefix}_URL`, webAddress.optional(), `A URL that replaces all of ${name}'s own, such as a test server.`);

/** The registration of this installation as an app at a provider: what all of them ask for. `prefix` starts the variables' names. */
export const appAt = (prefix: string, name: string) => ({
  clientId: setting(
    `TRIBUTARY_${prefix}_CLIENT_ID`,
    text.optional(),
    `Id of your app at ${name}; nobody can connect when absent.`,
  ),
  clientSecret: setting(`TRIBUTARY_${prefix}_CLIENT_SECRET`, text.optional(), 'Secret of that app.'),
  url: serverUrl(prefix, name),
});
export const apiVersion = (prefix: string, version: string) => ({
  apiVersion: setting(`TRIBUTARY_${prefix}_API_VERSION`, text.max(20).default(version), 'Version of the API.'),
});
export const conversionScope = (prefix: string, name: string, scope: string, approval: string) => ({
  hasConversions: setting(
    `TRIBUTARY_${prefix}_CONVERSIONS`,
    bool.default(false),
    `Requests \`${scope}\` when an account is connected, without which ${name} takes no conversions; ${approval}.`,
  ),
});
export const developerToken = (prefix: string, name: string) => ({
  developerToken: setting(
    `TRIBUTARY_${prefix}_DEVELOPER_TOKEN`,
    text.optional(),
    `The developer token that ${name} gives your app; nobody can connect when absent.`,
  ),
});
export const redditConversionId = {
  conversionId: setting(
    'TRIBUTARY_REDDIT_CONVERSION_ID',
    z.enum(['plain', 'sha256']).default('plain'),
    'How conversion ids are sent: `plain`, as the pixel of a website sends them, or `sha256`; Reddit counts a conversion of both twice if they differ.',
  ),
};
