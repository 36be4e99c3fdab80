import i18n from 'i18next'
import { runCommand } from '#web/api.ts'
import type { VerbCall } from '#web/layouts/palette-verbs.ts'
import { say } from '#web/ui/say.tsx'
import { moveOrder } from '../../domain/contract.ts'
import { reshipVerb, sendVerb } from '../../domain/verbs.ts'

/** Moves an order and says so. Throws if it is refused. */
async function move(id: number, transition: 'send' | 'reopen' | 're-ship', version?: number): Promise<void> {
  const answer = await runCommand(moveOrder, { id, transition, version })
  // only while nobody has gone on with the order
  const reopen = () => void move(id, 'reopen', answer.version).catch((error: unknown) => say.failed(error))
  say.done(i18n.t(`said.${transition}`, { ns: 'orders', id }), transition === 'send' ? reopen : undefined)
}

/** Sends an order to packaging at once, with a way back. */
export async function send({ record }: VerbCall): Promise<void> {
  if (record !== null) await move(record.id, sendVerb.transition)
}

/** Sends an order that came back among those that a vehicle may take. */
export async function reship({ record }: VerbCall): Promise<void> {
  if (record !== null) await move(record.id, reshipVerb.transition)
}
