import { Alert, Group, Text } from '@mantine/core'
import { FileCheck, TriangleAlert } from '#web/ui/icon/icons.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { shownStatus } from '#features/orders/domain/order.ts'
import { shippingRights } from '#features/shipping/domain/rights.ts'
import type { Direction } from '#kernel/tax/delivery-note.ts'
import { useMay } from '#web/session.ts'
import type { NotedStopView } from '../domain/contract.ts'
import { IssueAgain } from './IssueAgain.tsx'
import { NoteButton } from './NoteButton.tsx'
import { NoteLinks } from './NoteLinks.tsx'
import { NoteProblems } from './NoteProblems.tsx'
import { canBeIssued, hasLiveNote, useIssue, useNotes } from './use-notes.ts'

type OfStop = { shipmentId: number; orderIds: readonly number[] }

/**
 * Shows the delivery note of a stop to its driver, with the QR code for an inspection. If the stop needs a note and has none, it says so
 * before the goods are handed over. Otherwise it shows nothing.
 */
export function StopNote({ shipmentId, orderIds }: OfStop) {
  const { t } = useTranslation('movement')
  const { data } = useNotes(shipmentId)
  const stop = data?.stops.find((one) => one.orderIds.some((id) => orderIds.includes(id)))
  if (data === undefined || stop === undefined) return null
  const { note } = stop
  if (note !== null && hasLiveNote(stop)) return <Note note={note} title={t('title')} />
  if (stop.again) return <IssueAgain stop={stop} />
  return data.needed ? (
    <>
      <Warning text={t('without.open')}>
        {stop.problems.length > 0 ? null : <Issue shipmentId={shipmentId} direction="out" label={t('without.issue')} />}
      </Warning>
      <NoteProblems stop={stop} />
    </>
  ) : null
}

/**
 * Shows the note of what comes back from a stop, or the button that issues it. Shows nothing if nothing comes back. Of several orders of
 * a stop that stand apart, only the first shows it.
 */
export function StopBackNote({ shipmentId, orderIds }: OfStop) {
  const { t } = useTranslation('movement')
  const { data } = useNotes(shipmentId)
  const stop = data?.back?.find(({ orderIds: [first] }) => first !== undefined && orderIds.includes(first))
  if (stop === undefined) return null
  const { note } = stop
  if (note !== null && hasLiveNote(stop)) return <Note note={note} title={t('title-back')} />
  return stop.problems.length > 0 ? (
    <NoteProblems stop={stop} />
  ) : (
    <Issue shipmentId={shipmentId} direction="back" label={t('links.issue-back')} />
  )
}

/** Asks the driver for the notes of what comes back, while some are missing. Closed stops are folded, so they cannot ask. */
export function BackNotice({ shipmentId }: { shipmentId: number }) {
  const { t } = useTranslation('movement')
  const { data } = useNotes(shipmentId)
  const missing = (data?.back ?? []).filter((stop) => !hasLiveNote(stop))
  const count = missing.filter(canBeIssued).length
  return missing.length === 0 ? null : (
    <>
      <Warning text={t('panel.back-body')}>
        {count === 0 ? null : (
          <Issue shipmentId={shipmentId} direction="back" label={t('panel.issue-back', { count })} />
        )}
      </Warning>
      {missing.map((stop) => (
        <NoteProblems key={stop.orderIds.join(' ')} stop={stop} />
      ))}
    </>
  )
}

/** Tells the driver that an order was closed without a note that it needed. */
export function ClosedWithoutNote({ shipmentId, orderIds }: OfStop) {
  const { t } = useTranslation('movement')
  const { data } = useNotes(shipmentId)
  return data?.without?.some((id) => orderIds.includes(id)) ? <Warning text={t('without.closed')} /> : null
}

function Warning({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <Alert color="yellow" variant="light" mt="xs" py={6} icon={<TriangleAlert size={16} aria-hidden />}>
      {text}
      {children}
    </Alert>
  )
}

function Issue({ shipmentId, direction, label }: { shipmentId: number; direction: Direction; label: string }) {
  const mayIssue = useMay(shippingRights.drive)
  const issuing = useIssue()
  return mayIssue ? (
    <Group gap="xs" mt="xs">
      <NoteButton
        leftSection={<FileCheck size={16} aria-hidden />}
        loading={issuing.isPending}
        onClick={() => issuing.mutate({ shipmentId, direction })}
      >
        {label}
      </NoteButton>
    </Group>
  ) : null
}

function Note({ note, title }: { note: NonNullable<NotedStopView['note']>; title: string }) {
  const { t } = useTranslation('movement')
  return (
    <Group gap="xs" mt="xs">
      <Text size="sm" fw={600}>
        {`${title} ${note.number}`}
      </Text>
      {note.mark === null ? (
        <Text size="sm" c="dimmed">
          {t(`state.${note.failure ? 'without-mark' : shownStatus(note)}`)}
        </Text>
      ) : null}
      <NoteLinks note={note} />
    </Group>
  )
}
