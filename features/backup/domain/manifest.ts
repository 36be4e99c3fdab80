/** Describes the manifest of a backup: what the zip contains, with counts and hashes. */
import { z } from 'zod'

/** Rises when an older program could not read the zip any more. */
export const FORMAT = 1
export const MANIFEST = 'manifest.json'

/** The five files that the specification names, with the kind of record. Each is an array, as programs read these records. */
export const NAMED_FILES = {
  'customers.json': 'customers',
  'orders.json': 'custorders',
  'products.json': 'products',
  'invoices.json': 'invoices',
  'loans.json': 'loans',
} as const

/** Returns the file of a table in the zip: one row of JSON in each line. */
export const fileOfTable = (table: string): string => `tables/${table}.jsonl`
/** Returns the file of a photo of the object store in the zip. */
export const fileOfObject = (name: string): string => `objects/${name}`

const zFile = z.strictObject({ bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })
const zTable = zFile.extend({ rows: z.int().min(0) })

export const zManifest = z.strictObject({
  product: z.literal('kerino'),
  format: z.int(),
  madeAt: z.iso.datetime(),
  company: z.string(),
  /** The last migration of the database, and a hash of all. A restore demands the same, or brings the rows to the present version. */
  version: z.string(),
  migrations: z.string(),
  tables: z.record(z.string().regex(/^[a-z_0-9]+$/), zTable),
  /** All other files by their names. */
  files: z.record(z.string(), zFile.extend({ rows: z.int().min(0).optional() })),
  /** The last number of each sequence; null if it was never used. */
  sequences: z.record(z.string().regex(/^[a-z_0-9]+$/), z.int().nullable()),
})
export type Manifest = z.output<typeof zManifest>
export type FileOfZip = { readonly bytes: number; readonly sha256: string; readonly rows?: number | undefined }
