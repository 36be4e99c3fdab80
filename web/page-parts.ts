/**
 * Parts that one feature adds to a page of a lower feature: a button, a panel. The lower feature defines the kind of
 * part; the higher feature lists its parts in its routes; the page asks for them with `usePageParts`.
 */
import { createContext, useContext, useMemo } from 'react'

export type PagePart = { readonly kind: string; readonly part: unknown }

export type PartKind<Part> = {
  readonly kind: string
  /** Makes a part of this kind, for the list in a feature's routes. */
  readonly part: (part: Part) => PagePart
}

/** Defines a kind of part; `kind` is unique and starts with the name of the feature whose page shows it. */
export const partKind = <Part>(kind: string): PartKind<Part> => ({ kind, part: (part) => ({ kind, part }) })

/** The parts of all features; the router provides them. */
export const PageParts = createContext<readonly PagePart[]>([])

/** Returns the parts of a kind, in the order in which the features list them. */
export function usePageParts<Part>({ kind }: PartKind<Part>): readonly Part[] {
  const parts = useContext(PageParts)
  // only `part` of the same kind makes parts of this kind
  return useMemo(() => parts.filter((one) => one.kind === kind).map(({ part }) => part as Part), [parts, kind])
}
