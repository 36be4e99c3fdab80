import { Alert, Anchor, Stack, Text, TextInput, Title } from '@mantine/core'
import { Check, Mail } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { runCommand } from '#web/api.ts'
import { currentLanguage } from '#web/i18n.ts'
import { PageLink } from '#web/navigation.tsx'
import styles from '#web/pages/pages.module.css'
import { useAsk } from '#web/query.ts'
import { forgotPassword, publicState } from '#web/session-contract.ts'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'

/** The page on which a person who has forgotten the password asks for a one-time link by mail. */
export default function ForgotPasswordPage() {
  const { t } = useTranslation('users')
  const state = useAsk(publicState, {}, { topics: [] })
  return (
    <section className={styles.card} aria-labelledby="forgot-title">
      <Title order={1} id="forgot-title">
        {t('title.forgot-password')}
      </Title>
      <Text c="dimmed" size="sm" mb="lg" mt={4}>
        {t('forgot.hint')}
      </Text>
      <Stack gap="md">
        {state.data?.mail === false ? (
          <Alert color="yellow" variant="light" role="status" icon={<Mail size={16} aria-hidden />}>
            <Text size="sm" c="var(--mantine-color-text)">
              {t('refusal.no-mail')}
            </Text>
          </Alert>
        ) : null}
        <ForgotForm />
        <Anchor component={PageLink} to="/login" size="sm">
          {t('new-password.to-sign-in')}
        </Anchor>
      </Stack>
    </section>
  )
}

function ForgotForm() {
  const { t } = useTranslation('users')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useRecordForm({
    initialValues: { email: '' },
    schema: forgotPassword.input,
    toInput: ({ email }) => ({ email, language: currentLanguage() }),
    alsoWrong: ({ email }) => (email.trim() === '' ? { email: t('invalid.required', { ns: 'frame' }) } : {}),
  })
  return (
    <>
      <RecordForm
        form={form}
        saveLabel={t('forgot.submit')}
        guard={false}
        onSave={async ({ email }) => {
          setSentTo(null)
          await runCommand(forgotPassword, { email, language: currentLanguage() }, { withoutSignIn: true })
          setSentTo(email.trim())
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
      </RecordForm>
      {sentTo === null ? null : (
        <Alert color="green" variant="light" role="status" icon={<Check size={16} aria-hidden />}>
          <Text size="sm" fw={600} c="var(--mantine-color-text)">
            {t('forgot.done')}
          </Text>
          <Text size="sm" mt={4} c="var(--mantine-color-text)" style={{ overflowWrap: 'anywhere' }}>
            {t('forgot.then', { email: sentTo })}
          </Text>
        </Alert>
      )}
    </>
  )
}
