import { Group, Text } from '@mantine/core'
import { FileCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { shippingRights } from '#features/shipping/domain/rights.ts'
import { useMay } from '#web/session.ts'
import type { NotedStopView } from '../domain/contract.ts'
import { NoteButton } from './NoteButton.tsx'
import { NoteLinks } from './NoteLinks.tsx'
import { useIssue, useNotes } from './use-notes.ts'

type OfStop = { shipmentId: number; orderIds: readonly number[] }

/** Shows the delivery note of a stop to its driver, with the QR code for an inspection. Shows nothing if the stop has none. */
export function StopNote({ shipmentId, orderIds }: OfStop) {
  const { t } = useTranslation('movement')
  const { data } = useNotes(shipmentId)
  const note = data?.stops.find((stop) => stop.orderIds.some((id) => orderIds.includes(id)))?.note ?? null
  if (note === null || note.status === 'FAILED') return null
  return <Note note={note} title={t('title')} />
}

/**
 * Shows the note of what comes back from a stop, or the button that issues it. Shows nothing if nothing comes back. Of several orders of
 * a stop that stand apart, only the first shows it.
 */
export function StopBackNote({ shipmentId, orderIds }: OfStop) {
  const { t } = useTranslation('movement')
  const mayIssue = useMay(shippingRights.drive)
  const issuing = useIssue(shipmentId)
  const { data } = useNotes(shipmentId)
  const stop = data?.back?.find(({ orderIds: [first] }) => first !== undefined && orderIds.includes(first))
  if (stop === undefined) return null
  const { note } = stop
  if (note !== null && note.status !== 'FAILED') return <Note note={note} title={t('title-back')} />
  if (!mayIssue) return null
  return (
    <Group gap="xs" mt="xs">
      <NoteButton
        leftSection={<FileCheck size={16} aria-hidden />}
        loading={issuing.isPending}
        onClick={() => issuing.mutate({ shipmentId, direction: 'back' })}
      >
        {t('links.issue-back')}
      </NoteButton>
    </Group>
  )
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
          {t(`state.${note.failure ? 'without-mark' : note.status}`)}
        </Text>
      ) : null}
      <NoteLinks note={note} />
    </Group>
  )
}
