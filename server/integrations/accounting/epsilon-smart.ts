/**
 * Connects the accounting interface to Epsilon Smart, which records an invoice, issues it and transmits it itself. It cannot be asked
 * for a document, so an invoice is inserted once, and what is not clear afterwards is left to a person. What it cannot take goes as
 * a file.
 */
import { refuse } from '#kernel/refusal.ts'
import type { Accounting, AccountingOutcome, Sendable } from './accounting.ts'
import { type EpsilonAccess, EpsilonConnection } from './epsilon-connection.ts'
import { readInsertion } from './smart-answers.ts'
import { isTakenBySmart, SMART_RULES, type SmartRules, toSmart } from './smart-wire.ts'

export type SmartOptions = Omit<EpsilonAccess, 'addressNames'> & { readonly rules?: Partial<SmartRules> }

const BY_FILE: AccountingOutcome = { kind: 'by-file' }

/** Returns Epsilon Smart of an account at Epsilon. It signs in before the first invoice, and keeps tokens in memory only. */
export function openEpsilonSmart({ rules, ...access }: SmartOptions): Accounting {
  const allRules = { ...SMART_RULES, ...rules }
  const connection = new EpsilonConnection({ ...access, addressNames: [allRules.address] })
  const { clean } = connection

  /** Removes our secrets from the texts of the service, because it may repeat what it received. */
  const cleaned = (outcome: AccountingOutcome): AccountingOutcome => {
    switch (outcome.kind) {
      case 'refused':
        return { ...outcome, message: clean(outcome.message) }
      case 'inserted':
        return { ...outcome, recordId: clean(outcome.recordId) }
      case 'acknowledged':
        return { ...outcome, processId: clean(outcome.processId) }
      default:
        return outcome
    }
  }

  const send = async (document: Sendable): Promise<AccountingOutcome> => {
    if (!isTakenBySmart(document)) return BY_FILE
    const sales = [toSmart(document, allRules)]
    const reply = await connection.call('api/Eshop/InsertDocuments', sales, connection.deadline(), {})
    return cleaned(readInsertion(reply, document.key))
  }

  return {
    cannotBeAsked: true,
    send,
    ask: async (document) => (isTakenBySmart(document) ? { kind: 'look-there', reason: 'not-asked' } : BY_FILE),
    address: async () => (await connection.address()) ?? refuse('unavailable', 'accounting-unreachable'),
  }
}
