/** The types with which a feature registers its pages and menu entries. */
import type { ComponentType } from 'react'
import type { z } from 'zod'
import type { QueryContract } from '#kernel/contract.ts'
import type { Entity } from '#kernel/entity.ts'
import type { Right } from '#kernel/rights.ts'
import type { SettingsGroup } from '#kernel/settings/groups.ts'
import type { PagePart } from '#web/page-parts.ts'

/**
 * `main` has menu and bar. `bare` has a slim bar (packaging, operations, driver, workshops). `public` needs no sign-in.
 */
export type LayoutName = 'main' | 'bare' | 'public'

export type PageRoute =
  | {
      /** The canonical form: lower case, no final slash, parameters as `$id`. */
      readonly path: string
      readonly layout: LayoutName
      /** Without it every signed-in person may open the page. */
      readonly right?: Right
      readonly load: () => Promise<{ default: ComponentType }>
      /** The title of the browser tab, as a key of the feature's texts. */
      readonly titleKey: string
      /** Adds to the query of the address what it lacks, so that the page is complete when it is first drawn. */
      readonly complete?: (query: URLSearchParams) => void
    }
  | { readonly path: string; readonly redirect: string }

/** The groups of the menu. `today` has no heading: it holds Today, and what a person pinned. */
export type MenuGroup = 'today' | 'sales' | 'internal'

/** Entries of the menu that contain others. They are shown if they contain at least one entry. */
export type MenuParent = 'orders' | 'deliveries' | 'payments' | 'views' | 'invoices' | 'production' | 'settings'

export type CountQuery = QueryContract<z.ZodType, z.ZodType<{ count: number }>>

export type MenuCount = {
  /** Loads the contract of the query, after the page has shown its own rows. */
  readonly query: () => Promise<CountQuery>
  readonly input: object
  /** The text that says what is counted, with the place `count`, as a key of the feature's texts. */
  readonly textKey: string
  /** True if nobody has to act because of the number, such as that of all open orders. It is shown in grey. */
  readonly quiet?: boolean
}

/**
 * Where an entry stands. The tree of the menu is that of specification 3 (C-91). Every other page is a tab of the page with the
 * address `tabOf`, which is in the tree. With `settings` the page is listed among the areas of the settings, in this group.
 */
export type MenuPlace = (
  | { readonly group: MenuGroup; readonly parentKey?: MenuParent; readonly tabOf?: undefined }
  | { readonly tabOf: string; readonly group?: undefined; readonly parentKey?: undefined }
) & { readonly settings?: SettingsGroup }

export type MenuEntry = MenuPlace & {
  /** The text is `menu.<key>` of the feature's texts. */
  readonly key: string
  readonly to: string
  readonly right?: Right
  /**
   * The place among its neighbours, lowest first. Parents: orders 10, loans 20, deliveries 30, payments 40; views 10 …
   */
  readonly order: number
  readonly icon?: ComponentType<{ size?: number | string; strokeWidth?: number | string }>
  /** A number beside the entry: what waits there for the person. Nothing is shown for 0. */
  readonly count?: MenuCount
  /**
   * Also shown as a shortcut in the top bar (specification 3: orders, create order, shipping, create payment, stock).
   */
  readonly shortcut?: boolean
}

/** How the search shows records of a kind that the feature owns. */
export type FoundKind = {
  readonly entity: Pick<Entity, 'name'>
  readonly icon: ComponentType<{ size?: number | string; 'aria-hidden'?: boolean }>
}

export type FeatureRoutes = {
  /** The name of the feature's folder, which is also the namespace of its texts. */
  readonly feature: string
  readonly pages: readonly PageRoute[]
  readonly menu: readonly MenuEntry[]
  /** The kinds of records that the search finds; the word for one is `found.<entity>` of the feature's texts. */
  readonly found?: readonly FoundKind[]
  /** Buttons and panels that the feature adds to pages of lower features. */
  readonly parts?: readonly PagePart[]
}

/**
 * Returns the canonical form of an address (C-15, C-16). Null if it is canonical already or belongs to no page. Case
 * and a final slash are ignored, except between /Tasks and /tasks. Parameters keep their case.
 */
export function canonicalPath(pathname: string, patterns: readonly string[]): string | null {
  const trimmed = pathname.replace(/\/+$/, '') || '/'
  const exact = patterns.find((pattern) => fits(pattern, trimmed, (text) => text))
  const pattern = exact ?? patterns.toSorted(preferLowerCase).find((candidate) => fits(candidate, trimmed, lower))
  if (pattern === undefined) return null
  const parts = trimmed.split('/')
  const canonical = pattern
    .split('/')
    .map((part, index) => (part.startsWith('$') ? parts[index] : part))
    .join('/')
  return canonical === pathname ? null : canonical || '/'
}

/** Reports whether an address opens this page, ignoring case and a final slash. */
export const opensPage = (pattern: string, pathname: string): boolean =>
  fits(pattern, pathname.replace(/\/+$/, '') || '/', lower)

const lower = (text: string): string => text.toLowerCase()
const preferLowerCase = (a: string, b: string): number => Number(a !== lower(a)) - Number(b !== lower(b))

function fits(pattern: string, path: string, fold: (text: string) => string): boolean {
  const wanted = pattern.split('/')
  const parts = path.split('/')
  return (
    wanted.length === parts.length &&
    wanted.every((part, index) =>
      part.startsWith('$') ? parts[index] !== '' : fold(part) === fold(parts[index] ?? ''),
    )
  )
}
