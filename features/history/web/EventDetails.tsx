import { Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAsk } from '#web/query.ts'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { MomentText } from '#web/ui/texts.tsx'
import { securityEvent } from '../domain/contract.ts'
import { useEntryTexts } from './entry-texts.ts'

/** Shows a sign-in or a refused action: who, when, how often and why. */
export function EventDetails({ id }: { id: number }) {
  const { t } = useTranslation('history')
  const texts = useEntryTexts()
  const answer = useAsk(securityEvent, { id })
  if (!answer.data)
    return answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading rows={3} />
  const event = answer.data
  return (
    <Stack gap="sm">
      <div>
        <Title order={2}>{texts.action(event)}</Title>
        <Text size="sm" c="dimmed">
          {event.userName === '' ? null : `${event.userName} · `}
          <MomentText value={event.at} />
        </Text>
      </div>
      <Text style={{ overflowWrap: 'anywhere' }}>{texts.sentence(event)}</Text>
      {event.times > 1 && event.lastAt !== null ? (
        <Text size="sm" c="dimmed">
          {t('event.until')}: <MomentText value={event.lastAt} />
        </Text>
      ) : null}
    </Stack>
  )
}
