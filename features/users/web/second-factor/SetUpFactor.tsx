import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { runCommand } from '#web/api.ts'
import { beginFactor, confirmFactor } from '#web/session-contract.ts'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { CopyValue } from '#web/ui/form/ShownOnce.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import styles from './second-factor.module.css'
import { useFocusFirst } from './use-focus-first.ts'

type SetUpFactorProps = {
  /** The factor is on, and the person has kept the recovery codes. */
  readonly done: () => void
  readonly cancel?: () => void
}

/** Sets up the second factor: the password, then the secret for the app and a code of it, then the recovery codes. */
export function SetUpFactor({ done, cancel }: SetUpFactorProps) {
  const [begun, setBegun] = useState<OutputOf<typeof beginFactor> | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes !== null) return <RecoveryCodes codes={codes} kept={done} />
  const onCancel = cancel && { onCancel: cancel }
  return begun === null ? (
    <PasswordStep begin={async (password) => setBegun(await runCommand(beginFactor, { password }))} {...onCancel} />
  ) : (
    <AppStep
      begun={begun}
      confirm={async (code) => setCodes((await runCommand(confirmFactor, { code })).codes)}
      {...onCancel}
    />
  )
}

type PasswordStepProps = { begin: (password: string) => Promise<unknown>; onCancel?: () => void }

function PasswordStep({ begin, ...cancel }: PasswordStepProps) {
  const { t } = useTranslation('users')
  const first = useFocusFirst<HTMLInputElement>()
  const form = useRecordForm({
    initialValues: { password: '' },
    alsoWrong: ({ password }) => (password === '' ? { password: t('invalid.required', { ns: 'frame' }) } : {}),
  })
  return (
    <RecordForm
      form={form}
      saveLabel={t('factor.continue')}
      guard={false}
      onSave={({ password }) => begin(password)}
      {...cancel}
    >
      <Text size="sm">{t('factor.app-first')}</Text>
      <PasswordField
        ref={first}
        label={t('profile.old')}
        required
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
    </RecordForm>
  )
}

type AppStepProps = {
  begun: OutputOf<typeof beginFactor>
  confirm: (code: string) => Promise<unknown>
  onCancel?: () => void
}

function AppStep({ begun, confirm, ...cancel }: AppStepProps) {
  const { t } = useTranslation('users')
  // a phone cannot scan its own screen
  const onThisDevice = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const first = useFocusFirst<HTMLInputElement>()
  const form = useRecordForm({
    initialValues: { code: '' },
    alsoWrong: ({ code }) => (code.trim() === '' ? { code: t('invalid.required', { ns: 'frame' }) } : {}),
  })
  return (
    <RecordForm
      form={form}
      saveLabel={t('factor.switch-on')}
      guard={false}
      onSave={({ code }) => confirm(code)}
      {...cancel}
    >
      <Text size="sm">{t('factor.scan')}</Text>
      {onThisDevice ? (
        <Button component="a" href={begun.address} variant="default">
          {t('factor.open-app')}
        </Button>
      ) : null}
      <Group gap="lg" align="flex-start">
        <Picture address={begun.address} />
        <Secret secret={begun.secret} />
      </Group>
      <TextInput
        ref={first}
        label={t('factor.code')}
        description={t('factor.code-hint')}
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        {...form.getInputProps('code')}
      />
    </RecordForm>
  )
}

/** The address of the secret as a QR code. The code that draws it is loaded only here. */
function Picture({ address }: { address: string }) {
  const { t } = useTranslation('users')
  const picture = useQuery({
    queryKey: ['second-factor picture', address],
    queryFn: async () => (await import('#web/ui/paper/qr.ts')).qrPicture(address),
    staleTime: Infinity,
    gcTime: 0,
  })
  return picture.data === undefined ? (
    <Skeleton className={styles.picture} />
  ) : (
    <img className={styles.picture} src={picture.data} alt={t('factor.picture')} />
  )
}

function Secret({ secret }: { secret: string }) {
  const { t } = useTranslation('users')
  return (
    <Stack gap="xs" maw={240}>
      <div>
        <Text size="sm" fw={500}>
          {t('factor.secret')}
        </Text>
        <Text size="sm" className={styles.secret}>
          {secret.match(/.{1,4}/g)?.join(' ')}
        </Text>
      </div>
      <CopyValue value={secret} label={t('factor.copy-secret')} size="xs" />
    </Stack>
  )
}
