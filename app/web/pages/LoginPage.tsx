import { Anchor, Button, Checkbox, Group, Loader, Stack, Text, TextInput, Title } from '@mantine/core'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '#accounts/domain/contract.ts'
import { Refused } from '#kernel/refusal.ts'
import { PageLink, useGo } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { landingFor } from '#app/web/pages/landing.ts'
import { takeRememberedPage } from '#web/router/remembered-page.ts'
import { landingPage, signIn, usePerson } from '#web/session.ts'
import { publicState } from '#web/session-contract.ts'
import { RefusalText } from '#web/ui/states.tsx'
import { focusFirstWrong } from '#web/ui/form/first-wrong-field.ts'
import { useStartField } from '#web/ui/form/use-start-field.ts'
import { CodeForm } from '#web/pages/CodeForm.tsx'
import styles from '#web/pages/pages.module.css'
import { useSetupFirst } from '#web/pages/use-setup-first.ts'
import { WaitingHere } from './WaitingHere.tsx'

/** The page to sign in with e-mail and password. */
export default function LoginPage() {
  const { t } = useTranslation('frame')
  const go = useGo()
  const [pending, setPending] = useState(false)
  /** The e-mail whose password was right, while the code of the second factor is missing. */
  const [asksCode, setAsksCode] = useState<string | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  useSetupFirst()
  const goesOn = useGoOn(pending || asksCode !== null)
  const signedIn = (user: SessionUser) => go(landingFor(user, takeRememberedPage()), { replace: true })
  if (goesOn) return <Loader aria-label={t('login.title')} role="status" />
  if (asksCode !== null)
    return (
      <section className={styles.card} aria-labelledby="login-title">
        <Title order={1} id="login-title" mb="md">
          {t('login.code-title')}
        </Title>
        <CodeForm
          email={asksCode}
          signedIn={signedIn}
          back={(because) => {
            setProblem(because)
            setPending(false)
            setAsksCode(null)
          }}
        />
      </section>
    )
  return (
    <section className={styles.card} aria-labelledby="login-title">
      <Title order={1} id="login-title">
        {t('login.title')}
      </Title>
      <Text c="dimmed" size="sm" mb="lg" mt={4}>
        {t('login.hint')}
      </Text>
      <WaitingHere />
      <LoginForm {...{ pending, setPending, problem, setProblem, signedIn, askCode: setAsksCode }} />
    </section>
  )
}

/**
 * Opens the next page for a person who is signed in already, or signs in in another tab. Returns true if so. While
 * `pending`, this page itself signs in and opens the next page.
 */
function useGoOn(pending: boolean): boolean {
  const go = useGo()
  const person = usePerson()
  const goesOn = person !== null && !pending
  useEffect(() => {
    if (!goesOn) return
    void landingPage().then((landing) => {
      if (landing === null) return
      go(landingFor({ ...person, rightChanges: person.acting.rightChanges, landing }, takeRememberedPage()), {
        replace: true,
      })
    })
  }, [person, goesOn, go])
  return goesOn
}

type LoginFormProps = {
  pending: boolean
  setPending: (pending: boolean) => void
  problem: unknown
  setProblem: (problem: unknown) => void
  signedIn: (user: SessionUser) => void
  askCode: (email: string) => void
}

function LoginForm({ pending, setPending, problem, setProblem, signedIn, askCode }: LoginFormProps) {
  const { t } = useTranslation('frame')
  const first = useStartField()
  const element = useRef<HTMLFormElement>(null)

  const form = useForm({
    initialValues: { email: '', password: '', remember: false },
    validate: {
      email: (email) =>
        email.trim() === '' ? t('invalid.required') : /^\S+@\S+\.\S+$/.test(email.trim()) ? null : t('invalid.email'),
      password: (password) => (password === '' ? t('invalid.required') : null),
    },
  })

  const submit = form.onSubmit(
    async (values) => {
      setPending(true)
      setProblem(null)
      try {
        const email = values.email.trim()
        const user = await signIn({ ...values, email })
        if (user === null) askCode(email)
        else signedIn(user)
      } catch (error) {
        setProblem(error)
        setPending(false)
      }
    },
    () => focusFirstWrong(element.current),
  )

  return (
    <form ref={element} onSubmit={submit} noValidate>
      <Stack gap="md">
        <RefusalText error={problem} />
        {isShutOut(problem) ? <LinkInstead /> : null}
        <TextInput
          type="email"
          name="email"
          label={t('login.email')}
          required
          ref={first}
          autoComplete="username"
          inputMode="email"
          {...form.getInputProps('email')}
        />
        <PasswordField
          name="password"
          label={t('login.password')}
          required
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <Checkbox
          name="remember"
          label={t('login.remember')}
          {...form.getInputProps('remember', { type: 'checkbox' })}
        />
        <Button type="submit" fullWidth size="md" loading={pending}>
          {t('login.submit')}
        </Button>
        <OtherWays />
      </Stack>
    </form>
  )
}

/** Reports whether a sign-in was refused without comparing the password, because of wrong ones before. */
const isShutOut = (problem: unknown): boolean => problem instanceof Refused && problem.refusal.code === 'too-many-tries'

/** Offers a link by mail to a person whose sign-in is refused. The wrong passwords may be those of somebody else. */
function LinkInstead() {
  const { t } = useTranslation('frame')
  return (
    <Text size="sm">
      {t('login.shut-out')}{' '}
      <Anchor component={PageLink} to="/forgot-password" size="sm">
        {t('login.get-link')}
      </Anchor>
    </Text>
  )
}

/** The links for people who cannot sign in. That to the registration shows only once it is known to be open. */
function OtherWays() {
  const { t } = useTranslation('frame')
  const state = useAsk(publicState, {}, { staleTime: 0, still: true })
  return (
    <Group justify="space-between" gap="xs">
      <Anchor component={PageLink} to="/forgot-password" size="sm">
        {t('login.forgot')}
      </Anchor>
      {state.data?.registration ? (
        <Anchor component={PageLink} to="/register" size="sm">
          {t('login.register')}
        </Anchor>
      ) : null}
    </Group>
  )
}
