/** What other features show on the loading page, above the button with which the vehicle leaves. */
import type { ComponentType } from 'react'
import { partKind } from '#web/page-parts.ts'

export type LoadingPart = {
  readonly key: string
  readonly Part: ComponentType<{ shipmentId: number }>
}

export const LOADING_PART = partKind<LoadingPart>('shipping.loading')
