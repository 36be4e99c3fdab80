/** Holds the trial prices and margins that a person types, and which of them were sent. */
import type { InputOf } from '#kernel/contract.ts'
import type { Rate, UnitPrice } from '#kernel/money.ts'
import type { trialCost } from '../domain/trial-contract.ts'

/** Values by product. Null stands for an empty field, which means the stored value. */
export type TrialDraft = {
  readonly costs: ReadonlyMap<number, UnitPrice | null>
  readonly margins: ReadonlyMap<number, Rate | null>
}

export type SentTrial = Required<Pick<InputOf<typeof trialCost>, 'costs' | 'margins'>>

export const NO_TRIAL: TrialDraft = { costs: new Map(), margins: new Map() }
export const NOTHING_SENT: SentTrial = { costs: [], margins: [] }

export const tryCost = (draft: TrialDraft, productId: number, cost: UnitPrice | null): TrialDraft => ({
  ...draft,
  costs: new Map(draft.costs).set(productId, cost),
})

export const tryMargin = (draft: TrialDraft, productId: number, margin: Rate | null): TrialDraft => ({
  ...draft,
  margins: new Map(draft.margins).set(productId, margin),
})

/** Returns the typed values to send, sorted by product. */
export function toSend(draft: TrialDraft): SentTrial {
  const costs = [...draft.costs].flatMap(([productId, cost]) => (cost === null ? [] : [{ productId, cost }]))
  const margins = [...draft.margins].flatMap(([productId, margin]) => (margin === null ? [] : [{ productId, margin }]))
  return {
    costs: costs.sort((a, b) => a.productId - b.productId),
    margins: margins.sort((a, b) => a.productId - b.productId),
  }
}

/** Reports whether values were typed that the shown figures do not include. */
export const isStale = (draft: TrialDraft, sent: SentTrial): boolean =>
  JSON.stringify(toSend(draft)) !== JSON.stringify(sent)
