/** The buttons that other features show beside a difference between the documents here and those of the tax office. */
import type { ComponentType } from 'react'
import { partKind } from '#web/page-parts.ts'
import type { ShownDifference } from '../../domain/comparison/contract.ts'

export type DifferencePress = {
  readonly key: string
  /** Shows nothing if it has no button for the difference. `again` compares the day of the difference once more. */
  readonly Presses: ComponentType<{ row: ShownDifference; again: () => void }>
}

export const DIFFERENCE_PRESS = partKind<DifferencePress>('invoicing.difference-press')
