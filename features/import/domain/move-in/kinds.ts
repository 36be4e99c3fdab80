/** The kinds of records that a company brings from an earlier system, and how the sources name them. */

/** The kinds in the order of the import: records come after those that they name. `recipes` are parts of products. */
export const MOVED_KINDS = [
  'customers',
  'providers',
  'products',
  'recipes',
  'orders',
  'payments',
  'loans',
  'invoices',
] as const
export type MovedKind = (typeof MOVED_KINDS)[number]

/** A kind that the sources have. */
export type SourceKind = Exclude<MovedKind, 'recipes'>

/** The table of the data API of each kind. */
export const TABLE_OF: Readonly<Record<SourceKind, string>> = {
  customers: 'customers',
  providers: 'providers',
  products: 'products',
  orders: 'custorders',
  payments: 'payments',
  loans: 'loans',
  invoices: 'invoices',
}
export const SOURCE_KINDS = Object.keys(TABLE_OF) as SourceKind[]

/** The kinds whose records have an amount, so that both sides can be compared to the cent. */
export const WITH_AMOUNT: readonly MovedKind[] = ['orders', 'payments', 'invoices']

/** Returns the kind of a file in a backup of the earlier system, by its name in whatever folder; null for any other file. */
export function kindOfFile(path: string): SourceKind | null {
  const name = (path.split('/').at(-1) ?? '').toLowerCase()
  return SOURCE_KINDS.find((kind) => name === `${kind}.json` || name === `${TABLE_OF[kind]}.json`) ?? null
}

export const kindNumber = (kind: MovedKind): number => MOVED_KINDS.indexOf(kind)
