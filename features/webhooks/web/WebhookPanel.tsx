import { Alert, Group, Stack, Text } from '@mantine/core'
import { List, Pause, Play, Send, Trash2 } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { Facts, Panel } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import badge from '#web/ui/StatusBadge.module.css'
import { MomentText } from '#web/ui/texts.tsx'
import { showCount } from '#web/format.ts'
import { MOST_WAITING, pauseWebhook, removeWebhook, testWebhook, type Webhook } from '../domain/contract.ts'
import { answerText, type WebhookAnswer } from './answer-text.ts'

const TONES: Readonly<Record<Webhook['state'], string>> = { ACTIVE: 'green', PAUSED: 'faded', FAILED: 'red' }

/** One receiver: what it gets, how it is doing, and what an administrator may do with it. */
export function WebhookPanel({ webhook, showDeliveries }: { webhook: Webhook; showDeliveries: () => void }) {
  const { t } = useTranslation('webhooks')
  return (
    <Panel
      title={webhook.name}
      actions={
        <span className={badge['badge']} data-tone={TONES[webhook.state]}>
          {t(`state.${webhook.state}`)}
        </span>
      }
    >
      <Stack gap="md">
        {webhook.state === 'FAILED' ? (
          <Alert color="red" variant="light">
            {t('stopped')}
          </Alert>
        ) : null}
        <WebhookFacts webhook={webhook} />
        <Actions webhook={webhook} showDeliveries={showDeliveries} />
      </Stack>
    </Panel>
  )
}

function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const { url, events, lastSentAt, waiting, failingSince, failures, lastAnswer } = webhook
  return (
    <Facts
      items={[
        { label: t('field.url'), value: <span style={{ overflowWrap: 'anywhere' }}>{url}</span> },
        { label: t('field.events'), value: events.map((event) => t(`event.${event}`)).join(' · ') },
        { label: t('last-sent'), value: lastSentAt === null ? t('never') : <MomentText value={lastSentAt} /> },
        {
          label: t('waiting'),
          value: waiting > MOST_WAITING ? t('waiting-more', { most: showCount(MOST_WAITING) }) : showCount(waiting),
        },
        ...(failingSince === null
          ? []
          : [
              {
                label: t('failing-since', { count: failures }),
                value: <MomentText value={failingSince} />,
              },
              ...(lastAnswer === null || lastAnswer.taken
                ? []
                : [{ label: t('last-answer'), value: answerText(t, lastAnswer) }]),
            ]),
      ]}
    />
  )
}

function Actions({ webhook, showDeliveries }: { webhook: Webhook; showDeliveries: () => void }) {
  const { t } = useTranslation('webhooks')
  const { id, name, state } = webhook
  const [answer, setAnswer] = useState<WebhookAnswer | null>(null)
  const test = useRun(testWebhook, { onSuccess: setAnswer })
  const pause = useRun(pauseWebhook)
  const remove = useRun(removeWebhook, { onSuccess: () => say.done(t('remove.done', { name })) })
  const ask = async () => {
    const sure = await confirm({
      title: t('remove.title', { name }),
      body: t('remove.body'),
      confirmLabel: t('remove.confirm'),
      danger: true,
    })
    if (sure) remove.mutate({ id })
  }
  return (
    <>
      <Group gap="xs">
        <ActionButton
          leftSection={<Send size={16} aria-hidden />}
          variant="default"
          pending={test.isPending}
          onClick={() => test.mutate({ id })}
        >
          {t('test.press')}
        </ActionButton>
        <ActionButton leftSection={<List size={16} aria-hidden />} variant="default" onClick={showDeliveries}>
          {t('deliveries.title')}
        </ActionButton>
        <ActionButton
          leftSection={state === 'ACTIVE' ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
          variant="default"
          pending={pause.isPending}
          onClick={() => pause.mutate({ id, paused: state === 'ACTIVE' })}
        >
          {t(state === 'ACTIVE' ? 'pause' : 'resume')}
        </ActionButton>
        <ActionButton
          leftSection={<Trash2 size={16} aria-hidden />}
          variant="default"
          pending={remove.isPending}
          onClick={() => void ask()}
        >
          {t('remove.press')}
        </ActionButton>
      </Group>
      <div role="status">
        {answer === null ? null : (
          <Alert color={answer.taken ? 'green' : 'orange'} variant="light">
            <Text size="sm">{answerText(t, answer)}</Text>
          </Alert>
        )}
      </div>
      <RefusalText error={test.error ?? pause.error ?? remove.error} />
    </>
  )
}
