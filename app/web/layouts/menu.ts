/**
 * Builds the menu of a person: the entries of the features in the order of specification 3, without those the person
 * may not open.
 */
import { Banknote, ChartColumn, Factory, FileText, Settings, ShoppingCart, Truck } from '#web/ui/icon/icons.ts'
import { useMemo } from 'react'
import { may } from '#kernel/rights.ts'
import { FEATURES } from '#app/web/features.ts'
import type { MenuEntry, MenuGroup, MenuParent } from '#web/routes.ts'
import { useActing } from '#web/session.ts'

type Icon = NonNullable<MenuEntry['icon']>

export type MenuLink = MenuEntry & { readonly feature: string }
export type MenuBranch = {
  readonly parent: MenuParent
  readonly icon: Icon
  readonly order: number
  readonly links: readonly MenuLink[]
}
export type MenuSection = { readonly group: MenuGroup; readonly items: readonly (MenuLink | MenuBranch)[] }

const PARENTS: Readonly<Record<MenuParent, { group: MenuGroup; order: number; icon: Icon }>> = {
  orders: { group: 'sales', order: 10, icon: ShoppingCart },
  deliveries: { group: 'sales', order: 30, icon: Truck },
  payments: { group: 'sales', order: 40, icon: Banknote },
  views: { group: 'internal', order: 10, icon: ChartColumn },
  invoices: { group: 'internal', order: 60, icon: FileText },
  production: { group: 'internal', order: 70, icon: Factory },
  settings: { group: 'internal', order: 80, icon: Settings },
}

const byOrder = (a: { order: number }, b: { order: number }): number => a.order - b.order

export function useMenu(): { sections: readonly MenuSection[]; links: readonly MenuLink[] } {
  const acting = useActing()
  return useMemo(() => {
    const links = FEATURES.flatMap(({ feature, menu }) => menu.map((entry) => ({ ...entry, feature }))).filter(
      (entry) => entry.right === undefined || may(acting, entry.right),
    )
    const sections = (['sales', 'internal'] as const)
      .map((group) => ({ group, items: [...direct(links, group), ...branches(links, group)].sort(byOrder) }))
      .filter((section) => section.items.length > 0)
    return { sections, links: links.sort(byOrder) }
  }, [acting])
}

const direct = (links: readonly MenuLink[], group: MenuGroup): MenuLink[] =>
  links.filter((link) => link.parentKey === undefined && link.group === group)

const branches = (links: readonly MenuLink[], group: MenuGroup): MenuBranch[] =>
  (Object.keys(PARENTS) as MenuParent[])
    .filter((parent) => PARENTS[parent].group === group)
    .map((parent) => ({
      parent,
      ...PARENTS[parent],
      links: links.filter((link) => link.parentKey === parent).sort(byOrder),
    }))
    .filter((branch) => branch.links.length > 0)
