import { Alert, Anchor, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { runCommand } from '#web/api.ts'
import { currentLanguage } from '#web/i18n.ts'
import { PageLink } from '#web/navigation.tsx'
import styles from '#web/pages/pages.module.css'
import { useSetupFirst } from '#web/pages/use-setup-first.ts'
import { register } from '#web/session-contract.ts'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'

/** The page on which a new colleague creates an account. It waits until an administrator approves it (C-23). */
export default function RegisterPage() {
  const { t } = useTranslation('users')
  const [registered, setRegistered] = useState<string | null>(null)
  useSetupFirst()
  return (
    <section className={styles.card} aria-labelledby="register-title">
      <Title order={1} id="register-title">
        {t('title.register')}
      </Title>
      <Text c="dimmed" size="sm" mb="lg" mt={4}>
        {t('register.hint')}
      </Text>
      <Stack gap="md">
        {registered === null ? (
          <RegisterForm registered={setRegistered} />
        ) : (
          <Alert color="green" variant="light" role="status" icon={<Check size={16} aria-hidden />}>
            <Text size="sm" fw={600} c="var(--mantine-color-text)">
              {t('register.done')}
            </Text>
            <Text size="sm" mt={4} c="var(--mantine-color-text)" style={{ overflowWrap: 'anywhere' }}>
              {t('register.then', { email: registered })}
            </Text>
          </Alert>
        )}
        <Anchor component={PageLink} to="/login" size="sm">
          {t('register.to-sign-in')}
        </Anchor>
      </Stack>
    </section>
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
