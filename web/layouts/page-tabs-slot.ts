/** Where the layout gives the page its tabs: the pages that stand side by side with it. Its header draws them in the line of the title. */
import { createContext, type ReactNode } from 'react'

/** Null for a page that has none. */
export const PageTabsSlot = createContext<ReactNode>(null)
