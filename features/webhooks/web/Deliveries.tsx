import { Divider, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAsk } from '#web/query.ts'
import { useHistoryValue } from '#web/ui/history/history-value.ts'
import { RecordHistory } from '#web/ui/history/HistoryList.tsx'
import { EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import badge from '#web/ui/StatusBadge.module.css'
import { MomentText } from '#web/ui/texts.tsx'
import { type Delivery, listDeliveries, webhookHistory } from '../domain/contract.ts'
import { WEBHOOK_WORDS } from '../domain/history-words.ts'
import { answerText } from './answer-text.ts'

const TONES: Readonly<Record<Delivery['status'], string>> = {
  WAITING: 'orange',
  SENT: 'green',
  FAILED: 'red',
  DROPPED: 'faded',
}

/** The last deliveries of a receiver, each with what came back, and the history of the receiver. */
export function Deliveries({ id }: { id: number }) {
  const { t } = useTranslation('webhooks')
  const answer = useAsk(listDeliveries, { id })
  if (!answer.data)
    return answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading rows={8} />
  return (
    <Stack gap="lg">
      {answer.data.rows.length === 0 ? (
        <EmptyState title={t('deliveries.empty')} />
      ) : (
        <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {answer.data.rows.map((delivery) => (
            <OneDelivery key={delivery.id} delivery={delivery} />
          ))}
        </Stack>
      )}
      <Divider />
      <section aria-labelledby="webhook-history">
        <Title order={3} id="webhook-history" mb="sm">
          {t('history.title', { ns: 'frame' })}
        </Title>
        <WebhookChanges id={id} />
      </section>
    </Stack>
  )
}

function OneDelivery({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('webhooks')
  const { event, status, attempts, triedAt, createdAt } = delivery
  return (
    <li>
      <Text fw={600} size="sm" component="div">
        {t(`event.${event}`)}{' '}
        <span className={badge['badge']} data-tone={TONES[status]}>
          {t(`delivery.${status}`)}
        </span>
      </Text>
      <Text size="xs" c="dimmed" component="div">
        <MomentText value={triedAt ?? createdAt} /> · {t('attempts', { count: attempts })}
      </Text>
      {attempts === 0 || status === 'DROPPED' ? null : (
        <Text size="sm">{answerText(t, { ...delivery, taken: status === 'SENT' })}</Text>
      )}
    </li>
  )
}

function WebhookChanges({ id }: { id: number }) {
  const { t } = useTranslation('webhooks')
  const plain = useHistoryValue(WEBHOOK_WORDS)
  const showValue = (field: string, value: unknown): string =>
    Array.isArray(value) ? value.map((event) => t(`event.${String(event)}`)).join(' · ') : plain(field, value)
  return <RecordHistory contract={webhookHistory} id={id} showValue={showValue} />
}
