// A person who left something of theirs in every place that keeps anything of anybody, by the doors alone: each word with the
// place where it must be found before they are erased. Nothing of it may be found afterwards.
// biome-ignore lint/suspicious/noExplicitAny: answers of the service
type Json = any;

/** The ways in, however the service runs. They reject what is not taken. */
export interface Door {
  /** Under `/api/v1`, with the profile's key; answers `data`. */
  post(path: string, body: unknown): Promise<Json>;
  get(path: string): Promise<Json>;
  /** As a browser sends it. */
  collect(anonymousId: string, events: Json[]): Promise<void>;
  /** As rows of a file, which may say more than an event of either. */
  rows(rows: Json[]): Promise<void>;
  /** A statement to be read; answers the import's id. */
  upload(fileName: string, text: string): Promise<string>;
  /** When everything is in the figures. */
  settled(): Promise<void>;
}

/** A word that is planted, and the place where it must be found: a store, table and column as `whole-folder.ts` names them. */
export type Plant = readonly [word: string, place: string];

/** The check digit of Chile's national number. */
function withCheckDigit(number: number): string {
  const sum = [...String(number)].reverse().reduce((total, digit, i) => total + Number(digit) * (2 + (i % 6)), 0);
  const rest = 11 - (sum % 11);
  return `${number}-${rest === 11 ? '0' : rest === 10 ? 'K' : rest}`;
}

/** @param n Which of several persons; up to 99. */
export function personToPlant(n: number) {
  const tag = String.fromCharCode(97 + Math.floor(n / 10), 97 + (n % 10));
  const mail = (name: string): string => `ida.${name}.${tag}@planted.example`;
  return {
    emails: [mail('one'), mail('two'), mail('three'), mail('statement'), mail('fifth')],
    twin: { email: mail('twin'), external: `planted-twin-ext-${tag}`, first: `Twinplanted${tag}`, phone: `+569876${5300 + n}0` },
    /** Of a sixth address, which nobody has room for, only the token is kept. */
    leftOff: mail('sixth'),
    claimed: `planted-claimed-${tag}`,
    spoilt: mail('spoilt'),
    uploaded: mail('uploaded'),
    unsealed: `planted-unsealed-${tag}`,
    phones: [`+569876${5000 + n}1`, `+569876${5000 + n}2`, `+569876${5000 + n}3`],
    phoneAsGiven: `planted phone ${tag} two-two-one`,
    external: `planted-ext-${tag}-7781`,
    crm: [`planted-crm-1-${tag}`, `planted-crm-2-${tag}`],
    national: withCheckDigit(12_345_000 + n),
    first: `Idaplanted${tag}`,
    last: `Plantedsdottir${tag}`,
    details: {
      birth_date: `1911-11-1${tag}`,
      address: `Planted Street ${tag} 77`,
      postcode: `PLANT${tag}001`,
      city: `Plantedborough${tag}`,
    },
    browsers: [`planted-browser-1-${tag}`, `planted-browser-2-${tag}`, `planted-browser-3-${tag}`],
    gclids: [`PlantedGclid${tag}0001`, `PlantedGclid${tag}0002`, `PlantedGclid${tag}0003`],
    fbclid: `PlantedFbclid${tag}01`,
    msclkid: `PlantedMsclkid${tag}01`,
    ttclid: `PlantedTtclid${tag}01`,
    mailing: `PlantedMailing${tag}1`,
    query: [1, 2, 3, 4, 5, 6].map((i) => `planted-query-${i}-${tag}`),
    titles: [`Planted title one ${tag}`, `Planted title two ${tag}`],
    fragment: `planted-fragment-${tag}`,
    paths: [`planted-path-1-${tag}`, `planted-path-2-${tag}`],
    properties: [1, 2, 3, 4, 5, 6].map((i) => `planted-prop-${i}-${tag}`),
    term: `planted-term-${tag}`,
    content: `planted-content-${tag}`,
    names: [`planted event name ${tag}`, `planted row name ${tag}`, `Planted note name ${tag}`],
    city: `Plantedville${tag}`,
    source: [`planted-source-url-1-${tag}`, `planted-source-url-2-${tag}`],
    files: [`Plantedsdottir${tag} march.csv`, `planted waiting ${tag}.csv`],
    eventIds: [`planted-event-id-${tag}-1`, `planted-event-id-${tag}-2`],
    orders: ['1', '2', '3', '4'].map((i) => `planted-order-${i}-${tag}`),
    /** Kept nowhere in clear: left at the door, or a keyed hash from the first. */
    never: [`planted-referrer-${tag}`, `planted-deal-${tag}`],
  };
}
export type PersonToPlant = ReturnType<typeof personToPlant>;

/** Every word with where it must be found while the person is there. */
export function plantsOf(p: PersonToPlant): Plant[] {
  const of = (place: string, ...words: string[]): Plant[] => words.map((word) => [word, place]);
  const [e1, e2, e3, e4, e5] = p.emails as [string, string, string, string, string];
  const [q1, q2, q3, q4, q5, q6] = p.query as [string, string, string, string, string, string];
  return [
    ...of('state.sqlite identifiers.value', e1, e4, p.phones[0] as string, p.phones[2] as string, p.crm[0] as string),
    ...of('state.sqlite search_values.value', e2, e3, e5, p.external, p.phones[1] as string, p.crm[1] as string),
    ...of('state.sqlite identifiers.sealed opened', p.national),
    ...of('state.sqlite customers.first_name', p.first, p.twin.first),
    ...of('state.sqlite customers.last_name', p.last),
    ...of('state.sqlite identifiers.value', p.twin.email, p.twin.external, p.twin.phone),
    ...of('state.sqlite phones_as_given.phone', p.phoneAsGiven),
    ...of('state.sqlite customer_details.sealed opened', ...Object.values(p.details)),
    ...of('state.sqlite browsers.anonymous_id', ...p.browsers),
    ...of('state.sqlite identifier_claims.sealed opened', p.claimed),
    ...of('state.sqlite statement_imports.file_name opened', ...p.files),
    ...of('state.sqlite statement_pieces.sealed opened', p.uploaded),
    ...of('state.sqlite journey_summaries.summary', p.names[2] as string),
    ...of('live.duckdb events.click_ids', p.gclids[0] as string),
    ...of('live.duckdb events.url', q1, q3, p.fragment, p.paths[0] as string, p.gclids[2] as string),
    ...of('live.duckdb events.path', p.paths[1] as string),
    ...of('.parquet body', q2, q4, p.gclids[1] as string, p.fbclid, p.msclkid, p.mailing),
    ...of('.parquet parsed', q5, q6, p.ttclid),
    ...of('live.duckdb events.page_title', ...p.titles),
    ...of('live.duckdb events.properties', ...p.properties),
    ...of('live.duckdb events.utm_term', p.term),
    ...of('live.duckdb events.utm_content', p.content),
    ...of('live.duckdb events.event_name', p.names[0] as string, p.names[1] as string),
    ...of('live.duckdb events.city', p.city),
    ...of('live.duckdb events.event_source_url', ...p.source),
  ];
}

const AD = 'utm_source=google&utm_medium=cpc&utm_campaign=spring';

/** Where others meet the person. */
export interface Neighbours {
  /** Has a click that the person had, too. */
  guest: string;
}

/**
 * Everything but what only a test inside the service can plant (a fact that is spoilt behind the doors, an answer kept for a retry).
 * @param at Instants of a day (0 to 5), the sixth of them before now.
 * @returns Public id of the person, and the first order as it was sent.
 */
export async function plant(
  door: Door,
  p: PersonToPlant,
  { guest }: Neighbours,
  at: (day: number, time: string) => string,
): Promise<{ id: string; firstOrder: Json }> {
  const [b1, b2, b3] = p.browsers as [string, string, string];
  const [g1, g2, g3] = p.gclids;
  const [e1, e2, e3, e4, e5] = p.emails;
  const [q1, q2, q3, q4, q5, q6] = p.query;
  const [p1, p2, p3, p4, p5, p6] = p.properties;
  const page = (browser: string, when: string, path: string, more: Json = {}): Promise<void> =>
    door.collect(browser, [{ event_type: 'page_view', url: `https://shop.example${path}`, occurred_at: when, ...more }]);
  await page(b1, at(0, '10:00'), `/boots?${AD}&gclid=${g1}&who=${q1}#${p.fragment}`, {
    referrer: `https://friends.example/${p.never[0]}?about=${p.never[0]}`,
  });
  await page(b1, at(0, '10:03'), `/boots/${p.paths[0]}?x=${q2}`);
  await page(b2, at(1, '09:00'), `/sale?utm_source=meta&utm_medium=social&fbclid=${p.fbclid}&y=${q3}`);
  await page(b2, at(1, '09:30'), `/cart?mc_cid=${p.mailing}&gclid=${g2}&z=${q4}&msclkid=${p.msclkid}`);
  await page(guest, at(1, '15:00'), `/boots?${AD}&gclid=${g3}`);
  await page(b3, at(1, '16:00'), `/boots?${AD}&gclid=${g3}&utm_term=${p.term}&utm_content=${p.content}&ttclid=${p.ttclid}`);
  const traits = { external_id: p.external, first_name: p.first, last_name: p.last };
  const pay = async (n: number, day: number, amount: string, more: Json): Promise<Json> => {
    const value = { amount, currency: 'USD' };
    const event = { event_type: 'payment_received', idempotency_key: p.orders[n], occurred_at: at(day, '12:00'), value, ...more };
    await door.post('/events', event);
    return event;
  };
  const firstOrder = await pay(0, 2, '100', {
    anonymous_id: b1,
    user_traits: { ...traits, email: e1, phone: p.phones[0] },
    event_name: p.names[0],
    properties: { note: p1, nested: { list: [p2, p3] } },
    event_source_url: `https://shop.example/done?${p.source[0]}=1`,
    deal_id: p.never[1],
  });
  await pay(1, 3, '60', {
    anonymous_id: b2,
    user_traits: { ...traits, email: e2, crm_contact_id: p.crm[0], national_id: p.national },
    click_ids: { gclid: g2 },
    event_source_url: `https://shop.example/?${p.source[1]}`,
    properties: { [p4 as string]: 1, street_address: p.details.address, zip: p.details.postcode },
  });
  // What a CRM says of a deal.
  const crm = { ...traits, phone: p.phones[1], crm_contact_id: p.crm[1] };
  const deal = { event_type: 'closed_won', idempotency_key: p.orders[3], deal_id: p.never[1], occurred_at: at(2, '11:00') };
  await door.post('/events', { ...deal, value: { amount: '100', currency: 'USD' }, user_traits: crm, properties: { stage: p6 } });
  await door.post('/events', {
    event_type: 'note',
    event_name: p.names[2],
    anonymous_id: b3,
    occurred_at: at(2, '09:00'),
    user_traits: { external_id: p.external },
    properties: { comment: p5 },
  });
  await door.post('/payments/card_gateway', {
    gateway: 'plantpay',
    payment_ref: `ref-${p.orders[2]}`,
    amount: '5',
    currency: 'USD',
    paid_at: at(3, '13:00'),
    user_traits: { external_id: p.external, phone: p.phones[2] },
  });
  const url = `https://shop.example/account/${p.paths[1]}?a=${q5}&b=${q6}`;
  const row = { event_type: 'page_view', anonymous_id: b3, url };
  await door.rows([
    {
      ...row,
      event_id: p.eventIds[0],
      occurred_at: at(1, '16:05'),
      page_title: p.titles[0],
      event_name: p.names[1],
      city: p.city,
    },
    { ...row, event_id: p.eventIds[1], occurred_at: at(1, '16:06'), page_title: p.titles[1] },
  ]);
  const { birth_date, city } = p.details;
  await door.post('/customers', {
    rows: [
      { email: e3, external_id: p.external, phone: p.phoneAsGiven, properties: { birth_date, town: city } },
      { email: e4, external_id: p.external },
      { email: e5, external_id: p.external },
      // One too many.
      { email: p.leftOff, external_id: p.external },
      { email: p.twin.email, external_id: p.twin.external, first_name: p.twin.first, phone: p.twin.phone },
    ],
  });
  const statement = (email: string | undefined, reference: string): string =>
    `Date,Order,Amount,Currency,Status,Email\n${at(3, '14:00').slice(0, 10)},${reference},7.00,USD,paid,${email}\n`;
  const taken = await door.upload(p.files[0] as string, statement(e4, `statement-${p.orders[2]}`));
  await door.post('/profile/payments/import/commit', { import_id: taken });
  await door.upload(p.files[1] as string, statement(p.uploaded, `waiting-${p.orders[2]}`));
  // Named in one breath with another customer, and made one with it.
  await door.post('/events', { event_type: 'note', user_traits: { external_id: p.external, email: p.twin.email } });
  await door.settled();
  const [found] = await door.get(`/customers/search?q=${encodeURIComponent(e1 as string)}`);
  const id = found.customer_profile_id as string;
  const [pair] = await door.get(`/identity/merge-proposals?customer_profile_id=${id}`);
  await door.post(`/identity/merge-proposals/${pair.proposal_id}/decide`, { action: 'merge' });
  // A browser may not add it to somebody who is known.
  await door.collect(b1, [{ event_type: 'identify', user_traits: { external_id: p.external, crm_contact_id: p.claimed } }]);
  await door.settled();
  await door.post(`/customers/${id}/journey-summary`, undefined);
  return { id, firstOrder };
}
