import { Anchor, Button, Stack, Text, Title } from '@mantine/core'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refuse } from '#kernel/refusal.ts'
import { runCommand } from '#web/api.ts'
import { PageLink, useGo } from '#web/navigation.tsx'
import styles from '#web/pages/pages.module.css'
import { knowDevice, readLink, setPassword } from '#web/session-contract.ts'
import { CodeForm } from '#web/pages/CodeForm.tsx'
import { signIn } from '#web/session.ts'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { Loading, RefusalText } from '#web/ui/states.tsx'

/** The page that a one-time link opens: the person sets the password of their account and is signed in. */
export default function NewPasswordPage() {
  const { t } = useTranslation('users')
  // the token stands behind the #, which no server receives
  const [token] = useState(() => window.location.hash.slice(1))
  const link = useQuery({
    queryKey: ['one-time link', token],
    // an address without a token is no link, and the server need not be asked
    queryFn: async () =>
      token === ''
        ? refuse('refused', 'users.link-unusable')
        : runCommand(readLink, { token }, { withoutSignIn: true }),
    staleTime: Infinity,
    gcTime: 0,
  })
  return (
    <section className={styles.card} aria-labelledby="new-password-title">
      <Title order={1} id="new-password-title" mb="md">
        {t('title.new-password')}
      </Title>
      {link.data ? <PasswordForm token={token} {...link.data} /> : null}
      {link.data?.hasPassword ? <KeepPassword token={token} /> : null}
      {link.isPending ? <Loading rows={3} /> : null}
      {link.error ? (
        <Stack gap="md">
          <RefusalText error={link.error} retry={() => void link.refetch()} />
          <Anchor component={PageLink} to="/login" size="sm">
            {t('new-password.to-sign-in')}
          </Anchor>
        </Stack>
      ) : null}
    </section>
  )
}

/** Offers to keep the password: the device becomes known, and its person signs in at once. */
function KeepPassword({ token }: { token: string }) {
  const { t } = useTranslation('users')
  const go = useGo()
  const keep = useMutation({
    mutationFn: () => runCommand(knowDevice, { token }, { withoutSignIn: true }),
    onSuccess: () => go('/login', { replace: true }),
  })
  return (
    <Stack gap="xs" mt="lg">
      <Text size="sm" c="dimmed">
        {t('new-password.keep-hint')}
      </Text>
      <Button variant="default" loading={keep.isPending} onClick={() => keep.mutate()}>
        {t('new-password.keep')}
      </Button>
      <RefusalText error={keep.error} />
    </Stack>
  )
}

function PasswordForm({ token, email, username }: { token: string; email: string; username: string }) {
  const { t } = useTranslation('users')
  const go = useGo()
  const [asksCode, setAsksCode] = useState(false)
  // the root leads to the landing page of the account
  const enter = () => go('/', { replace: true })
  const set = useMutation({
    mutationFn: (password: string) => runCommand(setPassword, { token, password }, { withoutSignIn: true }),
  })
  const form = useRecordForm({
    initialValues: { password: '', repeated: '' },
    alsoWrong: ({ password, repeated }) => ({
      ...(password === '' ? { password: t('invalid.required', { ns: 'frame' }) } : {}),
      ...(password === repeated ? {} : { repeated: t('new-password.differs') }),
    }),
  })
  // the link has been used, so the way back leads to the sign-in
  if (asksCode) return <CodeForm email={email} signedIn={enter} back={() => go('/login')} />
  return (
    <RecordForm
      form={form}
      saveLabel={t('new-password.confirm')}
      guard={false}
      onSave={async ({ password }) => {
        await set.mutateAsync(password)
        if ((await signIn({ email, password, remember: false })) === null) setAsksCode(true)
        else enter()
      }}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {t('new-password.whose', { name: username, email })}
      </Text>
      {/* password managers store the password under this name */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {(['password', 'repeated'] as const).map((field) => (
        <PasswordField
          key={field}
          label={t(`new-password.${field}`)}
          description={field === 'password' ? t('new-password.hint') : undefined}
          required
          autoComplete="new-password"
          {...form.getInputProps(field)}
        />
      ))}
    </RecordForm>
  )
}
