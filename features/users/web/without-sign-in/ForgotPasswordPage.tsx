import { Alert, Text, TextInput } from '@mantine/core'
import { Mail } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { runCommand } from '#web/api.ts'
import { currentLanguage } from '#web/i18n.ts'
import { useAsk } from '#web/query.ts'
import { forgotPassword, publicState } from '#web/session-contract.ts'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { DoneAlert, PublicCard } from './PublicCard.tsx'

/** The page on which a person who has forgotten the password asks for a one-time link by mail. */
export default function ForgotPasswordPage() {
  const { t } = useTranslation('users')
  const state = useAsk(publicState, {}, { still: true })
  return (
    <PublicCard title={t('title.forgot-password')} hint={t('forgot.hint')} back={t('new-password.to-sign-in')}>
      {state.data?.mail === false ? (
        <Alert color="yellow" variant="light" role="status" icon={<Mail size={16} aria-hidden />}>
          <Text size="sm" c="var(--mantine-color-text)">
            {t('refusal.no-mail')}
          </Text>
        </Alert>
      ) : null}
      <ForgotForm />
    </PublicCard>
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
      {sentTo === null ? null : <DoneAlert done={t('forgot.done')} then={t('forgot.then', { email: sentTo })} />}
    </>
  )
}
