/** The layers of the features, lowest first. A feature may use only features of lower layers. */
export const LAYERS: readonly (readonly string[])[] = [
  ['settings', 'preferences', 'sections', 'mail', 'notes', 'salespersons', 'ledger'],
  ['parties'],
  ['users', 'customers', 'providers'],
  ['products'],
  ['stock', 'keys', 'webhooks', 'views', 'supplier-files'],
  ['loans', 'photos'],
  ['orders'],
  ['supplier-catalogue', 'stock-proof', 'what-if', 'backup'],
  ['buying'],
  ['production', 'supplier-invoices'],
  ['laundry'],
  ['order-entry', 'packaging', 'shipping', 'invoicing', 'payments'],
  ['delivery-notes'],
  [
    'operations',
    'driver',
    'cash-desk',
    'receiving',
    'bank-statements',
    'reminders',
    'import',
    'search',
    'notifications',
    'merge',
    'calendar',
  ],
  ['reports', 'history'],
  ['dashboard'],
]

/** The allowed names of folders below features/. */
export const FEATURES: readonly string[] = LAYERS.flat()
