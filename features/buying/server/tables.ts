export const owns = ['inbound_invoices', 'inbound_invoice_lines'] as const
export const reads = ['mails', 'orders', 'products', 'promised_lines', 'provider_products', 'providers'] as const
export const slots = ['awaited_materials'] as const
