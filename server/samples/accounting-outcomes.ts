import type { AccountingOutcome } from '#server/integrations/accounting/accounting.ts'

/** Every answer of the accounting service. The types refuse a list that lacks one. */
export const ACCOUNTING_OUTCOMES = Object.keys({
  acknowledged: true,
  refused: true,
  unknown: true,
  'in-progress': true,
  absent: true,
  technical: true,
  foreign: true,
  unsent: true,
  'by-file': true,
  inserted: true,
  'look-there': true,
} satisfies Record<AccountingOutcome['kind'], true>)
