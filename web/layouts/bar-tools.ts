/** Tools that features add to the bar at the top of the pages. */
import type { ComponentType } from 'react'
import { partKind } from '#web/page-parts.ts'

export const barTools = partKind<ComponentType>('frame.bar-tools')
