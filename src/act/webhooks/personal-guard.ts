// Personal data of webhook subscriptions as a guard: what a person is told before it is sent, and the change that they approve.
import { z } from 'zod';
import { profileSettings } from '../../account/profiles/index.ts';
import type { ReadBase } from '../../base/base.ts';
import type { GuardHook } from '../../base/contract/slice-hooks.ts';
import { auditSubscription, findSubscription, secretsOf, subscriptionsOf } from './subscription.ts';
import { changeFields, ownSubscription } from './subscriptions.ts';

const changeShape = z.object({ id: z.string(), includes_personal_data: z.literal(true).optional(), url: z.string().optional() });

const hasPersonal = (base: ReadBase, profileId: string, id: unknown): boolean =>
  typeof id === 'string'
    ? findSubscription(base, id)?.includesPersonalData === true
    : subscriptionsOf(base, profileId).some(({ includesPersonalData }) => includesPersonalData);

export const personalGuard: GuardHook = {
  value: (base, { profileId = '' }, change) => (hasPersonal(base, profileId, change?.['id']) ? 'on' : 'off'),
  words: (base, { profileId = '' }, change) => {
    const { id, url } = changeShape.parse(change);
    const { name } = profileSettings(base, profileId);
    // A URL may contain a key, and the page is open to whoever has its link.
    const target = URL.parse(url ?? findSubscription(base, id)?.url ?? '')?.host ?? 'a subscription that no longer exists';
    return {
      title: `Send personal data of ${name} to ${target}`,
      text: [
        `Events of the profile "${name}" about conversions, payments and merges will contain names, e-mail addresses and telephone numbers of customers, and those about messages their sender and text. They are sent to ${target}.`,
      ],
    };
  },
  apply: (tx, { profileId = '' }, change, actor) => {
    const { id, url, includes_personal_data } = changeShape.parse(change);
    const fields = {
      ...(includes_personal_data ? { includes_personal_data } : {}),
      ...(url === undefined ? {} : { url }),
    };
    const subscription = ownSubscription(tx, profileId, id);
    changeFields(tx, subscription, actor, { ...fields, secrets: secretsOf(tx, subscription) });
    auditSubscription(tx, subscription, { actor, action: 'changed', detail: { fields: Object.keys(fields).sort() } });
    return { id, includes_personal_data: true, url: url ?? subscription.url };
  },
};
