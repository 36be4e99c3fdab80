import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownDifference } from '#features/invoicing/domain/comparison/contract.ts'
import { invoicingRights } from '#features/invoicing/domain/rights.ts'
import { shippingRights } from '#features/shipping/domain/rights.ts'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import { askNote, settleNote } from '../domain/contract.ts'
import { EndForm } from './EndNote.tsx'
import { NoteButton } from './NoteButton.tsx'

/**
 * Offers what can be done about a delivery note that differs from the tax office: take its MARK over, ask the service again, withdraw a
 * note that was cancelled there, and open the page on which it is loaded.
 */
export default function DifferenceOfNote({ row, again }: { row: ShownDifference; again: () => void }) {
  const { t } = useTranslation('movement')
  const maySettle = useMay(invoicingRights.settle)
  const mayDrive = useMay(shippingRights.drive)
  const mayOpen = useMayOpen('/loading/$id')
  const { kind, noteId, shipmentId, mark, series, number } = row
  const failing = { onError: (error: unknown) => say.failed(error) }
  const taking = useRun(settleNote, failing)
  const asking = useRun(askNote, failing)
  if (noteId === null || shipmentId === null) return null
  const name = `${series} ${number}`
  return (
    <>
      {kind === 'mark-missing' && maySettle ? (
        <ActionButton
          size="sm"
          mih={48}
          variant="default"
          pending={taking.isPending}
          onClick={() =>
            taking.mutate(
              { id: noteId, mark, reason: t('compare.reason', { ns: 'invoicing' }) },
              {
                onSuccess: () => {
                  say.done(t('end.mark.done', { number: name }))
                  again()
                },
              },
            )
          }
        >
          {t('compare.take', { ns: 'invoicing' })}
        </ActionButton>
      ) : null}
      {kind === 'mark-missing' && mayDrive ? (
        <ActionButton
          size="sm"
          mih={48}
          variant="default"
          pending={asking.isPending}
          onClick={() => asking.mutate({ id: noteId }, { onSuccess: () => say.done(t('said.asked')) })}
        >
          {t('end.ask')}
        </ActionButton>
      ) : null}
      {kind === 'cancelled-there' && maySettle ? <WithdrawNote noteId={noteId} name={name} again={again} /> : null}
      {mayOpen ? (
        <NoteButton component={PageLink} to={`/loading/${shipmentId}`}>
          {t('end.open-loading')}
        </NoteButton>
      ) : null}
    </>
  )
}

type WithdrawNoteProps = { noteId: number; name: string; again: () => void }

/** Withdraws a note that was cancelled at the tax office. */
function WithdrawNote({ noteId, name, again }: WithdrawNoteProps) {
  const { t } = useTranslation('movement')
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <>
      <NoteButton aria-haspopup="dialog" onClick={() => setOpened(true)}>
        {t('end.withdraw.button')}
      </NoteButton>
      <Dialog opened={opened} onClose={close} title={t('end.withdraw.title', { number: name })}>
        {opened ? <EndForm note={{ id: noteId, number: name }} way="withdraw" ended={again} close={close} /> : null}
      </Dialog>
    </>
  )
}
