// Mercado Pago's sites: an account belongs to one, whose currency and time zone it has.

const SITES: Readonly<Record<string, { currency: string; timezone: string }>> = {
  MLA: { currency: 'ARS', timezone: 'America/Argentina/Buenos_Aires' },
  MLB: { currency: 'BRL', timezone: 'America/Sao_Paulo' },
  MLC: { currency: 'CLP', timezone: 'America/Santiago' },
  MCO: { currency: 'COP', timezone: 'America/Bogota' },
  MLM: { currency: 'MXN', timezone: 'America/Mexico_City' },
  MPE: { currency: 'PEN', timezone: 'America/Lima' },
  MLU: { currency: 'UYU', timezone: 'America/Montevideo' },
};

export const siteOf = (id: string): { currency: string; timezone: string } | undefined => SITES[id];
