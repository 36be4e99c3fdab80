/** Entries that features add to the search of Ctrl+K, beside records and pages of the menu. */
import type { ComponentType } from 'react'
import { partKind } from '#web/page-parts.ts'

/** What the search lists and opens. */
export type PaletteEntry = {
  /** Unique among the entries of its source. */
  readonly key: string
  readonly name: string
  /** Where the entry belongs, such as the form of a setting. */
  readonly area: string
  /** Further words by which it is found. */
  readonly words: string
  readonly to: string
}

/** A source is drawn while something is typed. It shows nothing, and calls `tell` with its entries. */
export type PaletteSource = {
  readonly key: string
  readonly Source: ComponentType<{ tell: (entries: readonly PaletteEntry[]) => void }>
}

export const paletteSources = partKind<PaletteSource>('frame.palette')
