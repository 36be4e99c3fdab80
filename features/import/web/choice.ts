/** The types that the parts of the page share. */
import type { OutputOf } from '#kernel/contract.ts'
import type { importFile } from '../domain/contract.ts'

export type LoadedFile = OutputOf<typeof importFile>

/** How the person wants a file to be read. */
export type Choice = {
  readonly columns: readonly (string | null)[]
  /** The field by which records that exist are found; empty for none. */
  readonly key: string
  readonly comma: boolean
}
