// Headers that people and programs use for the same column, by language, and words of total lines, titles and notes. Written from what public exports have,
// without the reader's own lists: what the reader makes of them is what is tested.

/** Each line is one meaning; any of its names may stand for another. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  en: [
    'Date|Transaction date|Posting date',
    'Time|Time of day|Transaction time',
    'TimeZone|Time Zone|Timezone',
    'Type|Transaction type|Kind of transaction',
    'Status|State|Payment status',
    'Currency|Currency code|Currency Code|Curr.',
    'Gross|Gross amount|Amount (gross)',
    'Net|Net amount|Amount (net)',
    'Fee|Fees|Fee amount',
    'Amount|Amount paid|Transaction amount',
    'Total|Order total|Total price|Grand total',
    'Subtotal|Sub total|Items total',
    'Transaction ID|Transaction Id|TransactionID|Txn ID',
    'Reference Txn ID|Reference Transaction ID|Parent transaction ID',
    'Invoice Number|Invoice ID|Invoice no.',
    'Created (UTC)|Created date (UTC)|Created at (UTC)',
    'Amount Refunded|Refunded amount|Amount refunded',
    'Refunded Amount|Amount Refunded|Refund total',
    'Refunded date (UTC)|Refund date (UTC)|Refunded at (UTC)',
    'Dispute Status|Dispute state|Status of dispute',
    'Order Number|order_number|Order no.|Order #',
    'Order ID|order_id|Order Id|Order number',
    'Order Status|order_status|Status of order',
    'Order Date|order_date|Date of order',
    'Order Total Amount|Order Total|order_total',
    'Order Refund Amount|Refund Total|refunded_total',
    'Order Currency|order_currency|Currency of order',
    'Email|E-mail|Email address|Customer email',
    'Financial Status|Payment status|financial_status',
    'Created at|Created At|Date created|Order created',
    'Paid at|Paid At|Date paid|Payment date',
    'Outstanding Balance|Balance due|Open balance',
    'Total Collected|Collected total|Amount collected',
    'Event Type|Event|Kind of event',
    'Balance Impact|Impact on balance|Debit or credit',
    'Campaign name|Campaign|Campaign Name',
    'Campaign ID|Campaign Id|CampaignId',
    'Ad set name|Ad set|Adset name',
    'Ad group name|Ad group|Ad Group',
    'Cost|Spend|Amount spent',
    'Spend|Cost|Amount spent|Ad spend',
    'Total Spent|Spend|Amount spent',
    'Impressions|Impr.|Views',
    'Clicks|Link clicks|Clicks (all)',
    'Day|Date|By day',
    'Deal Stage|Stage|Deal stage name',
    'Close Date|Closing date|Closed on',
    'Description|Memo|Details',
  ],
  de: [
    'Datum|Buchungsdatum|Transaktionsdatum',
    'Uhrzeit|Zeit',
    'Zeitzone|Zone',
    'Typ|Art|Transaktionsart',
    'Status|Zustand|Zahlungsstatus',
    'Währung|Waehrung|Währungscode',
    'Brutto|Bruttobetrag|Betrag (brutto)',
    'Netto|Nettobetrag',
    'Gebühr|Gebühren|Gebuehr',
    'Betrag|Summe|Umsatz',
    'Transaktionscode|Transaktions-ID|Transaktionsnummer',
    'Zugehöriger Transaktionscode|Txn-Referenzkennung|Referenz-Transaktionscode',
    'Rechnungsnummer|Rechnungs-Nr.|Rechnung Nr.',
    'Auswirkung auf Guthaben|Soll/Haben',
    'Buchungstag|Buchungsdatum|Datum',
    'Valutadatum|Wertstellung|Valuta',
    'Bestellnummer|Bestell-Nr.|Auftragsnummer',
    'Kampagne|Kampagnenname|Kampagnen',
    'Kosten|Ausgaben|Ausgegebener Betrag',
    'Tag|Datum',
    'Impressionen|Impr.',
    'Klicks|Klicks (alle)',
    'Verwendungszweck|Zweck|Buchungsdetails',
  ],
  fr: [
    'Date|Date de transaction',
    'Heure|Horaire',
    'Fuseau horaire|Fuseau',
    'Type|Type de transaction',
    'État|Statut|Etat',
    'Devise|Monnaie|Code devise',
    'Avant commission|Brut|Montant brut',
    'Commission|Frais',
    'Numéro de transaction|N° de transaction|ID de transaction',
    'Numéro de la transaction de référence|Nº de la transaction de référence|Transaction de référence',
    'Nº de facture|Numéro de facture|N° de facture',
    'Impact sur le solde|Effet sur le solde',
    'Jour|Date',
    'Nom de la campagne|Campagne',
    'Montant dépensé (EUR)|Dépenses (EUR)|Coût (EUR)',
    'Clics sur un lien|Clics sur le lien|Clics',
  ],
  es: [
    'Fecha|Día',
    'Hora|Horario',
    'Zona horaria|Huso horario',
    'Descripción|Tipo|Concepto',
    'Divisa|Moneda|Código de moneda',
    'Bruto|Importe bruto|Importe',
    'Comisión|Comisiones|Tarifa',
    'Id. de transacción|ID de transacción|Número de transacción',
    'Id. de referencia de trans.|Transacción de referencia',
    'Id. de factura|Número de factura',
    'Importe gastado (MXN)|Gasto (MXN)|Inversión (MXN)',
    'Impresiones|Impr.',
  ],
};

export const namesBeside = (header: string, language: string): readonly string[] => {
  const plain = header.trim().toLowerCase();
  const lists = (SAME[language] ?? []).map((line) => line.split('|'));
  const list = lists.find((names) => names.some((name) => name.toLowerCase() === plain));
  return (list ?? []).filter((name) => name.toLowerCase() !== plain);
};

type Words = Readonly<Record<string, readonly [string, ...string[]]>>;
const inLanguage = (words: Words, language: string): readonly [string, ...string[]] => words[language] ?? words['en'] ?? [''];

const TOTALS: Words = {
  en: [
    'Total',
    'TOTAL',
    'Grand total',
    'Totals',
    'Total:',
    'Sum',
    'Subtotal',
    'Total March 2026',
    'Monthly total',
    'Overall total',
  ],
  de: ['Gesamt', 'Summe', 'Gesamtsumme', 'Summe:', 'Gesamtergebnis', 'Zwischensumme', 'Endsumme', 'Summe März 2026', 'Insgesamt'],
  fr: ['Total', 'Total général', 'TOTAL', 'Totaux', 'Sous-total', 'Somme', 'Total mars 2026', 'Montant total'],
  es: ['Total', 'Total general', 'Totales', 'Suma', 'Subtotal', 'Suma total', 'Total marzo 2026'],
};

const TITLES: Words = {
  en: [
    'Export',
    'Sales report',
    'Prepared for the accountant',
    'Period: March 2026',
    'Downloaded on 1 April 2026',
    'All accounts',
    'Page 1',
  ],
  de: ['Export', 'Umsatzliste', 'Für den Steuerberater', 'Zeitraum: März 2026', 'Stand: 01.04.2026', 'Alle Konten', 'Seite 1'],
  fr: [
    'Export',
    'Relevé des ventes',
    'Pour le comptable',
    'Période : mars 2026',
    'Édité le 01/04/2026',
    'Tous les comptes',
    'Page 1',
  ],
  es: ['Exportación', 'Informe de ventas', 'Para el contable', 'Periodo: marzo de 2026', 'Descargado el 01/04/2026', 'Página 1'],
};

const NOTES: Words = {
  en: [
    '* Amounts include tax.',
    'Confidential',
    '© 2026 Some Company. All rights reserved.',
    'End of report',
    'Exported by Ann on 1 April 2026',
  ],
  de: ['* Beträge inkl. MwSt.', 'Vertraulich', 'Ende der Liste', 'Alle Angaben ohne Gewähr', 'Erstellt von Ann am 01.04.2026'],
  fr: ['* Montants TTC', 'Confidentiel', 'Fin du rapport', 'Édité par Ann le 01/04/2026'],
  es: ['* Importes con IVA', 'Confidencial', 'Fin del informe', 'Creado por Ana el 01/04/2026'],
};

/** Columns that people add to a sheet. */
const ADDED: Words = {
  en: [
    'Notes',
    'Checked',
    'Comment',
    'Internal ref',
    'Margin %',
    'Booked by',
    'Week',
    'Cost center',
    'VAT rate',
    'Account manager',
  ],
  de: ['Notizen', 'Geprüft', 'Kommentar', 'Konto', 'Marge %', 'Kostenstelle', 'KW', 'Bearbeiter', 'MwSt.-Satz'],
  fr: ['Notes', 'Vérifié', 'Commentaire', 'Marge %', 'Semaine', 'Compte', 'Taux de TVA'],
  es: ['Notas', 'Revisado', 'Comentario', 'Margen %', 'Semana', 'Cuenta', 'Tipo de IVA'],
};

export const totalWords = (language: string): readonly [string, ...string[]] => inLanguage(TOTALS, language);
export const titleWords = (language: string): readonly [string, ...string[]] => inLanguage(TITLES, language);
export const noteWords = (language: string): readonly [string, ...string[]] => inLanguage(NOTES, language);
export const addedHeaders = (language: string): readonly [string, ...string[]] => inLanguage(ADDED, language);
