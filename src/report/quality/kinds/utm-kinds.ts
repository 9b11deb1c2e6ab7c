// The words of the anomalies of parameters, and how loud each is.
import type { WarehouseRow } from '../../../base/warehouse/statements.ts';
import type { FindingKind, Fix } from '../findings.ts';
import { shareText } from '../rules.ts';

export type AnomalyRow = WarehouseRow<'warehouse/report/quality/utm_anomalies_list'>;
export type AnomalyName = AnomalyRow['kind'];

interface Words {
  title: string;
  /** The description of such visits, as the rest of "12 % of visits (…) …". */
  visits: string;
  /** Which visits could have it; all where it is absent. */
  among?: string;
  /** The consequence. */
  meaning: string;
  next: string;
  second: string;
  /** Which rule decides: by the share of sessions, by money and visits, or any at all. */
  rule: 'share' | 'money' | 'any';
}

const words: Record<AnomalyName, Words> = {
  macro_unexpanded: {
    title: 'Templates that were not filled in',
    visits: 'have a template, such as {{campaign.name}}, instead of a value',
    meaning: 'What should be in its place, most often the campaign, is unknown.',
    next: 'Correct the URL parameters of the ads in the evidence: the platform fills in only its own templates, and not this one.',
    second: 'Open the preview of the ad and read the address it leads to: a link shortener or feed may write the template again.',
    rule: 'money',
  },
  placeholder: {
    title: 'Empty values',
    visits: 'have a parameter that is empty or says null, undefined, (not set), test, none or #N/A',
    meaning: 'Reports list them under this word or under no name.',
    next: 'Fill in the parameter in the tool that writes the link; without a value, leave the parameter out.',
    second: 'Search the link in mails and posts of the last weeks: an old template may still be in use.',
    rule: 'money',
  },
  variants: {
    title: 'Several spellings of one name',
    visits: 'have a rare spelling of a name that is usually written differently',
    meaning: 'One campaign has several rows in reports, each with a part of its visits.',
    next: 'Write the usual spelling, which is in the evidence, into the links of the ads and mails that have another one. Past visits stay as they are.',
    second: 'Write names in lower case with hyphens, from one list that everyone uses.',
    rule: 'money',
  },
  personal_data: {
    title: 'Personal data in addresses of pages',
    visits: 'have personal data, such as an e-mail address, in a parameter or the path of a page',
    meaning: 'It was removed here and stored nowhere, but other tools on the page see it.',
    next: 'Remove the field from the link template of the mail tool or form that has the parameter in the evidence, today; `(path)` is a page whose own address names people.',
    second: 'Check forms that send their fields by GET: they write them into the address.',
    rule: 'any',
  },
  medium_unknown: {
    title: 'Media without a channel',
    visits: 'have a utm_medium that no channel rule knows',
    meaning: 'They are in Paid Other or Unassigned instead of their channel.',
    next: 'Add a channel rule for this medium, and preview what it moves.',
    second: 'Use a medium that every tool knows: cpc, paid_social, email, affiliate, referral.',
    rule: 'money',
  },
  paid_without_medium: {
    title: 'Ads without a medium',
    visits: 'are of ads, as their ids show, and have a source without a medium',
    meaning: 'Their channel is a guess, and tools that have no ids count them as unpaid.',
    next: 'Add utm_medium (cpc or paid_social) to the URL parameters of these ads.',
    second: 'Set the parameters for the whole account, so that new ads have them too.',
    rule: 'money',
  },
  autotag_lost: {
    title: 'Google clicks without their id',
    among: 'paid visits from Google',
    visits: 'lack gclid, gbraid and wbraid',
    meaning: 'Google cannot learn which of these clicks became customers.',
    next: 'Switch on auto-tagging in Google Ads (account settings), and check that redirects keep gclid.',
    second:
      'Click an ad and compare the address of the landing page with the one of the ad: the first difference is the redirect that drops it.',
    rule: 'money',
  },
  id_and_name_disagree: {
    title: 'Id and name of different campaigns',
    visits: 'name one campaign in utm_campaign and have the id of another one',
    meaning: 'Reports by name and reports by id differ.',
    next: 'Correct utm_campaign of the ads in the evidence; they were probably copied from the other campaign.',
    second: 'Use the template of the platform for the campaign name, so that a copied ad has its own.',
    rule: 'money',
  },
  internal_utm: {
    title: 'Parameters on links inside the site',
    visits: 'used a link inside the site that has utm parameters',
    meaning: 'Each such click counts as a new arrival and takes credit from the true source.',
    next: 'Remove utm parameters from links and banners that lead to the pages in the evidence.',
    second: 'Count clicks on banners with an event instead (tributary.track).',
    rule: 'share',
  },
  self_referral: {
    title: 'Own domains as referrers',
    visits: 'begin with a referrer of an own domain',
    meaning: 'The visit was cut in two on the way between your sites, and its second part has no source.',
    next: 'Put the tracker on the pages of the domain in the evidence, with the same tracking key.',
    second: 'Use one collection domain for all sites, so that the browser has one id on them.',
    rule: 'share',
  },
  payment_referral: {
    title: 'Visits that begin after paying',
    visits: 'begin with the return from a payment page',
    meaning: 'They count as direct; the true source is in the visit before.',
    next: 'Put the tracker on the page before payment, and send anonymous_id with the outcome.',
    second: 'Let the payment page open in the same tab: a visit that continues within 30 minutes is not cut.',
    rule: 'share',
  },
  return_host: {
    title: 'Hosts that look like a step of paying',
    visits: 'come from a host whose visits mostly convert within five minutes',
    meaning:
      'Such a visit is probably in the middle of a purchase (a bank, a wallet, a sign-in), and takes the credit of the true source.',
    next: 'Check the hosts in the evidence. A host that is a step of paying or signing in is no source: a person confirms it on this page, or in the settings of the tracker (no_source_hosts).',
    second: 'Put the tracker on the page that leads there: who is seen leaving continues the visit without any list.',
    rule: 'share',
  },
  truncated: {
    title: 'Values that were cut off',
    visits: 'have a value that was cut off at a fixed length',
    meaning: 'Several campaigns may look alike.',
    next: 'Shorten the names in the evidence, or use ids: the tool that writes these links cuts off long values.',
    second: 'Put the part that distinguishes campaigns first.',
    rule: 'money',
  },
  sudden_source: {
    title: 'New source that looks automatic',
    visits: 'come from a source that is new, leave at once and buy nothing',
    meaning: 'People hardly behave so; programs do.',
    next: 'Check the source with its owner. If nobody advertises there, exclude it with a channel rule of its own.',
    second: 'Compare networks and user agents in GET /api/v1/tracking/events; a rule at your proxy can keep them away.',
    rule: 'money',
  },
};

export const ruleOf = (kind: AnomalyName): Words['rule'] => words[kind].rule;
export const ANOMALIES = Object.keys(words).filter((name): name is AnomalyName => name in words);

/** What would settle a value: a rule, to be previewed with POST /classification/preview, or a host that is no source. */
export function proposalOf(kind: AnomalyName, value: string | null): Fix | null {
  if (value === null) return null;
  const rule_id = `quality-${value
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)}`;
  const preview = (condition: object): Fix => ({
    operation: 'previewClassification',
    params: { rules: [{ rule_id, ...condition }] },
  });
  if (kind === 'medium_unknown') return preview({ channel: 'Paid Social', medium: { is: [value] } });
  // The host, to be added to the hosts in force.
  if (kind === 'return_host') return { operation: 'updateTrackingSettings', params: { no_source_hosts: [value] } };
  if (kind === 'sudden_source') return preview({ channel: 'Referral', source: { is: [value] } });
  return null;
}

export const anomalyKind = (name: AnomalyName): FindingKind => ({
  name,
  title: words[name].title,
  family: 'utm',
  explain: ({ hits, cases }) => {
    const { among = 'visits', visits, meaning } = words[name];
    return hits === 0 ? `No ${among} ${visits}.` : `${shareText(hits, cases, among)} ${visits}. ${meaning}`;
  },
  next: words[name].next,
  second: words[name].second,
  fix: null,
  ...(words[name].rule === 'any' ? { isLoudAnyway: true } : {}),
});
