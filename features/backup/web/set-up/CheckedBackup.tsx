import { Divider, Group, Loader, Text, TextInput, Title } from '@mantine/core'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { useTranslation } from 'react-i18next'
import { runCommand } from '#web/api.ts'
import { showCount } from '#web/format.ts'
import { currentLanguage } from '#web/i18n.ts'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { Facts } from '#web/ui/Panel.tsx'
import type { RestoreRow } from '../../domain/contract.ts'
import { setUpRestore } from '../../domain/set-up.ts'

/** The tables whose numbers of rows tell a person whether this is the right backup. */
const SHOWN_TABLES = ['customers', 'orders', 'products', 'inbound_invoices', 'payments', 'users'] as const

/** A check or a restore that has not ended. */
export function UnderWay({ state }: { readonly state: RestoreRow['state'] }) {
  const { t } = useTranslation('backup')
  const isRestoring = state === 'ASKED' || state === 'RESTORING'
  return (
    <Group role="status" gap="sm" wrap="nowrap">
      <Loader size="sm" />
      <Text size="sm">{t(isRestoring ? 'first.restoring' : 'first.checking')}</Text>
    </Group>
  )
}

/** What a checked backup contains, and the form that restores it. */
export function CheckedBackup({
  restore,
  look,
}: {
  readonly restore: RestoreRow
  readonly look: () => Promise<unknown>
}) {
  const { t } = useTranslation('backup')
  const form = useRecordForm({
    initialValues: { email: '', password: '' },
    schema: setUpRestore.input,
    toInput: (values) => ({ ...values, id: restore.id }),
  })
  const rowsOf = (table: string): number => restore.differences.find((one) => one.table === table)?.rows ?? 0
  return (
    <>
      <Divider />
      <Title order={2}>{restore.backupName}</Title>
      <Text size="sm">{t('first.whole')}</Text>
      <Facts
        items={[
          ...SHOWN_TABLES.map((table) => ({
            label: t(`table.${table}`),
            value: showCount(rowsOf(table)),
            figures: true,
          })),
          { label: t('first.tables'), value: showCount(restore.differences.length), figures: true },
        ]}
      />
      <Title order={2}>{t('first.person')}</Title>
      <Text size="sm">{t('first.person-hint')}</Text>
      <RecordForm
        form={form}
        saveLabel={t('first.restore')}
        guard={false}
        onSave={async (values) => {
          const input = { ...values, id: restore.id, language: currentLanguage() }
          await runCommand(setUpRestore, input, { withoutSignIn: true })
          await look()
        }}
      >
        <TextInput
          type="email"
          label={t('login.email', { ns: 'frame' })}
          required
          autoComplete="username"
          {...form.getInputProps('email')}
        />
        <PasswordField
          label={t('login.password', { ns: 'frame' })}
          description={t('setup.password-hint', { ns: 'frame' })}
          required
          defaultVisible
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
      </RecordForm>
    </>
  )
}
