/** The menu entries of all features, and what of them a person sees. The router provides them to the pages. */
import { createContext, useContext, useMemo } from 'react'
import { type Holder, may } from '#kernel/rights.ts'
import type { MenuEntry } from '#web/routes.ts'
import { useActing } from '#web/session.ts'

/** An entry with the feature whose texts name it. */
export type NamedEntry = MenuEntry & { readonly feature: string }

export const MenuEntries = createContext<readonly NamedEntry[]>([])

export const byOrder = (a: { order: number }, b: { order: number }): number => a.order - b.order

/** Returns the entries that a person may open, in the order of the menu. */
export const openEntries = (entries: readonly NamedEntry[], acting: Holder): readonly NamedEntry[] =>
  entries.filter(({ right }) => right === undefined || may(acting, right)).toSorted(byOrder)

/** Returns the entries that the signed-in person may open, in the order of the menu. */
export function useMenuEntries(): readonly NamedEntry[] {
  const entries = useContext(MenuEntries)
  const acting = useActing()
  return useMemo(() => openEntries(entries, acting), [entries, acting])
}
