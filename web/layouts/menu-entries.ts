/** The menu entries of all features, for pages that list some of them. The router provides them. */
import { createContext, useContext, useMemo } from 'react'
import { may } from '#kernel/rights.ts'
import type { MenuEntry, MenuParent } from '#web/routes.ts'
import { useActing } from '#web/session.ts'

/** An entry with the feature whose texts name it. */
export type NamedEntry = MenuEntry & { readonly feature: string }

export const MenuEntries = createContext<readonly NamedEntry[]>([])

/** Returns the entries below a parent that the person may open, in the order of the menu. */
export function useMenuEntries(parent: MenuParent): readonly NamedEntry[] {
  const entries = useContext(MenuEntries)
  const acting = useActing()
  return useMemo(
    () =>
      entries
        .filter(({ parentKey, right }) => parentKey === parent && (right === undefined || may(acting, right)))
        .toSorted((a, b) => a.order - b.order),
    [entries, parent, acting],
  )
}
