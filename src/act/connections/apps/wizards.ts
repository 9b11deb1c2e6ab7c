// What a person has to do at each provider to register this installation as an app there: one entry per provider, and nothing else is needed for
// its wizard. Settings and their variables are in base/config, redirect address and scopes come from the provider's client.
import type { ConfiguredProvider } from '../../../base/config/config.ts';
import type { AnswerRule } from './judge-answer.ts';

export interface Wizard {
  /** Where apps are registered. */
  place: { name: string; url: string };
  /** In order, a sentence or two each. */
  steps: readonly string[];
  /** Names of the provider's own for settings that it calls otherwise. */
  labels?: Readonly<Record<string, string>>;
  /** What the provider's own codes and words mean, before the common rules. */
  says?: readonly AnswerRule[];
  /** Only a shop's own address checks an app. */
  needsShop?: boolean;
  /** Why id and secret cannot be checked before an account is connected. */
  uncheckable?: string;
}

const google = (api: string, about: string): Wizard => ({
  place: { name: 'Google Cloud console', url: 'https://console.cloud.google.com/apis/credentials' },
  steps: [
    `Create a project, or choose one, and switch on the ${api} under APIs & Services, Library.`,
    'Under Google Auth Platform, Branding and Audience, fill in the consent screen. Choose Internal, or publish it: in testing each grant ends after seven days.',
    'Under Data access, add the scopes that are listed here.',
    'Under Clients, create an OAuth client of the type Web application, with the redirect address as an authorised redirect URI.',
    about,
  ],
  says: [[/not been verified|access_denied.*verification/i, 'in_review']],
});

const MICROSOFT: readonly AnswerRule[] = [
  [/AADSTS50011|AADSTS500112/, 'wrong_redirect'],
  [/AADSTS7000222/, 'wrong_secret'],
  [/AADSTS7000215/, 'wrong_secret'],
  [/AADSTS700016|AADSTS900023|AADSTS90002/, 'wrong_id'],
  // The code is read before the secret: nothing is said of the app.
  [/AADSTS9002313|AADSTS900144/, 'unclear'],
];

export const WIZARDS: Readonly<Partial<Record<ConfiguredProvider, Wizard>>> = {
  meta: {
    place: { name: 'Meta for Developers', url: 'https://developers.facebook.com/apps' },
    steps: [
      'Create an app of the type Business and add the product Marketing API.',
      'Under Facebook Login for Business, Settings, enter the redirect address as a valid OAuth redirect URI.',
      'Under App review, Permissions, request the permissions that are listed here. Accounts of people with a role in the app can be connected before the review.',
      'Under App settings, Basic, copy App ID and App secret. Switch the app to Live.',
    ],
    labels: { clientId: 'App ID', clientSecret: 'App secret' },
    says: [
      [/^191\b/, 'wrong_redirect'],
      [/^101\b|validating application/i, 'wrong_id'],
      [/^1\b.*client secret|client secret/i, 'wrong_secret'],
      [/app not active|not currently accessible/i, 'in_review'],
    ],
  },
  google_ads: google(
    'Google Ads API',
    'In Google Ads, sign in to a manager account, open Tools, API Center, and copy the developer token. Until Google has approved it, it reads test accounts alone.',
  ),
  tiktok: {
    place: { name: 'TikTok for Business developers', url: 'https://business-api.tiktok.com/portal/apps' },
    steps: [
      'Create an app, with the redirect address as the advertiser redirect URL.',
      'Choose the permissions Ads Management and Reporting; for conversions, Measurement as well. TikTok reviews the app, which takes some days.',
      'On the page of the app, copy App ID and Secret.',
    ],
    labels: { clientId: 'App ID', clientSecret: 'Secret' },
  },
  linkedin: {
    place: { name: 'LinkedIn developers', url: 'https://www.linkedin.com/developers/apps' },
    steps: [
      'Create an app for the page of your company, and have the page confirm it.',
      'Under Products, request the Advertising API; for conversions, the Conversions API as well. LinkedIn reviews both.',
      'Under Auth, add the redirect address as an authorised redirect URL, and copy Client ID and Primary client secret.',
    ],
    labels: { clientSecret: 'Primary client secret' },
    says: [[/authorization code not found/i, 'accepted']],
  },
  microsoft_ads: {
    place: { name: 'Microsoft Entra admin center', url: 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps' },
    steps: [
      'Register an app for accounts in any organisation and personal accounts, with the redirect address of the platform Web.',
      'Under Certificates & secrets, create a client secret and copy its value, not its id. Note when it ends.',
      'Copy the application (client) id from the overview.',
      'In Microsoft Advertising, open the developer portal as super admin and request a developer token.',
    ],
    labels: { clientId: 'Application (client) ID', clientSecret: 'Client secret (its value)' },
    says: MICROSOFT,
  },
  reddit: {
    place: { name: 'Reddit apps', url: 'https://www.reddit.com/prefs/apps' },
    steps: [
      'Create an app of the type web app, with the redirect address.',
      'Copy the id, which is under the name of the app, and the secret.',
      'In Reddit Ads, under Developer Applications, request access to the Ads API for the app.',
    ],
  },
  pinterest: {
    place: { name: 'Pinterest developers', url: 'https://developers.pinterest.com/apps/' },
    steps: [
      'Create an app under My apps. Pinterest reviews it: Trial access has 1,000 requests a day, Standard access has more.',
      'Under Configure, add the redirect address as a redirect URI.',
      'Copy App ID and App secret key.',
    ],
    labels: { clientId: 'App ID', clientSecret: 'App secret key' },
  },
  snap: {
    place: { name: 'Snapchat Ads Manager', url: 'https://business.snapchat.com' },
    steps: [
      'Under Business Details, OAuth apps, create an app with the redirect address.',
      'Copy Client ID and Client secret; the secret is shown once.',
    ],
  },
  amazon_ads: {
    place: { name: 'Login with Amazon', url: 'https://developer.amazon.com/loginwithamazon/console/site/lwa/overview.html' },
    steps: [
      'Create a security profile, or choose one.',
      'Under Web settings, add the redirect address as an allowed return URL.',
      'Have Amazon approve access to its Ads API for the security profile.',
      'Copy Client ID and Client secret of the security profile.',
    ],
  },
  stripe: {
    place: { name: 'Stripe dashboard', url: 'https://dashboard.stripe.com/settings/connect' },
    steps: [
      'Switch on Connect and, under Onboarding options, OAuth for Standard accounts.',
      'Add the redirect address, and copy the client id of live mode (ca_…).',
      'Under Developers, API keys, copy the secret key of the platform.',
    ],
    labels: { clientId: 'Client ID (ca_…)', clientSecret: 'Secret key of the platform' },
  },
  mercado_pago: {
    place: { name: 'Mercado Pago developers', url: 'https://www.mercadopago.com/developers/panel/app' },
    steps: [
      'Create an application, with the redirect address and the option for PKCE.',
      'Under Webhooks, enter the webhook address for the event Payments, and copy the secret that is shown there.',
      'Under Production credentials, copy Client ID and Client secret.',
    ],
  },
  shopify: {
    place: { name: 'Shopify dev dashboard', url: 'https://dev.shopify.com/dashboard' },
    steps: [
      'Create an app with custom distribution for the shop, or a public one.',
      'Enter the redirect address as an allowed redirection URL, and the scopes that are listed here.',
      'Request access to protected customer data (name, e-mail, phone); without it buyers are unknown.',
      'Under Settings, copy Client ID and Secret.',
    ],
    labels: { clientSecret: 'Secret' },
    needsShop: true,
    says: [[/invalid_request|authorization code/i, 'accepted']],
  },
  hubspot: {
    place: { name: 'HubSpot developer account', url: 'https://app.hubspot.com/developer' },
    steps: [
      'Create a public app with OAuth.',
      'Under Auth, enter the redirect address and the scopes that are listed here, and copy Client ID and Client secret.',
      'Under Webhooks, enter the webhook address and subscribe to deals: created, deleted, restored, merged, association changed, and changes of dealstage, amount, deal_currency_code and closedate.',
    ],
    says: [
      [/BAD_REDIRECT_URI/, 'wrong_redirect'],
      [/BAD_CLIENT_ID/, 'wrong_id'],
      [/BAD_CLIENT_SECRET/, 'wrong_secret'],
      [/BAD_AUTH_CODE/, 'accepted'],
    ],
  },
  pipedrive: {
    place: { name: 'Pipedrive developer hub', url: 'https://app.pipedrive.com/developer-hub' },
    steps: [
      'Create a private or public app, with the redirect address as its callback URL.',
      'Under OAuth & access scopes, choose base, deals:read, contacts:read, leads:read and webhooks:full.',
      'Copy Client ID and Client secret from the same page.',
    ],
  },
  gohighlevel: {
    place: { name: 'HighLevel marketplace', url: 'https://marketplace.gohighlevel.com/apps' },
    steps: [
      'Create a private or public app for sub-accounts.',
      'Enter the redirect address and the scopes that are listed here, and create a client key: Client ID and Client secret.',
      'Under Webhooks, enter the webhook address and choose opportunities: created, updated, deleted, and changes of stage, status and value.',
    ],
  },
  google_calendar: google('Google Calendar API', 'Copy Client ID and Client secret.'),
  gmail: google(
    'Gmail API',
    'Copy Client ID and Client secret. Google reviews apps that read mail, unless the consent screen is Internal.',
  ),
  microsoft_calendar: {
    place: { name: 'Microsoft Entra admin center', url: 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps' },
    steps: [
      'Register an app for accounts in any organisation, with the redirect address of the platform Web.',
      'Under API permissions, add the delegated permissions of Microsoft Graph that are listed here.',
      'Under Certificates & secrets, create a client secret and copy its value, not its id. Note when it ends.',
      'Copy the application (client) id from the overview.',
    ],
    labels: { clientId: 'Application (client) ID', clientSecret: 'Client secret (its value)' },
    says: MICROSOFT,
  },
  outlook: {
    place: { name: 'Microsoft Entra admin center', url: 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps' },
    steps: [
      'Register an app for accounts in any organisation and personal accounts, with the redirect address of the platform Web.',
      'Under API permissions, add the delegated permissions of Microsoft Graph that are listed here. Some organisations let only an administrator grant them.',
      'Under Certificates & secrets, create a client secret and copy its value, not its id. Note when it ends.',
      'Copy the application (client) id from the overview.',
    ],
    labels: { clientId: 'Application (client) ID', clientSecret: 'Client secret (its value)' },
    says: MICROSOFT,
  },
  whatsapp: {
    place: { name: 'Meta for Developers', url: 'https://developers.facebook.com/apps' },
    steps: [
      'Create an app of the type Business and add the product WhatsApp.',
      'Under App settings, Basic, copy the App secret and enter it here, with a verify token of your choice. Save both here first.',
      'Under WhatsApp, Configuration, enter the webhook address and the same verify token, and subscribe to messages, account_update, user_preferences and, for a number that a phone shares, smb_message_echoes.',
      'In Meta Business Suite, create a system user and give it a token for the app with the permissions whatsapp_business_messaging and whatsapp_business_management. It is entered when a number is connected.',
    ],
    labels: { verifyToken: 'Verify token (a text of your choice)' },
    uncheckable: 'Meta checks the app secret only when a number is connected.',
  },
};
