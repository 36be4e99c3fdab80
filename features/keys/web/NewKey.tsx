import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRun } from '#web/query.ts'
import { DayInput } from '#web/ui/form/DayInput.tsx'
import { CountInput } from '#web/ui/form/DecimalInput.tsx'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { MadeSecret } from '#web/ui/form/ShownOnce.tsx'
import { createKey } from '../domain/contract.ts'
import { KEY_ROLES, type KeyRole, PER_MINUTE } from '../domain/keys.ts'

type Values = { password: string; name: string; role: KeyRole; perMinute: number | null; endsOn: string | null }

/** Returns the input of the form. An empty limit is the usual one. */
const toInput = ({ perMinute, ...values }: Values) => ({ ...values, perMinute: perMinute ?? PER_MINUTE.usual })

/** Creates a key, and then shows it once. */
export function NewKey({ close }: { close: () => void }) {
  const { t } = useTranslation('keys')
  const [made, setMade] = useState<{ key: string; name: string } | null>(null)
  return made === null ? (
    <KeyForm close={close} onMade={setMade} />
  ) : (
    <MadeSecret
      made={t('new.made', { name: made.name })}
      label={t('one')}
      value={made.key}
      once={t('new.once')}
      close={close}
    />
  )
}

function KeyForm({ close, onMade }: { close: () => void; onMade: (made: { key: string; name: string }) => void }) {
  const { t } = useTranslation('keys')
  const run = useRun(createKey, { filling: true })
  const form = useRecordForm<Values>({
    initialValues: { password: '', name: '', role: 'user', perMinute: PER_MINUTE.usual, endsOn: null },
    schema: createKey.input,
    toInput,
  })
  return (
    <RecordForm
      form={form}
      saveLabel={t('new.confirm')}
      guard={false}
      onCancel={close}
      onSave={async (values) => {
        const { key } = await run.mutateAsync(toInput(values))
        onMade({ key, name: values.name.trim() })
      }}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm" style={{ alignItems: 'end' }}>
        <TextInput
          label={t('column.name')}
          description={t('new.name-hint')}
          required
          maxLength={100}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Select
          label={t('column.role')}
          description={t('new.role-hint')}
          data={KEY_ROLES.map((role) => ({ value: role, label: t(`role.${role}`, { ns: 'users' }) }))}
          {...form.getInputProps('role')}
        />
        <CountInput
          label={t('column.perMinute')}
          description={t('new.per-minute-hint')}
          min={1}
          max={PER_MINUTE.most}
          {...form.getInputProps('perMinute')}
          value={form.getValues().perMinute}
        />
        <DayInput
          label={t('column.endsOn')}
          description={t('new.ends-hint')}
          {...form.getInputProps('endsOn')}
          value={form.getValues().endsOn}
        />
        <PasswordField
          label={t('new.password')}
          description={t('new.password-hint')}
          required
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
      </SimpleGrid>
    </RecordForm>
  )
}
