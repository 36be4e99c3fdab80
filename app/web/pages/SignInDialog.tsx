import { Button, Group, Stack, Text } from '@mantine/core'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showNames } from '#web/format.ts'
import { useGo } from '#web/navigation.tsx'
import { rememberPage } from '#web/router/remembered-page.ts'
import { currentPerson, forget, settleSignIn, signIn, useSignInAsked } from '#web/session.ts'
import { confirmLeaving } from '#web/ui/confirm.tsx'
import { typedFields } from '#web/ui/form/typed-fields.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { CodeForm } from '#web/pages/CodeForm.tsx'

/**
 * Opens over the page when the session has ended. Typed data stay, and the failed request is repeated after the
 * sign-in. Only its button leads away from them, after a question that names them: Escape is often pressed without looking.
 */
export function SignInDialog() {
  const { t } = useTranslation('frame')
  const asked = useSignInAsked()
  const go = useGo()

  const dismiss = async () => {
    const typed = typedFields()
    if (typed.length > 0 && !(await confirmLeaving(showNames(typed)))) return
    rememberPage(window.location.pathname + window.location.search)
    settleSignIn(false)
    forget()
    go('/login', { unasked: true })
  }

  return (
    <Dialog opened={asked} onClose={() => void dismiss()} title={t('sign-in-again.title')} stays>
      <PasswordForm dismiss={() => void dismiss()} />
    </Dialog>
  )
}

function PasswordForm({ dismiss }: { dismiss: () => void }) {
  const { t } = useTranslation('frame')
  const [password, setPassword] = useState('')
  const [asksCode, setAsksCode] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const [pending, setPending] = useState(false)
  // the person is forgotten while the dialog closes, and its text stays until it is gone
  const [email] = useState(() => currentPerson()?.email ?? '')

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    // The dialog is inside the forms of the page, which must not be submitted with it.
    event.stopPropagation()
    setPending(true)
    setProblem(null)
    try {
      if ((await signIn({ email, password, remember: true })) === null) setAsksCode(true)
      else settleSignIn(true)
    } catch (error) {
      setProblem(error)
    } finally {
      setPending(false)
    }
  }

  if (asksCode)
    return (
      <CodeForm
        email={email}
        signedIn={() => settleSignIn(true)}
        back={(because) => {
          setProblem(because)
          setAsksCode(false)
        }}
      />
    )
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <Text size="sm">{t('sign-in-again.body', { email })}</Text>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          label={t('login.password')}
          required
          data-autofocus
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <RefusalText error={problem} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={dismiss}>
            {t('sign-in-again.leave')}
          </Button>
          <Button type="submit" loading={pending}>
            {t('login.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
