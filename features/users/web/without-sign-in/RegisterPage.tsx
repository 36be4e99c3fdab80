import { Alert, Box, Text, TextInput } from '@mantine/core'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { DoorClosed } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { runCommand } from '#web/api.ts'
import { currentLanguage } from '#web/i18n.ts'
import { useSetupFirst } from '#web/pages/use-setup-first.ts'
import { useAsk } from '#web/query.ts'
import { publicState, register } from '#web/session-contract.ts'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { DoneAlert, PublicCard } from './PublicCard.tsx'

/**
 * The page on which a new colleague creates an account. It waits until an administrator approves it (C-23). If the registration is
 * closed, the page says so before anything is typed.
 */
export default function RegisterPage() {
  const { t } = useTranslation('users')
  const [registered, setRegistered] = useState<string | null>(null)
  const state = useAsk(publicState, {}, { staleTime: 0, still: true })
  const closed = state.data?.registration === false
  useSetupFirst()
  return (
    <PublicCard title={t('title.register')} hint={closed ? null : t('register.hint')} back={t('register.to-sign-in')}>
      {registered !== null ? (
        <DoneAlert done={t('register.done')} then={t('register.then', { email: registered })} />
      ) : closed ? (
        <Closed />
      ) : (
        // while it is not known whether the registration is open, the form only takes its room, so that the page does not jump
        <Box inert={state.isLoading} aria-busy={state.isLoading} opacity={state.isLoading ? 0 : 1}>
          <RegisterForm registered={setRegistered} />
        </Box>
      )}
    </PublicCard>
  )
}

function Closed() {
  const { t } = useTranslation('users')
  return (
    <Alert color="yellow" variant="light" role="status" icon={<DoorClosed size={16} aria-hidden />}>
      <Text size="sm" c="var(--mantine-color-text)">
        {t('refusal.registration-closed')}
      </Text>
    </Alert>
  )
}

function RegisterForm({ registered }: { registered: (email: string) => void }) {
  const { t } = useTranslation('users')
  const form = useRecordForm({
    initialValues: { email: '', username: '', password: '' },
    schema: register.input,
    toInput: (values) => ({ ...values, language: currentLanguage() }),
    alsoWrong: (values) =>
      Object.fromEntries(
        Object.entries(values)
          .filter(([, value]) => value.trim() === '')
          .map(([field]) => [field, t('invalid.required', { ns: 'frame' })]),
      ),
  })
  return (
    <RecordForm
      form={form}
      saveLabel={t('register.submit')}
      guard={false}
      onSave={async (values) => {
        await runCommand(register, { ...values, language: currentLanguage() }, { withoutSignIn: true })
        registered(values.email.trim())
      }}
    >
      <TextInput
        type="email"
        label={t('login.email', { ns: 'frame' })}
        required
        autoComplete="username"
        inputMode="email"
        {...form.getInputProps('email')}
      />
      <TextInput label={t('profile.username')} required autoComplete="name" {...form.getInputProps('username')} />
      <PasswordField
        label={t('login.password', { ns: 'frame' })}
        description={t('new-password.hint')}
        required
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      <Text size="xs" c="dimmed">
        {t('register.terms')}
      </Text>
    </RecordForm>
  )
}
