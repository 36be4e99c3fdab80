import i18n from 'i18next'
import { runCommand } from '#web/api.ts'
import type { VerbCall } from '#web/layouts/palette-verbs.ts'
import { currentActing } from '#web/session.ts'
import { say } from '#web/ui/say.tsx'
import { moveOrder } from '../../domain/contract.ts'
import { reshipVerb, sendVerb } from '../../domain/verbs.ts'
import { backFrom, justMoved, type Plain } from '../take-back.ts'

/** Moves an order, says so, and offers the way back to a person who may take it. Throws if it is refused. */
async function move(id: number, transition: Plain, version?: number): Promise<void> {
  const answer = await runCommand(moveOrder, { id, transition, version })
  const back = backFrom(transition, justMoved(transition), currentActing())
  // only while nobody has gone on with the order
  const takeBack = (by: Plain) => void move(id, by, answer.version).catch((error: unknown) => say.failed(error))
  say.done(i18n.t(`said.${transition}`, { ns: 'orders', id }), back ? () => takeBack(back) : undefined)
}

/** Sends an order to packaging at once, with a way back. */
export async function send({ record }: VerbCall): Promise<void> {
  if (record !== null) await move(record.id, sendVerb.transition)
}

/** Sends an order that came back among those that a vehicle may take. */
export async function reship({ record }: VerbCall): Promise<void> {
  if (record !== null) await move(record.id, reshipVerb.transition)
}
