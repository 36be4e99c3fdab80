import { Button, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Plus } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAsk } from '#web/query.ts'
import { Dialog, Drawer } from '#web/ui/Overlays.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import { listWebhooks } from '../domain/contract.ts'
import { Deliveries } from './Deliveries.tsx'
import { NewWebhook } from './NewWebhook.tsx'
import { WebhookPanel } from './WebhookPanel.tsx'

/** Lists the receivers of events, each with its state and what can be done with it. */
export default function WebhooksPage() {
  const { t } = useTranslation('webhooks')
  const answer = useAsk(listWebhooks, {})
  const [creating, creation] = useDisclosure(false)
  const [shown, setShown] = useState<number | null>(null)
  return (
    <>
      <PageHeader
        title={t('title.webhooks')}
        primary={
          <Button
            leftSection={<Plus size={16} aria-hidden />}
            // the form begins with all events chosen, so it waits until they are known
            disabled={answer.data === undefined}
            onClick={creation.open}
          >
            {t('new.open')}
          </Button>
        }
      />
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('what')}
        </Text>
        {answer.data ? (
          answer.data.rows.map((webhook) => (
            <WebhookPanel key={webhook.id} webhook={webhook} showDeliveries={() => setShown(webhook.id)} />
          ))
        ) : answer.error ? (
          <ErrorState error={answer.error} retry={() => void answer.refetch()} />
        ) : (
          <Loading rows={6} />
        )}
        {answer.data?.rows.length === 0 ? <EmptyState title={t('empty.title')} hint={t('empty.hint')} /> : null}
      </Stack>
      <Dialog opened={creating} onClose={creation.close} title={t('new.open')} size="lg" closeOnClickOutside={false}>
        <NewWebhook events={answer.data?.events ?? []} close={creation.close} />
      </Dialog>
      <Drawer opened={shown !== null} onClose={() => setShown(null)} title={t('deliveries.title')} size="lg">
        {shown === null ? null : <Deliveries id={shown} />}
      </Drawer>
    </>
  )
}
