/** Lists the tables that this feature owns, and those of other features that it reads. */
export const owns = ['inbound_invoices', 'inbound_invoice_lines', 'received_costs', 'provider_products'] as const
export const reads = ['products', 'providers'] as const
