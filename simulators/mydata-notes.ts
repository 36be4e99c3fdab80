/** The delivery notes of the simulated tax office: their events, and the rules by which it takes or refuses the next one. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { DeliveryOutcome } from '#kernel/tax/delivery-note.ts'
import type { Packages } from '#server/integrations/tax-office/tax-office.ts'

/** The states by the code of the tax office. */
const STATE = {
  registered: 1,
  cancelled: 2,
  inTransit: 3,
  rejected: 4,
  delivered: 5,
  failed: 7,
  completed: 8,
  inReturn: 9,
} as const
type State = (typeof STATE)[keyof typeof STATE]

/** An event that was taken. */
export type TakenEvent = {
  readonly noteMark: string
  readonly type: 'RegisterTransfer' | 'RegisterTransferReturn' | 'ConfirmOutcome' | 'Rejection' | 'ConfirmReturn'
  readonly mark: string
  readonly at: string
  readonly actorVat: string
  readonly outcome?: DeliveryOutcome
  readonly packages?: readonly Packages[]
  readonly vehicle?: string
  readonly carrierVat?: string
}

/** A note as far as its events depend on it. */
export type SimulatedNote = {
  readonly mark: string
  readonly issuerVat: string
  readonly customerVat: string
  readonly cancelled: boolean
}

const FIRST_EVENT = 500_001_000_000_001

/** The events of all notes. With a file they outlive the process. */
export class NoteEvents {
  readonly #file: string | null
  readonly #taken: TakenEvent[] = []

  constructor(file: string | null) {
    this.#file = file
    if (file === null || !existsSync(file)) return
    for (const row of readFileSync(file, 'utf8').split('\n')) {
      // a row without its end was cut by a crash
      if (row.endsWith('}')) this.#taken.push(JSON.parse(row) as TakenEvent)
    }
  }

  of(noteMark: string): readonly TakenEvent[] {
    return this.#taken.filter((event) => event.noteMark === noteMark)
  }

  all(): readonly TakenEvent[] {
    return this.#taken
  }

  /** Stores an event. Returns its MARK. */
  take(event: Omit<TakenEvent, 'mark'>): string {
    const mark = String(FIRST_EVENT + this.#taken.length)
    const taken = { ...event, mark }
    this.#taken.push(taken)
    if (this.#file !== null) appendFileSync(this.#file, `\n${JSON.stringify(taken)}\n`)
    return mark
  }
}

/** Reports whether the recipient of a note says an event, and not its carrier. */
const isOfRecipient = ({ issuerVat, customerVat }: SimulatedNote, { actorVat }: TakenEvent): boolean =>
  actorVat === customerVat && actorVat !== issuerVat

/** Returns the state of a note after its events. */
export function stateAfter(note: SimulatedNote, events: readonly TakenEvent[]): State {
  let state: State = note.cancelled ? STATE.cancelled : STATE.registered
  for (const event of events) {
    switch (event.type) {
      case 'RegisterTransfer':
        state = STATE.inTransit
        break
      case 'RegisterTransferReturn':
        state = STATE.inReturn
        break
      case 'ConfirmOutcome':
        state = event.outcome === 'NONE' ? STATE.failed : isOfRecipient(note, event) ? STATE.completed : STATE.delivered
        break
      case 'Rejection':
        state = STATE.rejected
        break
      case 'ConfirmReturn':
        state = STATE.completed
        break
    }
  }
  return state
}

/** Reports whether the last outcome of a note was a part. */
const isPartly = (events: readonly TakenEvent[]): boolean =>
  events.findLast(({ type }) => type === 'ConfirmOutcome')?.outcome === 'PARTIAL'

/** Returns the code of the refusal of a transfer, or null. */
export function whyNoTransfer(note: SimulatedNote, events: readonly TakenEvent[]): string | null {
  const state = stateAfter(note, events)
  if (state === STATE.cancelled) return '821'
  const isPossible =
    state === STATE.registered ||
    state === STATE.inTransit ||
    state === STATE.inReturn ||
    state === STATE.rejected ||
    (state === STATE.delivered && isPartly(events))
  return isPossible ? null : '800'
}

/** Reports whether a transfer in this state begins the way back. */
export const isWayBack = (note: SimulatedNote, events: readonly TakenEvent[]): boolean =>
  ([STATE.rejected, STATE.delivered, STATE.inReturn] as State[]).includes(stateAfter(note, events))

const OUTCOME_REFUSALS: Readonly<Partial<Record<State, string>>> = {
  [STATE.cancelled]: '809',
  [STATE.rejected]: '810',
  [STATE.completed]: '811',
  [STATE.failed]: '812',
  [STATE.registered]: '813',
  [STATE.inReturn]: '834',
}

/** Returns the code of the refusal of an outcome by the account `actorVat`, or null. */
export function whyNoOutcome(
  note: SimulatedNote,
  events: readonly TakenEvent[],
  { outcome, packages, actorVat }: { outcome: DeliveryOutcome; packages: readonly Packages[]; actorVat: string },
): string | null {
  const state = stateAfter(note, events)
  const byState = OUTCOME_REFUSALS[state]
  if (byState !== undefined) return byState
  if (state === STATE.delivered) {
    if (isPartly(events)) return '831'
    if (actorVat !== note.customerVat) return '819'
  }
  const carrier = events.findLast(({ type }) => type === 'RegisterTransfer')?.carrierVat
  if (actorVat !== carrier) {
    if (actorVat !== note.customerVat) return '833'
    if (outcome !== 'FULL') return outcome === 'NONE' ? '817' : '830'
  }
  if (outcome === 'PARTIAL' && packages.length === 0) return '814'
  if (packages.some(({ type }) => !(type >= 1 && type <= 6))) return '815'
  return packages.some(({ count }) => !(count > 0)) ? '816' : null
}

/** Returns the code of the refusal of a rejection, or null. Only the recipient may reject. */
export function whyNoRejection(note: SimulatedNote, events: readonly TakenEvent[], actorVat: string): string | null {
  if (actorVat !== note.customerVat) return '803'
  const state = stateAfter(note, events)
  return state === STATE.registered || state === STATE.inTransit || state === STATE.delivered ? null : '822'
}

/** Returns the code of the refusal of a return, or null. */
export function whyNoReturn(note: SimulatedNote, events: readonly TakenEvent[], actorVat: string): string | null {
  if (actorVat !== note.issuerVat) return '829'
  switch (stateAfter(note, events)) {
    case STATE.cancelled:
      return '825'
    case STATE.completed:
      return '826'
    case STATE.registered:
      return '827'
    case STATE.rejected:
    case STATE.failed:
    case STATE.inReturn:
      return null
    case STATE.delivered:
      return isPartly(events) ? null : '828'
    default:
      return '828'
  }
}
