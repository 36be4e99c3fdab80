/** What the search of Ctrl+K lists: options in named groups. */
import type { ReactNode } from 'react'
import type { FoundKind } from '#web/routes.ts'

export type PaletteOption = {
  /** Unique among all options. */
  readonly id: string
  readonly label: string
  readonly description?: string | undefined
  readonly icon: FoundKind['icon']
  /** At the end of the row: the status of a record. */
  readonly mark?: ReactNode
  readonly run: () => void
  /** True if the search stays open, because the option only completes what is typed. */
  readonly stays?: boolean
}

export type PaletteGroup = { readonly key: string; readonly title: string; readonly options: readonly PaletteOption[] }
