/** May feature A use feature B? A feature leans only on features of lower layers. This table is the one answer. */
export const LAYERS: readonly (readonly string[])[] = [
  ['settings', 'sections', 'mail', 'notes', 'salespersons'],
  ['users', 'customers', 'providers', 'products'],
  ['stock'],
  ['loans'],
  ['orders'],
  ['purchases'],
  ['production'],
  ['order-entry', 'packaging', 'shipping', 'invoicing', 'payments'],
  ['operations', 'driver', 'cash-desk', 'reports', 'commission', 'backup', 'search', 'notifications', 'dashboard'],
]

/** Every name a folder below features/ may have. */
export const FEATURES: readonly string[] = LAYERS.flat()
