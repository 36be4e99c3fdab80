import { Alert, Group, Stack, Text } from '@mantine/core'
import { FileCheck, QrCode, TriangleAlert } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { OPEN } from '#features/invoicing/domain/document.ts'
import { TEST_ONLY } from '#features/invoicing/domain/ways.ts'
import { shownStatus } from '#features/orders/domain/order.ts'
import { AnswerOfService } from '#features/invoicing/web/AnswerOfService.tsx'
import { ByFileNote } from '#features/invoicing/web/ways/WayNote.tsx'
import { shippingRights } from '#features/shipping/domain/rights.ts'
import type { Direction } from '#kernel/tax/delivery-note.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import type { NotedStopView } from '../domain/contract.ts'
import { MissingNotes } from './MissingNotes.tsx'
import { EndNote } from './EndNote.tsx'
import { IssueAgain } from './IssueAgain.tsx'
import { NoteButton } from './NoteButton.tsx'
import { NoteEvents } from './events/NoteEvents.tsx'
import { NoteLinks } from './NoteLinks.tsx'
import { CodesNeededSoon, NoteProblems, Warning } from './NoteProblems.tsx'
import styles from './notes.module.css'
import { canBeIssued, hasLiveNote, useIssue, useNotes } from './use-notes.ts'

/** Reports whether the press that issues all missing notes counts the stop. A note that left has a button of its own. */
const isMissing = (stop: NotedStopView): boolean => !hasLiveNote(stop) && !stop.again

/** Shows the delivery notes of a shipment: those with which its vehicle leaves, and those of what comes back. */
export default function NotesPanel({ shipmentId }: { shipmentId: number }) {
  return (
    <>
      <OutNotes shipmentId={shipmentId} />
      <BackNotes shipmentId={shipmentId} />
      <MissingNotes shipmentId={shipmentId} />
    </>
  )
}

/** Shows the notes with which the vehicle leaves, one for each stop, and issues those that are missing. */
function OutNotes({ shipmentId }: { shipmentId: number }) {
  const { t } = useTranslation('movement')
  const { data } = useNotes(shipmentId)
  if (!data || data.stops.length === 0) return null
  const open = data.stops.filter(({ closed = false }) => !closed)
  const left = data.stops.some(({ note }) => (note?.events?.length ?? 0) > 0)
  return (
    <Panel title={t('word.delivery-notes')}>
      <Stack gap="sm">
        {open.length === 0 || left ? null : <Text size="sm">{t(data.needed ? 'panel.needed' : 'panel.free')}</Text>}
        {data.reported === false && left ? (
          <Alert color="yellow" variant="light" py={6} icon={<TriangleAlert size={16} aria-hidden />}>
            {t('event.no-account')}
          </Alert>
        ) : null}
        <ul className={styles.list}>
          {data.stops.map((stop) => (
            <StopLine key={`${stop.orderIds.join(' ')} ${stop.closed ?? ''}`} stop={stop} direction="out" />
          ))}
        </ul>
        {open.some(({ note }) => note?.qrUrl) ? (
          <Group>
            <NoteButton
              component="a"
              href={`/note-labels/${shipmentId}`}
              target="_blank"
              leftSection={<QrCode size={16} aria-hidden />}
            >
              {t('labels.title')}
            </NoteButton>
          </Group>
        ) : null}
        <CodesNeededSoon stops={open} fromDay={data.codesFromDay} />
        <IssueAll stops={open} direction="out" shipmentId={shipmentId} />
      </Stack>
    </Panel>
  )
}

/** Shows the notes of what comes back, and issues those that are missing. */
export function BackNotes({ shipmentId }: { shipmentId: number }) {
  const { t } = useTranslation('movement')
  const { data } = useNotes(shipmentId)
  const back = data?.back ?? []
  if (back.length === 0) return null
  const missing = back.filter(isMissing).length
  return (
    <Panel title={t('panel.back')}>
      <Stack gap="sm">
        {missing === 0 ? null : <Text size="sm">{t('panel.back-body')}</Text>}
        <ul className={styles.list}>
          {back.map((stop) => (
            <StopLine key={stop.orderIds.join(' ')} stop={stop} direction="back" />
          ))}
        </ul>
        <IssueAll stops={back} direction="back" shipmentId={shipmentId} />
      </Stack>
    </Panel>
  )
}

type IssueAllProps = { stops: readonly NotedStopView[]; direction: Direction; shipmentId: number }

/** Issues the notes that can be issued. It says how many stops get none, and shows nothing if no note is missing. */
function IssueAll({ stops, direction, shipmentId }: IssueAllProps) {
  const { t } = useTranslation('movement')
  const mayIssue = useMay(shippingRights.drive)
  const issuing = useIssue()
  const missing = stops.filter(isMissing)
  const possible = missing.filter(canBeIssued).length
  const without = missing.length - possible
  if (!mayIssue || missing.length === 0) return null
  const why = t('panel.without', { count: without })
  return (
    <>
      <ByFileNote of="notes" />
      {without > 0 ? <Text size="sm">{why}</Text> : null}
      <ActionButton
        size="md"
        mih={48}
        leftSection={<FileCheck size={20} aria-hidden />}
        pending={issuing.isPending}
        closed={possible === 0 ? why : null}
        onClick={() => issuing.mutate({ shipmentId, direction })}
      >
        {t(direction === 'out' ? 'panel.issue' : 'panel.issue-back', { count: possible || missing.length })}
      </ActionButton>
    </>
  )
}

type StopLineProps = { stop: NotedStopView; direction: Direction }

function StopLine({ stop, direction }: StopLineProps) {
  const { t } = useTranslation('movement')
  const { note, differs } = stop
  return (
    <li data-note={note?.status ?? 'none'} data-direction={direction}>
      <strong>{stop.name}</strong>
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {note === null
            ? t('state.none')
            : [
                note.number,
                t(
                  `state.${note.failure && OPEN.some((status) => status === note.status) ? 'without-mark' : shownStatus(note)}`,
                ),
              ].join(' · ')}
        </Text>
        {note?.mark ? (
          <Text size="sm" className="figures">
            {`${t('code.mark')} ${note.mark}`}
          </Text>
        ) : null}
      </Group>
      {stop.again ? null : <NoteProblems stop={stop} />}
      {[
        ...(differs ? [t(direction === 'out' ? 'panel.differs' : 'panel.back-differs')] : []),
        ...(note?.test ? [t('mark.test')] : []),
      ].map((text) => (
        <Warning key={text}>{text}</Warning>
      ))}
      {note === null || note.errorCode === TEST_ONLY ? null : (
        <AnswerOfService
          answered={{ ...note, errorMessage: note.errorMessage ?? null }}
          customerId={stop.customerId ?? null}
        />
      )}
      <IssueAgain stop={stop} />
      {note === null ? null : <NoteEvents events={note.events ?? []} number={note.number} />}
      {note === null ? null : (
        <Group gap="xs">
          <NoteLinks note={note} />
          <EndNote note={note} differs={differs} />
        </Group>
      )}
    </li>
  )
}
