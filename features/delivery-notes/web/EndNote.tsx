import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OPEN } from '#features/invoicing/domain/document.ts'
import { isConnectionLost } from '#features/invoicing/domain/lost-connection.ts'
import { invoicingRights } from '#features/invoicing/domain/rights.ts'
import { BY_FILE, waitsForPerson } from '#features/invoicing/domain/ways.ts'
import { AnswerForm } from '#features/invoicing/web/ways/AnswerForm.tsx'
import { MarkField, whyNoMark } from '#features/invoicing/web/MarkField.tsx'
import { ordersRights } from '#features/orders/domain/rights.ts'
import { shippingRights } from '#features/shipping/domain/rights.ts'
import { inputAddress } from '#kernel/contract.ts'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import {
  askNote,
  importNoteAnswer,
  leaveWithoutMark,
  noteXmlFile,
  type NotedStopView,
  settleNote,
  withdrawNote,
} from '../domain/contract.ts'
import { NoteButton } from './NoteButton.tsx'
import { ReasonForm } from './ReasonForm.tsx'

type Note = NonNullable<NotedStopView['note']>
type Way = 'leave' | 'mark' | 'not-issued' | 'withdraw'

/** Offers what a person may do with a note that is not settled, or that lists other goods than the stop. */
export function EndNote({ note, differs }: { note: Note; differs: boolean }) {
  const { t } = useTranslation('movement')
  const mayDrive = useMay(shippingRights.drive)
  const maySettle = useMay(invoicingRights.settle)
  const mayRead = useMay(ordersRights.read)
  const [way, setWay] = useState<Way | null>(null)
  const [importing, setImporting] = useState(false)
  const reading = useRun(importNoteAnswer)
  const asking = useRun(askNote, {
    onSuccess: () => say.done(t('said.asked')),
    onError: (error) => say.failed(error),
  })
  const open = OPEN.some((status) => status === note.status) && note.errorCode !== null
  const ways: readonly Way[] = [
    ...(mayDrive && isConnectionLost(note) && !note.failure ? (['leave'] as const) : []),
    ...(maySettle && open ? (['mark', 'not-issued'] as const) : []),
    ...(maySettle && differs && note.status === 'ACKNOWLEDGED' ? (['withdraw'] as const) : []),
  ]
  return (
    <>
      {mayDrive && open && !waitsForPerson(note.errorCode) ? (
        <ActionButton
          size="sm"
          mih={48}
          variant="default"
          pending={asking.isPending}
          onClick={() => asking.mutate({ id: note.id })}
        >
          {t('end.ask')}
        </ActionButton>
      ) : null}
      {mayRead && note.errorCode === BY_FILE ? (
        <NoteButton component="a" href={inputAddress(noteXmlFile, { id: note.id })} download>
          {t('links.xml')}
        </NoteButton>
      ) : null}
      {maySettle && note.errorCode === BY_FILE ? (
        <NoteButton aria-haspopup="dialog" onClick={() => setImporting(true)}>
          {t('ways.import', { ns: 'invoicing' })}
        </NoteButton>
      ) : null}
      <Dialog opened={importing} onClose={() => setImporting(false)} title={`${t('title')} ${note.number}`}>
        {importing ? (
          <AnswerForm
            close={() => setImporting(false)}
            read={(answer) => reading.mutateAsync({ id: note.id, answer })}
            said={(issued) => t(issued ? 'end.mark.done' : 'state.refused', { number: note.number })}
            pending={reading.isPending}
          />
        ) : null}
      </Dialog>
      {ways.map((one) => (
        <NoteButton key={one} aria-haspopup="dialog" onClick={() => setWay(one)}>
          {t(`end.${one}.button`)}
        </NoteButton>
      ))}
      <Dialog
        opened={way !== null}
        onClose={() => setWay(null)}
        title={way === null ? '' : t(`end.${way}.title`, { number: note.number })}
      >
        {way === null ? null : <EndForm note={note} way={way} close={() => setWay(null)} />}
      </Dialog>
    </>
  )
}

type EndFormProps = {
  note: Pick<Note, 'id' | 'number'>
  way: Way
  close: () => void
  /** Called after the note was ended. */
  ended?: () => void
}

/** Asks for the reason, and for the MARK if it is to be stored, and ends the note. */
export function EndForm({ note, way, close, ended }: EndFormProps) {
  const { t } = useTranslation('movement')
  const [mark, setMark] = useState('')
  const leaving = useRun(leaveWithoutMark)
  const settling = useRun(settleNote)
  const withdrawing = useRun(withdrawNote)
  const { id, number } = note
  const send = (reason: string): Promise<{ id: number; issued?: string | null }> =>
    way === 'leave'
      ? leaving.mutateAsync({ id, reason })
      : way === 'withdraw'
        ? withdrawing.mutateAsync({ id, reason })
        : settling.mutateAsync({ id, mark: way === 'mark' ? mark : null, reason })
  return (
    <ReasonForm
      body={t(`end.${way}.body`)}
      incomplete={way === 'mark' ? whyNoMark(mark) : null}
      label={t(`end.${way}.button`)}
      danger={way === 'withdraw' || way === 'not-issued'}
      pending={leaving.isPending || settling.isPending || withdrawing.isPending}
      send={send}
      sent={({ issued }) => {
        ended?.()
        say.done(issued ? t('end.not-issued.issued', { number, mark: issued }) : t(`end.${way}.done`, { number }))
      }}
      close={close}
    >
      {way === 'mark' ? <MarkField mark={mark} change={setMark} /> : null}
    </ReasonForm>
  )
}
