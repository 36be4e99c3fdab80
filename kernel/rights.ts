/**
 * Who may do what (ruling C-49), in one table. The server checks it for every command, query and
 * data-API table; pages only read it to leave out what a person may not do.
 */

export const ROLES = ['admin', 'user', 'logistirio', 'production', 'operations', 'driver', 'section'] as const
export type Role = (typeof ROLES)[number]

// "section" is not stored: it is what a workshop account (recognised by its first name, C-03) acts as,
// whatever role it carries. An account without a role waits for approval and may do nothing.

type Row = readonly Role[]
const OFFICE: Row = ['admin', 'user', 'logistirio', 'operations', 'production']
const SALES: Row = ['admin', 'user', 'logistirio']
const ALL: Row = ROLES

// biome-ignore format: a table is read in columns
export const RIGHTS = {
  // right                    who
  'session.use':              ALL,
  'settings.read':            ALL,
  'settings.write':           ['admin'],
  'users.write':              ['admin'],
  'data.import':              ['admin'],
  'customers.read':           OFFICE,
  'customers.write':          SALES,
  'salespersons.write':       SALES,
  'products.read':            [...OFFICE, 'section'],
  'products.write':           [...SALES, 'production'],
  'products.cost':            OFFICE,
  'stock.read':               [...OFFICE, 'section'],
  'stock.adjust':             ['admin', 'user', 'production', 'operations'],
  'stock.below-zero':         ['admin', 'user', 'operations', 'production'],
  'orders.read':              OFFICE,
  'orders.write':             SALES,
  'orders.process':           [...SALES, 'operations'],
  'orders.send':              [...SALES, 'operations'],
  'orders.restore-offer':     ['admin'],
  'orders.cancel':            SALES,
  'tasks.read':               [...OFFICE, 'section'],
  'tasks.write':              [...SALES, 'production', 'operations'],
  'tasks.update':             ['admin', 'production', 'section'],
  'packaging.read':           OFFICE,
  'packaging.package':        OFFICE,
  'mail.read':                OFFICE,
  'mail.write':               SALES,
  'invoicing.release':        [...SALES, 'operations'],
  'invoicing.invoice':        SALES,
  'invoicing.settle':         SALES,
  'invoicing.red':            ['admin'],
  'shipping.read':            [...SALES, 'operations'],
  'shipping.view':            [...SALES, 'operations', 'driver'],
  'shipping.plan':            [...SALES, 'operations'],
  'shipping.drive':           ['driver', 'admin', 'user', 'operations'],
  'loans.read':               OFFICE,
  'loans.write':              [...SALES, 'operations'],
  'payments.read':            OFFICE,
  'reports.read':             SALES,
  'payments.write':           SALES,
  'payments.collect':         [...SALES, 'driver'],
  'sections.read':            [...OFFICE, 'section'],
  'search.use':               OFFICE,
  'notes.use':                OFFICE,
  'notes.remove-others':      ['admin'],
  'history.read':             OFFICE,
} as const satisfies Record<string, Row>

export type Right = keyof typeof RIGHTS

export const may = (role: Role | null, right: Right): boolean => role !== null && (RIGHTS[right] as Row).includes(role)

/** The first names that make an account a workshop account, and the section each works in (ruling C-19). */
export const WORKSHOPS: Readonly<Record<string, string>> = {
  estiash: 'ΕΣΤΙΑΣΗ',
  kormakia: 'ΚΟΡΜΑΚΙΑ',
  fitilia: 'ΦΙΤΙΛΙΑ',
  pressa: 'ΠΡΕΣΣΑ',
  plyntirio: 'ΠΛΥΝΤΗΡΙΟ',
  trima: 'ΤΡΙΜΑ',
  tripsimo: 'ΤΡΙΨΙΜΟ',
  benetiko: 'ΒΕΝΕΤΙΚΟ',
  bafh: 'ΒΑΦΗ',
  xyta: 'ΧΥΤΑ',
  extruder: 'EXTRUDER',
  gemisma: 'GEMISMA',
}

/** The section of a workshop account, or null for everybody else. */
export const workshopOf = (firstName: string): string | null =>
  Object.hasOwn(WORKSHOPS, firstName.trim().toLowerCase()) ? (WORKSHOPS[firstName.trim().toLowerCase()] ?? null) : null

/** The role an account acts with: a workshop first name wins over the stored role; an unknown role is none. */
export function actingRole(account: { role: string | null; firstName: string }): Role | null {
  if (workshopOf(account.firstName) !== null && account.role !== 'admin') return 'section'
  if (account.role === null) return null
  return account.role !== 'section' && (ROLES as readonly string[]).includes(account.role)
    ? (account.role as Role)
    : null
}

const LANDING: Readonly<Record<string, string>> = {
  user: '/customers',
  admin: '/customers',
  logistirio: '/orders',
  production: '/tasks',
  operations: '/operations',
  driver: '/driverpage',
}

/** Where a person arrives after signing in: explicit page, workshop, role, /dashboard (ruling C-03). */
export function landingOf(account: { landing: string | null; role: string | null; firstName: string }): string {
  if (account.landing) return account.landing
  const section = workshopOf(account.firstName)
  if (section !== null) return `/single/${encodeURIComponent(section)}`
  return (account.role !== null && LANDING[account.role]) || '/dashboard'
}
