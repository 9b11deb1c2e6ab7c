// Where what a customer names an address for may go, as deliveries of webhooks and messages of chats: https on port 443 of public hosts, and what the operator allows beside that. The guard judges a URL when it is
// registered, without dialling, and again before each attempt.
import type { ReadBase } from '../../base/base.ts';
import type { Config } from '../../base/config/config.ts';
import { networkTest } from '../../base/kit/networks.ts';
import {
  type BrokenOff,
  createBrokenOff,
  createOutside,
  createOutsideCheck,
  type Outside,
  type OutsideOptions,
} from './guard.ts';

const PUBLIC: OutsideOptions = { isHttpsOnly: true, ports: [443] };

/** Verifiers and receivers expect an answer to come within 15 to 30 seconds. */
const TIMEOUT_MS = 15_000;

interface Target {
  /** @throws OutsideRefusal */
  check: (url: string) => Promise<void>;
  /** @throws OutsideRefusal */
  send: Outside;
  /** The sender goes away. @throws OutsideRefusal */
  breakOff: BrokenOff;
}

interface TargetOptions extends OutsideOptions {
  timeoutMs?: number;
}

/** A literal address of the operator's networks is reached as the operator says; every other host as the public internet. */
function targetOf(
  { webhookNetworks }: Pick<Config, 'webhookNetworks'>,
  { timeoutMs = TIMEOUT_MS, ...options }: TargetOptions,
): Target {
  const isInner = networkTest(webhookNetworks, 'TRIBUTARY_WEBHOOK_NETWORKS');
  const optionsFor = (url: string): OutsideOptions =>
    isInner(URL.parse(url)?.hostname.replace(/^\[|\]$/g, '') ?? '') ? { isAllowed: isInner, ports: 'any' } : options;
  return {
    check: (url) => createOutsideCheck(optionsFor(url))(url),
    send: (url, call) => createOutside(optionsFor(url))(url, { ...call, timeoutMs }),
    breakOff: (url, call, at) => createBrokenOff(optionsFor(url))(url, { ...call, timeoutMs }, at),
  };
}

const slotOf = (base: Pick<ReadBase, 'memo' | 'config'>): { target: Target } =>
  base.memo('act/webhooks target', () => ({ target: targetOf(base.config, PUBLIC) }));

export const webhookTarget = (base: Pick<ReadBase, 'memo' | 'config'>): Target => slotOf(base).target;

/** Tests have name servers and receivers of their own. */
export function setWebhookTarget(base: Pick<ReadBase, 'memo' | 'config'>, options: TargetOptions): void {
  slotOf(base).target = targetOf(base.config, { ...PUBLIC, ...options });
}
