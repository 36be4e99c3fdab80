import { Alert, Group, Text } from '@mantine/core'
import { TriangleAlert } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { eventAdviceOf } from '../../domain/events/event-errors.ts'
import { waitsForPerson } from '../../domain/events/events.ts'
import type { ShownEvent } from '../../domain/events/events-contract.ts'
import styles from '../notes.module.css'
import { EndEvent } from './EndEvent.tsx'

/** Lists what happened to the goods of a note, with what the tax office says of it. Shows nothing before the vehicle leaves. */
export function NoteEvents({ events, number }: { events: readonly ShownEvent[]; number: string }) {
  const { t } = useTranslation('movement')
  if (events.length === 0) return null
  return (
    <ol className={styles.events} aria-label={t('event.title')}>
      {events.map((event) => (
        <li key={event.id} data-event={event.kind} data-status={event.status}>
          <Text size="sm">
            {t('event.line', { what: t(`event.kind.${event.outcome ?? event.kind}`), at: event.at })}
            {' · '}
            <StateText event={event} />
          </Text>
          <Wrong event={event} />
          <Group gap="xs">
            <EndEvent event={event} number={number} />
          </Group>
        </li>
      ))}
    </ol>
  )
}

function StateText({ event: { status, mark, dueAt } }: { event: ShownEvent }) {
  const { t } = useTranslation('movement')
  if (status === 'DONE' && mark) return <span className="figures">{t('event.done', { mark })}</span>
  if (status === 'WAITING' && Date.parse(dueAt) > Date.now()) return t('event.later', { at: dueAt })
  return t(`event.state.${status}`)
}

/** Says why an event was refused or must be put right, and what to do. */
function Wrong({ event: { status, errorCode } }: { event: ShownEvent }) {
  const { t } = useTranslation('movement')
  if (!waitsForPerson(status)) return null
  // the accountant looks up a code of the tax office; the other codes are names of this product
  const official = /^\d+$/.test(errorCode ?? '')
  return (
    <Alert color="red" variant="light" py={6} icon={<TriangleAlert size={16} aria-hidden />}>
      {status === 'UNDONE'
        ? t('event.undone')
        : [t(`event.advice.${eventAdviceOf(errorCode ?? '')}`), official ? `(${errorCode})` : '']
            .filter(Boolean)
            .join(' ')}
    </Alert>
  )
}
