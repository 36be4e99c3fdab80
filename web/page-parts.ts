/**
 * Parts that one feature adds to a page of a lower feature, such as a button or a panel. The lower feature defines the
 * kind of part, and the higher feature lists its parts in its routes. The page reads them with `usePageParts`.
 */
import { createContext, useContext, useMemo } from 'react'

export type PagePart = { readonly kind: string; readonly part: unknown }

export type PartKind<Part> = {
  readonly kind: string
  /** Returns a part of this kind, for the list in a feature's routes. */
  readonly part: (part: Part) => PagePart
}

/** Defines a kind of part. `kind` is unique and starts with the name of the feature whose page shows it. */
export const partKind = <Part>(kind: string): PartKind<Part> => ({ kind, part: (part) => ({ kind, part }) })

/** The parts of all features, provided by the router. */
export const PageParts = createContext<readonly PagePart[]>([])

/** Returns the parts of a kind, in the order of the features. */
export function usePageParts<Part>({ kind }: PartKind<Part>): readonly Part[] {
  const parts = useContext(PageParts)
  // Only `part` of the same kind creates parts of this kind.
  return useMemo(() => parts.filter((one) => one.kind === kind).map(({ part }) => part as Part), [parts, kind])
}
