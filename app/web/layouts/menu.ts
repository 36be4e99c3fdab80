/**
 * Builds the menu of a person: the tree of specification 3 from the entries of the features, without those the person may not
 * open, and the tabs of each page in it (C-91).
 */
import { Banknote, ChartColumn, Factory, FileText, Settings, ShoppingCart, Truck } from '#web/ui/icon/icons.ts'
import { byOrder, type NamedEntry } from '#web/layouts/menu-entries.ts'
import type { MenuEntry, MenuGroup, MenuParent } from '#web/routes.ts'

type Icon = NonNullable<MenuEntry['icon']>

/** An entry of the tree, with the entries that are tabs of its page. */
export type MenuLink = NamedEntry & { readonly tabs: readonly NamedEntry[] }
export type MenuBranch = {
  readonly parent: MenuParent
  readonly icon: Icon
  readonly order: number
  readonly links: readonly MenuLink[]
}
export type MenuItem = MenuLink | MenuBranch
export type MenuSection = { readonly group: MenuGroup; readonly items: readonly MenuItem[] }
export type MenuTree = {
  readonly sections: readonly MenuSection[]
  /** Every entry that the person may open, tabs too. */
  readonly links: readonly NamedEntry[]
}

const PARENTS: Readonly<Record<MenuParent, { group: MenuGroup; order: number; icon: Icon }>> = {
  orders: { group: 'sales', order: 10, icon: ShoppingCart },
  deliveries: { group: 'sales', order: 30, icon: Truck },
  payments: { group: 'sales', order: 40, icon: Banknote },
  views: { group: 'internal', order: 10, icon: ChartColumn },
  invoices: { group: 'internal', order: 60, icon: FileText },
  production: { group: 'internal', order: 70, icon: Factory },
  settings: { group: 'internal', order: 80, icon: Settings },
}

const GROUPS: readonly MenuGroup[] = ['today', 'sales', 'internal']

/**
 * Returns the menu that consists of `open`, the entries that a person may open. `all` has every entry, so that tabs of a page that the
 * person may not open take its place in the tree.
 */
export function menuOf(open: readonly NamedEntry[], all: readonly NamedEntry[]): MenuTree {
  const isOpen = new Set(open.map(({ to }) => to))
  const tabsOf = (owner: string) => open.filter(({ tabOf }) => tabOf === owner)
  const inTree = all.filter(({ tabOf }) => tabOf === undefined).toSorted(byOrder)
  const placed = inTree.flatMap((owner) => {
    const place = { group: owner.group, parentKey: owner.parentKey }
    const links = isOpen.has(owner.to)
      ? [{ ...owner, tabs: tabsOf(owner.to) }]
      : tabsOf(owner.to).map((tab) => ({ ...tab, order: owner.order, tabs: [] }))
    return links.map((link) => ({ place, link }))
  })
  const sections = GROUPS.map((group) => {
    const inGroup = placed.filter(({ place }) => place.group === group)
    const direct = inGroup.filter(({ place }) => place.parentKey === undefined).map(({ link }) => link)
    const parents = [...new Set(inGroup.flatMap(({ place }) => place.parentKey ?? []))]
    const branches = parents.map((parent) => ({
      ...PARENTS[parent],
      parent,
      links: inGroup.filter(({ place }) => place.parentKey === parent).map(({ link }) => link),
    }))
    return { group, items: [...direct, ...branches].toSorted(byOrder) }
  })
  return { sections: sections.filter(({ items }) => items.length > 0), links: open }
}

export const linksOf = (item: MenuItem): readonly MenuLink[] => ('links' in item ? item.links : [item])

/** Returns the links of the tree, without those of tabs. */
export const treeLinks = ({ sections }: Pick<MenuTree, 'sections'>): readonly MenuLink[] =>
  sections.flatMap(({ items }) => items.flatMap(linksOf))

/** Reports whether an address is that of the entry, or of a page below it: /settings/company is below /settings. */
const contains = ({ to }: { to: string }, path: string): boolean => path === to || path.startsWith(`${to}/`)

/**
 * Returns the link of the tree to which the open page belongs: its own, that of which it is a tab or that of a page above it, or else the
 * first one of its feature. Null if the page belongs to none.
 */
export function linkAt(tree: Pick<MenuTree, 'sections'>, path: string, feature?: string): MenuLink | null {
  const links = treeLinks(tree)
  const family = links.flatMap((link) => [link, ...link.tabs].map(({ to }) => ({ to, link })))
  const around = family.filter((one) => contains(one, path)).toSorted((a, b) => b.to.length - a.to.length)
  return around[0]?.link ?? links.find((link) => link.feature === feature) ?? null
}

/**
 * Returns the pages that stand side by side with the page at this address: the page of the tree and its tabs, of the settings those of
 * one group. Empty if there are no others.
 */
export function tabsAt(tree: Pick<MenuTree, 'sections'>, path: string): readonly NamedEntry[] {
  const link = treeLinks(tree).find((one) => [one, ...one.tabs].some(({ to }) => to === path))
  if (link === undefined) return []
  const group = [link, ...link.tabs].find(({ to }) => to === path)?.settings
  const tabs = link.tabs.filter(({ settings }) => settings === group)
  return tabs.length === 0 ? [] : [link, ...tabs]
}
