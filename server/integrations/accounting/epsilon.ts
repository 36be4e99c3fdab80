/** Connects the accounting interface to Epsilon Digital. A document is issued once, or the caller is told to ask. */
import { refuse } from '#kernel/refusal.ts'
import type { Accounting, Sendable, AccountingOutcome } from './accounting.ts'
import { type EpsilonAccess, EpsilonConnection } from './epsilon-connection.ts'
import { readAsking, readSending } from './epsilon-answers.ts'
import { noteToWire } from './note-wire.ts'
import { EPSILON_RULES, type EpsilonRules, toWire } from './epsilon-wire.ts'

export type EpsilonOptions = EpsilonAccess & { readonly rules?: Partial<EpsilonRules> }

/**
 * Returns the accounting service of an account. It sends nothing before the first document, and keeps tokens in
 * memory only.
 */
export function openEpsilon({ rules, ...access }: EpsilonOptions): Accounting & { signIn(): Promise<string | null> } {
  const connection = new EpsilonConnection(access)
  const allRules = { ...EPSILON_RULES, ...rules }

  const { clean } = connection

  /** Removes our secrets from the texts of the service, because it may repeat what it received. */
  const cleaned = (outcome: AccountingOutcome): AccountingOutcome => {
    switch (outcome.kind) {
      case 'unknown': {
        const { detail, ...rest } = outcome
        return { ...rest, reason: clean(rest.reason), ...(detail === undefined ? {} : { detail: clean(detail) }) }
      }
      case 'refused':
      case 'technical':
        return { ...outcome, code: clean(outcome.code), message: clean(outcome.message) }
      case 'foreign':
        return {
          ...outcome,
          differs: Object.fromEntries(
            Object.entries(outcome.differs).map(([name, [ours, theirs]]) => [name, [ours, clean(theirs)]]),
          ),
        }
      default:
        return outcome
    }
  }

  const ask = async (document: Sendable, deadline: AbortSignal): Promise<AccountingOutcome> =>
    readAsking(await connection.call('api/get', { externalSystemId: document.key }, deadline), document)

  const send = async (document: Sendable): Promise<AccountingOutcome> => {
    const wire = document.kind === 'delivery-note' ? noteToWire(document, allRules) : toWire(document, allRules)
    const deadline = connection.deadline()
    const { outcome, sure } = readSending(await connection.call('api/send', wire, deadline), document)
    if (sure) return outcome
    // the document may be refused because it was issued before, so the state at the service decides
    const held = await ask(document, deadline)
    return held.kind === 'absent' || held.kind === 'refused' ? outcome : held
  }

  return {
    send: async (document) => cleaned(await send(document)),
    ask: async (document) => cleaned(await ask(document, connection.deadline())),
    signIn: () => connection.signIn(),
    address: async () => (await connection.address()) ?? refuse('unavailable', 'accounting-unreachable'),
  }
}
