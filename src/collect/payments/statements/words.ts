// The meaning of words in a statement's columns of status and type, in English, Spanish and Portuguese. The row of an unknown word is left out and
// reported, never guessed.

export type Standing = 'paid' | 'pending' | 'failed' | 'refunded' | 'partly_refunded';
export type Movement = 'sale' | 'refund' | 'other';

const bare = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** The first that fits. `unpaid` comes before `paid`, `partially refunded` before `refunded`. */
const STANDINGS: readonly [RegExp, Standing][] = [
  [
    /\b(partial\w*|parcial\w*|parte) (refund\w*|reembols\w*|devuelt\w*|devolvid\w*|estornad\w*)|\b(reembols\w*|devuelt\w*|devolvid\w*|estornad\w*) parcial\w*/,
    'partly_refunded',
  ],
  [
    /\b(refunded|refund|reembols\w*|devuelt[oa]|devuelto|devolvid[oa]|devolucion|estornad[oa]|estorno|reversed|revertid[oa]|charged back|charge back|chargeback|contracargo|contestad[oa]|dispute lost)\b/,
    'refunded',
  ],
  [
    /\b(unpaid|not paid|no pagad[oa]|nao pag[oa]|impag[oa]|fail\w*|declin\w*|denied|denegad[oa]|negad[oa]|recusad[oa]|rechaza\w*|reject\w*|rejeitad[oa]|cancel\w*|anulad[oa]|void\w*|expir\w*|caducad[oa]|blocked|bloquead[oa]|block|error|erro|abandon\w*|fallid[oa]|fallo|falhou|falha|invalid\w*|nulo|insufficient\w*|bounced)\b/,
    'failed',
  ],
  [/\b(partially paid|pago parcial|parcialmente pag\w*)\b/, 'pending'],
  [
    /\b(pend\w*|process\w*|procesando|proceso|en curso|em curso|waiting|await\w*|aguard\w*|espera\w*|espera|authori[sz]ed|autorizad[oa]|uncaptured|requires\w*|impress[oa]|impreso|printed|inici\w*|started|analis\w*|analysis|review|revision|held|retenid[oa]|hold|on hold|open|abiert[oa]|abert[oa]|incomplete|unclaimed|scheduled|programad[oa]|agendad[oa]|overdue|vencid[oa]|delayed|atrasad[oa]|mediation|mediacion|under|draft|borrador|rascunho|placed|no funds|pre order)\b/,
    'pending',
  ],
  [
    /\b(paid|pag[oa]|pagad[oa]|pagos|complet\w*|succe\w*|approv\w*|aprob\w*|aprov\w*|captur\w*|settl\w*|conclu\w*|liquidad[oa]|acredit\w*|accredited|confirmad[oa]|confirmed|ok|closed|cerrad[oa]|done|realizad[oa]|exitos[oa]|efetivad[oa]|efectuad[oa]|finaliz\w*|cobrad[oa]|recibid[oa]|recebid[oa]|received|active|yes|si|sim|true|disputed|dispute won|em disputa|in dispute|claimed|reclamad[oa])\b/,
    'paid',
  ],
];

/** A longer text is no provider's word, and not kept. */
const LONGEST_KNOWN = 100;
const cache = new Map<string, Standing | undefined>();

export function standingOf(text: string): Standing | undefined {
  if (cache.has(text)) return cache.get(text);
  const words = bare(text);
  const found = STANDINGS.find(([form]) => form.test(words))?.[1];
  if (cache.size < 10_000 && text.length <= LONGEST_KNOWN) cache.set(text, found);
  return found;
}

/** Moves money and is neither a sale nor its reversal. */
const OTHER =
  /\b(fees?|tarifas?|taxas?|comision\w*|comissao|comissoes|payouts?|withdraw\w*|retiros?|saques?|transfers?|transferencias?|depositos?|deposits?|conversion\w*|conversao|cambio|holds?|reten\w*|reserves?|reservas?|adjust\w*|ajustes?|authori[sz]ation\w*|autorizac\w*|tax|taxes|impuestos?|impostos?|disputes?|cashback|advance|antecip\w*|antici\w*|topup|top up|loan|prestamo|emprestimo|shipping|network cost|invoice sent|request|balance|saldo|initial|chargeback fee)\b/;
const REFUND =
  /\b(refunds?|refunded|payment refund|reembols\w*|devoluc\w*|devolucao|estorn\w*|reversals?|reverso|revers\w*|chargebacks?|contracargos?|credit note|nota de credito|nota credito|cancel\w*)\b/;
const SALE =
  /\b(payments?|pagos?|pagamentos?|sales?|ventas?|vendas?|charges?|cargo|cobro|cobranca|orders?|pedidos?|checkout|subscription\w*|suscripcion\w*|assinatura\w*|settlement|liquidacion|aprovado|aprobado|donation\w*|donacion\w*|doacao|compras?|purchases?|recebimento|ingresos?|receitas?|income|invoices?|approved|instal?lments?|cuotas?|parcelas?|abono)\b/;

export function movementOf(text: string): Movement | undefined {
  const words = bare(text);
  if (OTHER.test(words)) return 'other';
  if (REFUND.test(words)) return 'refund';
  return SALE.test(words) ? 'sale' : undefined;
}

/** A plain sheet's column of types may speak of anything; only what is clearly money back or money out says something there. */
export function plainMovementOf(text: string): Movement | undefined {
  const movement = movementOf(text);
  return movement === undefined || movement === 'sale' ? 'sale' : movement;
}
