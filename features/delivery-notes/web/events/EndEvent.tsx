import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { invoicingRights } from '#features/invoicing/domain/rights.ts'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import { waitsForPerson } from '../../domain/events/events.ts'
import { repeatEvent, settleEvent, type ShownEvent } from '../../domain/events/events-contract.ts'
import { NoteButton } from '../NoteButton.tsx'
import { ReasonForm } from '../ReasonForm.tsx'

type Given = { event: ShownEvent; number: string }

/** Offers to send a refused event again, or to end it because a person has put it right at the tax office. */
export function EndEvent({ event, number }: Given) {
  const { t } = useTranslation('movement')
  const maySettle = useMay(invoicingRights.settle)
  const [ending, setEnding] = useState(false)
  const repeating = useRun(repeatEvent, {
    onSuccess: () => say.done(t('event.said-again')),
    onError: (error) => say.failed(error),
  })
  if (!maySettle || !waitsForPerson(event.status)) return null
  return (
    <>
      {event.status === 'FAILED' ? (
        <ActionButton
          size="sm"
          mih={48}
          variant="default"
          pending={repeating.isPending}
          onClick={() => repeating.mutate({ id: event.id })}
        >
          {t('event.repeat')}
        </ActionButton>
      ) : null}
      <NoteButton aria-haspopup="dialog" onClick={() => setEnding(true)}>
        {t('event.settle')}
      </NoteButton>
      <Dialog opened={ending} onClose={() => setEnding(false)} title={t('event.settle-title', { number })}>
        {ending ? <SettleForm event={event} close={() => setEnding(false)} /> : null}
      </Dialog>
    </>
  )
}

function SettleForm({ event, close }: Omit<Given, 'number'> & { close: () => void }) {
  const { t } = useTranslation('movement')
  const settling = useRun(settleEvent)
  return (
    <ReasonForm
      body={t('event.settle-body')}
      label={t('event.settle')}
      pending={settling.isPending}
      send={(reason) => settling.mutateAsync({ id: event.id, reason })}
      sent={() => say.done(t('event.settled'))}
      close={close}
    />
  )
}
