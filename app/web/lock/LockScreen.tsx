import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { LockKeyhole } from '#web/ui/icon/icons.ts'
import { type KeyboardEvent, type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refused } from '#kernel/refusal.ts'
import { useWakesPage } from '#web/drawing/first-screen.ts'
import { useGo } from '#web/navigation.tsx'
import { checkSessionAgain, signOut, usePerson } from '#web/session.ts'
import { RefusalText } from '#web/ui/states.tsx'
import { unlockScreen, useLock } from '#web/lock/lock.ts'
import styles from './lock.module.css'

/**
 * Shows the page, or covers it with the lock of the screen. What was typed on the page stays. A page that is loaded while the
 * screen is locked is not drawn before it is open.
 */
export function UnderLock({ children }: { children: ReactNode }) {
  const person = usePerson()
  const lock = useLock()
  const locked = lock.locked && person !== null
  const [drawn, setDrawn] = useState(!locked)
  if (!locked && !drawn) setDrawn(true)
  return (
    <>
      {drawn ? children : null}
      {locked ? <LockScreen name={person.username || person.email} email={person.email} pin={lock.pin} /> : null}
    </>
  )
}

type LockScreenProps = { name: string; email: string; pin: boolean }

/** Covers everything, dialogs and messages included: a modal dialog of the browser, which also takes the keyboard. */
function LockScreen({ name, email, pin }: LockScreenProps) {
  const { t } = useTranslation('frame')
  const dialog = useRef<HTMLDialogElement>(null)
  useWakesPage()
  useEffect(() => {
    const cover = dialog.current
    const before = document.activeElement
    cover?.showModal()
    // whether a PIN opens the screen is known to the server
    void checkSessionAgain()
    return () => {
      cover?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  // the shortcuts and scanners of the covered page must not act
  const keep = (event: KeyboardEvent) => event.stopPropagation()
  return (
    <dialog
      ref={dialog}
      className={styles.cover}
      aria-labelledby="lock-title"
      onKeyDown={keep}
      onCancel={(event) => event.preventDefault()}
      // browsers close a dialog at the second Escape whatever the page says
      onClose={() => dialog.current?.isConnected && dialog.current.showModal()}
    >
      <div className={styles.card}>
        <LockKeyhole size={32} strokeWidth={1.5} aria-hidden />
        <Title order={1} id="lock-title" ta="center">
          {t('lock.title')}
        </Title>
        <Text size="sm" c="dimmed" ta="center" style={{ overflowWrap: 'anywhere' }}>
          {t('lock.whose', { name })}
        </Text>
        <UnlockForm key={String(pin)} email={email} pin={pin} />
      </div>
    </dialog>
  )
}

/** What the person types to open the screen, and the outcome of the last try. */
function useUnlock(pin: boolean) {
  const [withPin, setWithPin] = useState(pin)
  const [secret, setSecret] = useState('')
  const [problem, setProblem] = useState<unknown>(null)
  const [pending, setPending] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [withPin])

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (secret === '' || pending) return
    setPending(true)
    setProblem(null)
    try {
      await unlockScreen(withPin ? { pin: secret } : { password: secret })
    } catch (error) {
      setProblem(error)
      setSecret('')
      // after too many wrong PINs only the password opens the screen
      if (error instanceof Refused && error.refusal.code === 'users.pin-closed') setWithPin(false)
      field.current?.focus()
    } finally {
      setPending(false)
    }
  }
  const change = () => {
    setWithPin(!withPin)
    setSecret('')
    setProblem(null)
  }
  return { withPin, secret, setSecret, problem, pending, field, submit, change }
}

function UnlockForm({ email, pin }: { email: string; pin: boolean }) {
  const { t } = useTranslation('frame')
  const go = useGo()
  const { withPin, secret, setSecret, problem, pending, field, submit, change } = useUnlock(pin)
  return (
    <form onSubmit={(event) => void submit(event)} className={styles.form}>
      <Stack gap="md">
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          key={String(withPin)}
          ref={field}
          size="lg"
          label={withPin ? t('lock.pin') : t('login.password')}
          required
          withAsterisk={false}
          inputMode={withPin ? 'numeric' : 'text'}
          autoComplete={withPin ? 'off' : 'current-password'}
          value={secret}
          onChange={(event) => setSecret(event.currentTarget.value)}
        />
        <RefusalText error={problem} />
        <Button type="submit" size="lg" fullWidth loading={pending}>
          {t('lock.unlock')}
        </Button>
        <Group justify="space-between" gap="xs">
          {pin ? (
            <Button variant="subtle" onClick={change}>
              {withPin ? t('lock.use-password') : t('lock.use-pin')}
            </Button>
          ) : (
            <span />
          )}
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              void signOut().then(() => go('/login', { replace: true }))
            }}
          >
            {t('bar.logout')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
