import type { ComponentType } from 'react'
import { partKind } from '#web/page-parts.ts'

/** A view that a feature shows for one section in place of its tasks, such as the simple view of the laundry (S2-TSK-07). */
export const SECTION_VIEW = partKind<{
  /** The stored name of the section. */
  readonly section: string
  readonly View: ComponentType<{ section: string; onName: (name: string) => void }>
}>('production.section-view')
