import { Checkbox, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRun } from '#web/query.ts'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { MadeSecret } from '#web/ui/form/ShownOnce.tsx'
import { createWebhook } from '../domain/contract.ts'

type Values = { name: string; url: string; events: string[] }
type Made = { secret: string; name: string }

/** Declares a receiver, and then shows the secret of its signatures once. */
export function NewWebhook({ events, close }: { events: readonly string[]; close: () => void }) {
  const { t } = useTranslation('webhooks')
  const [made, setMade] = useState<Made | null>(null)
  return made === null ? (
    <WebhookForm events={events} close={close} onMade={setMade} />
  ) : (
    <MadeSecret
      made={t('new.made', { name: made.name })}
      label={t('new.secret')}
      value={made.secret}
      once={t('new.once')}
      close={close}
    />
  )
}

type FormProps = { events: readonly string[]; close: () => void; onMade: (made: Made) => void }

function WebhookForm({ events, close, onMade }: FormProps) {
  const { t } = useTranslation('webhooks')
  const run = useRun(createWebhook, { filling: true })
  const form = useRecordForm<Values>({
    initialValues: { name: '', url: '', events: [...events] },
    schema: createWebhook.input,
  })
  return (
    <RecordForm
      form={form}
      saveLabel={t('new.confirm')}
      guard={false}
      onCancel={close}
      onSave={async (values) => {
        const { secret } = await run.mutateAsync(values)
        onMade({ secret, name: values.name.trim() })
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t('field.name')}
          description={t('new.name-hint')}
          required
          maxLength={100}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <TextInput
          type="url"
          label={t('field.url')}
          description={t('new.url-hint')}
          required
          autoComplete="off"
          autoCapitalize="none"
          {...form.getInputProps('url')}
        />
        <Checkbox.Group label={t('field.events')} required {...form.getInputProps('events')}>
          <Stack gap="xs" mt="xs">
            {events.map((event) => (
              <Checkbox key={event} value={event} label={t(`event.${event}`)} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Stack>
    </RecordForm>
  )
}
