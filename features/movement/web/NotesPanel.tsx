import { Alert, Group, Stack, Text } from '@mantine/core'
import { FileCheck, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { shippingRights } from '#features/shipping/domain/rights.ts'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { issueNotes, type NotedStopView } from '../domain/contract.ts'
import { EndNote } from './EndNote.tsx'
import { NoteLinks } from './NoteLinks.tsx'
import styles from './notes.module.css'
import { useNotes } from './use-notes.ts'

const isMissing = ({ note }: NotedStopView): boolean => note === null || note.status === 'FAILED'

/** Shows the delivery notes of a shipment before the vehicle leaves, one for each stop, and issues those that are missing. */
export default function NotesPanel({ shipmentId }: { shipmentId: number }) {
  const { t } = useTranslation('movement')
  const mayIssue = useMay(shippingRights.drive)
  const { data } = useNotes(shipmentId)
  const issuing = useRun(issueNotes, {
    invalidates: [`shipments:${shipmentId}`],
    onSuccess: ({ issued }) => say.done(t('said.issued', { count: issued })),
    onError: (error) => say.failed(error),
  })
  if (!data || data.stops.length === 0) return null
  const missing = data.stops.filter(isMissing).length
  return (
    <Panel title={t('panel.title')}>
      <Stack gap="sm">
        <Text size="sm">{t(data.needed ? 'panel.needed' : 'panel.free')}</Text>
        <ul className={styles.list}>
          {data.stops.map((stop) => (
            <StopLine key={stop.orderIds.join(' ')} stop={stop} shipmentId={shipmentId} />
          ))}
        </ul>
        {mayIssue && missing > 0 ? (
          <ActionButton
            size="md"
            leftSection={<FileCheck size={20} aria-hidden />}
            pending={issuing.isPending}
            onClick={() => issuing.mutate({ shipmentId })}
          >
            {t('panel.issue', { count: missing })}
          </ActionButton>
        ) : null}
      </Stack>
    </Panel>
  )
}

function StopLine({ stop, shipmentId }: { stop: NotedStopView; shipmentId: number }) {
  const { t } = useTranslation('movement')
  const { note, problems, differs } = stop
  return (
    <li data-note={note?.status ?? 'none'}>
      <strong>{stop.name}</strong>
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {note === null
            ? t('state.none')
            : [note.number, t(`state.${note.failure && note.mark === null ? 'without-mark' : note.status}`)].join(
                ' · ',
              )}
        </Text>
        {note?.mark ? (
          <Text size="sm" className="figures">
            {`${t('code.mark')} ${note.mark}`}
          </Text>
        ) : null}
      </Group>
      {[
        ...(note === null || note.status === 'FAILED'
          ? problems.map((problem) => t(`refusal.${problem}`, { stop: stop.name }))
          : []),
        ...(differs ? [t('panel.differs')] : []),
        ...(note?.test ? [t('mark.test')] : []),
      ].map((text) => (
        <Alert key={text} color="yellow" variant="light" py={6} icon={<TriangleAlert size={16} aria-hidden />}>
          {text}
        </Alert>
      ))}
      {note === null ? null : (
        <Group gap="xs">
          <NoteLinks note={note} />
          <EndNote note={note} differs={differs} shipmentId={shipmentId} />
        </Group>
      )}
    </li>
  )
}
