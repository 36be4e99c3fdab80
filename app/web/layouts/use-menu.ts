/** The menu of the signed-in person, and where in it the open page stands. */
import { useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FEATURES } from '#app/web/features.ts'
import { type NamedEntry, openEntries } from '#web/layouts/menu-entries.ts'
import { useActing } from '#web/session.ts'
import { linkAt, menuOf, type MenuLink, type MenuTree } from './menu.ts'
import { usePageFacts } from './PageOutlet.tsx'

const ALL: readonly NamedEntry[] = FEATURES.flatMap(({ feature, menu }) => menu.map((entry) => ({ ...entry, feature })))

export function useMenu(): MenuTree {
  const acting = useActing()
  return useMemo(() => menuOf(openEntries(ALL, acting), ALL), [acting])
}

/** Returns the address of the open page. */
export function useOpenPath(): string {
  return useRouterState({ select: (state) => state.location.pathname })
}

/** Returns the link of the menu to which the open page belongs; null if it belongs to none. */
export function useOpenLink(tree: MenuTree): MenuLink | null {
  const path = useOpenPath()
  const { feature } = usePageFacts()
  return useMemo(() => linkAt(tree, path, feature), [tree, path, feature])
}

/** Returns a function that names an entry in the language of the page. */
export function useEntryText(): (link: Pick<NamedEntry, 'key' | 'feature'>) => string {
  const { t } = useTranslation()
  return (link) => t(`menu.${link.key}`, { ns: link.feature })
}
