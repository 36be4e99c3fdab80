/** The accounting service Epsilon Digital behind the product's port: a document is issued once or the caller is told to ask. */
import { refuse } from '#kernel/refusal.ts'
import type { Accounting, AccountingDocument, AccountingOutcome } from './accounting.ts'
import { type EpsilonAccess, EpsilonConnection } from './epsilon-connection.ts'
import { EPSILON_RULES, type EpsilonRules, readAsking, readSending, toWire } from './epsilon-wire.ts'

export type EpsilonOptions = EpsilonAccess & { readonly rules?: Partial<EpsilonRules> }

/** Opens the way to Epsilon Digital. Nothing is sent before the first document; tokens live in memory only. */
export function openEpsilon({ rules, ...access }: EpsilonOptions): Accounting {
  const connection = new EpsilonConnection(access)
  const allRules = { ...EPSILON_RULES, ...rules }

  /** Texts of the service may repeat what we sent to it, secrets included. */
  const cleaned = (outcome: AccountingOutcome): AccountingOutcome => {
    if (outcome.kind === 'unknown') return { ...outcome, reason: connection.clean(outcome.reason) }
    if (outcome.kind !== 'refused') return outcome
    return { ...outcome, code: connection.clean(outcome.code), message: connection.clean(outcome.message) }
  }

  const ask = async (key: string, deadline: AbortSignal): Promise<AccountingOutcome> =>
    readAsking(await connection.call('api/get', { externalSystemId: key }, deadline), key)

  const send = async (document: AccountingDocument): Promise<AccountingOutcome> => {
    const wire = toWire(document, allRules)
    if ('kind' in wire) return wire
    const deadline = connection.deadline()
    const { outcome, sure } = readSending(await connection.call('api/send', wire, deadline), document.key)
    if (sure) return outcome
    // it may be refused because it was issued before: what the service holds under the key counts
    const held = await ask(document.key, deadline)
    return held.kind === 'absent' || held.kind === 'refused' ? outcome : held
  }

  return {
    send: async (document) => cleaned(await send(document)),
    ask: async (key) => cleaned(await ask(key, connection.deadline())),
    address: async () => (await connection.address()) ?? refuse('unavailable', 'accounting-unreachable'),
  }
}
