import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { NoteLinks } from './NoteLinks.tsx'
import { useNotes } from './use-notes.ts'

/** Shows the delivery note of a stop to its driver, with the QR code for an inspection. Shows nothing if the stop has none. */
export function StopNote({ shipmentId, orderIds }: { shipmentId: number; orderIds: readonly number[] }) {
  const { t } = useTranslation('movement')
  const { data } = useNotes(shipmentId)
  const note = data?.stops.find((stop) => stop.orderIds.some((id) => orderIds.includes(id)))?.note ?? null
  if (note === null || note.status === 'FAILED') return null
  return (
    <Group gap="xs" mt="xs">
      <Text size="sm" fw={600}>
        {`${t('title')} ${note.number}`}
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
