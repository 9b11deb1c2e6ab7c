// What leaves the copies: orders of an erased person, and all of a shop that is not connected any more.
import { z } from 'zod';
import type { Base } from '../../base/base.ts';
import type { ErasedFacts, ErasedPerson } from '../../base/contract/erasing.ts';
import { inChunks } from '../../base/state/delete-in-chunks.ts';
import { defineJob, type JobKind } from '../../base/work/job.ts';
import { addJob } from '../../base/work/runner.ts';
import { type CopiedShop, keysOfShop } from './copies.ts';
import { paymentToken, tokensOfWords } from './lookup-keys.ts';
import { connectedShops } from './shops.ts';

/** Of such an order only its id stays, so that no reading of the shop stores it again. */
function eraseOrders(base: Base, profileId: string, tokens: readonly string[]): void {
  if (tokens.length === 0) return;
  base.state.statement('collect/commerce/orders_erase').run({ profile_id: profileId, tokens: JSON.stringify(tokens) });
}

export const erasePersonsOrders = (tx: Base, profileId: string, { words }: Pick<ErasedPerson, 'words'>): void =>
  eraseOrders(tx, profileId, tokensOfWords(tx, profileId, words));

/** Orders that name nobody are the person's by their payments. */
export const erasePaidOrders = async (base: Base, profileId: string, { outcomeKeys }: ErasedFacts): Promise<void> =>
  base.state.tx(() => eraseOrders(base, profileId, outcomeKeys.map(paymentToken)));

const forgetPayload = z.object({ provider: z.string(), account_id: z.string() });
type ForgetPayload = z.infer<typeof forgetPayload>;

export const forgetJob: JobKind<ForgetPayload> = defineJob<ForgetPayload>({
  kind: 'forget_shop',
  payload: forgetPayload,
  isMandatory: true,
  leaseSeconds: 120,
  retry: { attempts: 20 },
  failureText: 'the copy of a shop that is not connected any more could not be deleted; the service retries automatically',
  run: async (base, { profileId, payload: { provider, account_id: accountId } }) => {
    const isBack = connectedShops(base, profileId).some((each) => each.provider === provider && each.accountId === accountId);
    if (isBack) return { skipped: 'the shop is connected again' };
    const shop = keysOfShop({ profileId, provider, accountId });
    await inChunks((limit) => base.state.statement('collect/commerce/orders_forget').run({ ...shop, limit }).changes);
    await inChunks((limit) => base.state.statement('collect/commerce/products_forget').run({ ...shop, limit }).changes);
    base.state.statement('collect/commerce/copy_remove').run(shop);
    return {};
  },
});

/** Inside the caller's transaction. */
export const queueForget = (tx: Base, { profileId, provider, accountId }: CopiedShop): void =>
  void addJob(tx, forgetJob, { profileId, payload: { provider, account_id: accountId } });
