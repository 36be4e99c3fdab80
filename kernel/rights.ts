/**
 * The one table of rights (C-49, C-86). The server checks it for every command, query and data API table. Pages read
 * it only to hide what a person may not do.
 */

export const ROLES = ['admin', 'user', 'logistirio', 'production', 'operations', 'driver', 'section'] as const
export type Role = (typeof ROLES)[number]

// The role "section" is never stored. A workshop account, recognised by its first name, acts as "section" whatever
// role it carries (C-03). An account without a role waits for approval and has no right.

type Row = readonly Role[]
const ALL: Row = ROLES
const ADMIN: Row = ['admin']
/** The roles that have all business screens and actions (C-86). */
const OFFICE: Row = ['admin', 'user', 'logistirio', 'production', 'operations']

// biome-ignore format: a table is read in columns
export const RIGHTS = {
  // right                    who
  'session.use':              ALL,
  'settings.read':            ALL,
  'settings.write':           ADMIN,
  'users.write':              ADMIN,
  'data.import':              ADMIN,
  'customers.read':           OFFICE,
  'customers.write':          OFFICE,
  'salespersons.write':       OFFICE,
  'products.read':            [...OFFICE, 'section'],
  'products.write':           OFFICE,
  'products.cost':            OFFICE,
  'stock.read':               [...OFFICE, 'section'],
  'stock.adjust':             OFFICE,
  'stock.below-zero':         OFFICE,
  'orders.read':              OFFICE,
  'orders.write':             OFFICE,
  'orders.process':           OFFICE,
  'orders.send':              OFFICE,
  'orders.restore-offer':     ADMIN, // C-02
  'orders.cancel':            OFFICE,
  'tasks.read':               [...OFFICE, 'section'],
  'tasks.write':              OFFICE,
  'tasks.update':             [...OFFICE, 'section'],
  'packaging.read':           OFFICE,
  'packaging.package':        OFFICE,
  'mail.read':                OFFICE,
  'mail.write':               OFFICE,
  'invoicing.release':        OFFICE,
  'invoicing.invoice':        OFFICE,
  'invoicing.settle':         OFFICE,
  'invoicing.red':            ADMIN, // C-32
  'shipping.read':            OFFICE,
  'shipping.view':            [...OFFICE, 'driver'],
  'shipping.plan':            OFFICE,
  'shipping.drive':           [...OFFICE, 'driver'],
  'loans.read':               OFFICE,
  'loans.write':              OFFICE,
  'payments.read':            OFFICE,
  'payments.write':           OFFICE,
  'payments.collect':         [...OFFICE, 'driver'],
  'reports.read':             OFFICE,
  'sections.read':            [...OFFICE, 'section'],
  'search.use':               OFFICE,
  'notes.use':                OFFICE,
  'notes.remove-others':      ADMIN,
  'history.read':             OFFICE,
} as const satisfies Record<string, Row>

export type Right = keyof typeof RIGHTS

export const may = (role: Role | null, right: Right): boolean => role !== null && (RIGHTS[right] as Row).includes(role)

/** The first names that make an account a workshop account, and the section of each (C-19). */
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

/** Returns the section of a workshop account; null for any other first name. */
export const workshopOf = (firstName: string): string | null =>
  Object.hasOwn(WORKSHOPS, firstName.trim().toLowerCase()) ? (WORKSHOPS[firstName.trim().toLowerCase()] ?? null) : null

/**
 * Returns the role an account acts with. A workshop first name wins over the stored role, except for an
 * administrator. Returns null if the stored role is null or unknown.
 */
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

/** Returns the first page after sign-in. The order is: page set for the account, section, role, /dashboard (C-03). */
export function landingOf(account: { landing: string | null; role: string | null; firstName: string }): string {
  if (account.landing) return account.landing
  const section = workshopOf(account.firstName)
  if (section !== null) return `/single/${encodeURIComponent(section)}`
  return (account.role !== null && LANDING[account.role]) || '/dashboard'
}
