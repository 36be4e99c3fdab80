/** What a feature tells the frame: its pages and its places in the menu. */
import type { ComponentType } from 'react'
import type { Entity } from '#kernel/entity.ts'
import type { Right } from '#kernel/rights.ts'
import type { PagePart } from '#web/page-parts.ts'

/** main: menu and bar. bare: slim bar (packaging, operations, driver, workshops). public: without sign-in. */
export type LayoutName = 'main' | 'bare' | 'public'

export type PageRoute =
  | {
      /** Canonical form: lower case, no slash at the end, parameters as `$id`. */
      readonly path: string
      readonly layout: LayoutName
      /** Without it everybody who is signed in may open the page. */
      readonly right?: Right
      readonly load: () => Promise<{ default: ComponentType }>
      /** Title of the browser tab; a key of the feature's locale files. */
      readonly titleKey: string
    }
  | { readonly path: string; readonly redirect: string }

export type MenuGroup = 'sales' | 'internal'

/** Entries of the menu under which others are gathered; shown as soon as one of them exists. */
export type MenuParent = 'orders' | 'deliveries' | 'payments' | 'views' | 'invoices' | 'production' | 'settings'

export type MenuEntry = {
  readonly group: MenuGroup
  readonly parentKey?: MenuParent
  /** Text: `menu.<key>` of the feature's locale files. */
  readonly key: string
  readonly to: string
  readonly right?: Right
  /** Place among its neighbours, small first. Parents: orders 10, loans 20, deliveries 30, payments 40; views 10 … */
  readonly order: number
  readonly icon?: ComponentType<{ size?: number | string; strokeWidth?: number | string }>
  /** Also shown as a shortcut in the top bar (specification 3: orders, create order, shipping, create payment, stock). */
  readonly shortcut?: boolean
}

/** How the search shows records of a kind that the feature owns. */
export type FoundKind = {
  readonly entity: Entity
  readonly icon: ComponentType<{ size?: number | string; 'aria-hidden'?: boolean }>
}

export type FeatureRoutes = {
  /** Name of the feature's folder, which is also the namespace of its texts. */
  readonly feature: string
  readonly pages: readonly PageRoute[]
  readonly menu: readonly MenuEntry[]
  /** The kinds of records that the search finds; the word for one is `found.<entity>` of the feature's locale files. */
  readonly found?: readonly FoundKind[]
  /** Buttons and panels that the feature adds to pages of lower features. */
  readonly parts?: readonly PagePart[]
}

/**
 * The canonical address of a typed one, or null when it already is canonical or fits no page (rulings C-15, C-16):
 * case and a slash at the end do not matter, except between the pair /Tasks and /tasks. Parameters keep their case.
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

/** Whether an address opens this page, whatever its case and with or without a slash at the end. */
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
