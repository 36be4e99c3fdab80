import i18n from 'i18next'
import { runCommand } from '#web/api.ts'
import type { VerbCall } from '#web/layouts/palette-verbs.ts'
import { say } from '#web/ui/say.tsx'
import { moveOrder } from '../../domain/contract.ts'

/** Moves an order and says so. A refusal says why not. */
async function move(id: number, transition: 'send' | 'reopen' | 're-ship', version?: number): Promise<void> {
  await runCommand(moveOrder, { id, transition, version }).then(
    (answer) =>
      say.done(
        i18n.t(`said.${transition}`, { ns: 'orders', id }),
        // only while nobody has gone on with the order
        transition === 'send' ? () => void move(id, 'reopen', answer.version) : undefined,
      ),
    (error: unknown) => say.failed(error),
  )
}

/** Sends an order to packaging at once, with a way back. */
export async function send({ record }: VerbCall): Promise<void> {
  if (record !== null) await move(record.id, 'send')
}

/** Sends an order that came back among those that a vehicle may take. */
export async function reship({ record }: VerbCall): Promise<void> {
  if (record !== null) await move(record.id, 're-ship')
}
