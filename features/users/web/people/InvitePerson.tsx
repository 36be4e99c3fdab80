import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRun } from '#web/query.ts'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { ACCOUNT_ROLES, type AccountRole } from '#accounts/domain/accounts.ts'
import { invite } from '../../domain/people-contract.ts'
import { OneTimeLink } from './OneTimeLink.tsx'

type Values = { email: string; username: string; firstName: string; lastName: string; role: AccountRole }

/** Creates the account of a new colleague, and then shows the link with which they set their password. */
export function InvitePerson({ close }: { close: () => void }) {
  const { t } = useTranslation('users')
  const [made, setMade] = useState<{ id: number; token: string; name: string } | null>(null)
  const run = useRun(invite, { filling: true })
  const form = useRecordForm<Values>({
    initialValues: { email: '', username: '', firstName: '', lastName: '', role: 'user' },
    schema: invite.input,
  })
  if (made !== null)
    return <OneTimeLink id={made.id} token={made.token} hint={t('link.invited', { name: made.name })} close={close} />
  return (
    <RecordForm
      form={form}
      saveLabel={t('invite.confirm')}
      guard={false}
      onCancel={close}
      onSave={async (values) => {
        const { id, token } = await run.mutateAsync(values)
        setMade({ id, token, name: values.username })
      }}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
        <TextInput label={t('column.username')} required autoComplete="off" {...form.getInputProps('username')} />
        <TextInput
          type="email"
          label={t('column.email')}
          required
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <TextInput label={t('column.firstName')} autoComplete="off" {...form.getInputProps('firstName')} />
        <TextInput label={t('field.lastName')} autoComplete="off" {...form.getInputProps('lastName')} />
        <Select
          label={t('column.role')}
          description={t(`role-hint.${form.getValues().role}`)}
          data={ACCOUNT_ROLES.map((role) => ({ value: role, label: t(`role.${role}`) }))}
          {...form.getInputProps('role')}
        />
      </SimpleGrid>
    </RecordForm>
  )
}
