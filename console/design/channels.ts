// The colour of a channel, the same on every page: `tone-…` of the charts and `--channel-…` of the tokens.

const TONES: Readonly<Record<string, string>> = {
  'Paid Search': '1',
  'Organic Search': '2',
  'Paid Social': '3',
  'Organic Social': '4',
  'Paid Shopping': '5',
  'Organic Shopping': '5',
  'Paid Video': '6',
  'Organic Video': '6',
  Email: '7',
  'Mobile Push': '7',
  SMS: '7',
  Affiliates: '8',
  'Paid Other': '8',
  Referral: '9',
  Audio: '9',
  'AI Assistants': '10',
  Display: '11',
  'Cross-network': '11',
  Direct: '12',
};

/** `other` for channels of a profile's own and for what no touch earned. */
export const toneOf = (channel: string): string => (Object.hasOwn(TONES, channel) ? (TONES[channel] ?? 'other') : 'other');
