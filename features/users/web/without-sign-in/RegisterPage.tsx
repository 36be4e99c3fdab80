import { PasswordInput, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { runCommand } from '#web/api.ts'
import { currentLanguage } from '#web/i18n.ts'
import { useSetupFirst } from '#web/pages/use-setup-first.ts'
import { register } from '#web/session-contract.ts'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { DoneAlert, PublicCard } from './PublicCard.tsx'

/** The page on which a new colleague creates an account. It waits until an administrator approves it (C-23). */
export default function RegisterPage() {
  const { t } = useTranslation('users')
  const [registered, setRegistered] = useState<string | null>(null)
  useSetupFirst()
  return (
    <PublicCard title={t('title.register')} hint={t('register.hint')} back={t('register.to-sign-in')}>
      {registered === null ? (
        <RegisterForm registered={setRegistered} />
      ) : (
        <DoneAlert done={t('register.done')} then={t('register.then', { email: registered })} />
      )}
    </PublicCard>
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
      <TextInput label={t('register.username')} required autoComplete="name" {...form.getInputProps('username')} />
      <PasswordInput
        label={t('login.password', { ns: 'frame' })}
        description={t('new-password.hint')}
        required
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('login.show-password', { ns: 'frame' }) }}
        {...form.getInputProps('password')}
      />
      <Text size="xs" c="dimmed">
        {t('register.terms')}
      </Text>
    </RecordForm>
  )
}
