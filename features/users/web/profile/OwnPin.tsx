import { Box, Stack, Text } from '@mantine/core'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { runCommand } from '#web/api.ts'
import { useAsk } from '#web/query.ts'
import { setPin } from '#web/session-contract.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { zPin } from '#accounts/domain/lock.ts'
import { ownProfile } from '../../domain/profile-contract.ts'
import { type Success, SuccessAlert } from './SuccessAlert.tsx'

const EMPTY = { pin: '', password: '' }

/** Sets or removes the PIN that opens the locked screen (C-62). It needs the password. */
export function OwnPin() {
  const { t } = useTranslation('users')
  const profile = useAsk(ownProfile, {})
  return (
    <Panel title={t('profile.pin')}>
      {profile.data ? (
        <PinForm hasPin={profile.data.hasPin} />
      ) : profile.error ? (
        <ErrorState error={profile.error} retry={() => void profile.refetch()} />
      ) : (
        <Loading rows={3} />
      )}
    </Panel>
  )
}

function PinForm({ hasPin }: { hasPin: boolean }) {
  const { t } = useTranslation('users')
  const [success, setSuccess] = useState<Success | null>(null)
  /** Removing it is chosen by its own button, and saved like a new one. */
  const [removing, setRemoving] = useState(false)
  const required = t('invalid.required', { ns: 'frame' })
  const form = useRecordForm({
    initialValues: EMPTY,
    alsoWrong: ({ pin, password }) => ({
      ...(password === '' ? { password: required } : {}),
      ...(removing || zPin.safeParse(pin).success ? {} : { pin: t('profile.pin-digits') }),
    }),
  })
  const save = async ({ pin, password }: typeof EMPTY) => {
    await runCommand(setPin, { password, pin: removing ? null : pin })
    form.setValues(EMPTY)
    setRemoving(false)
    setSuccess({ text: removing ? t('profile.pin-removed') : t('profile.pin-saved') })
  }
  return (
    <Stack gap="md">
      <Text size="sm">{t('profile.pin-hint')}</Text>
      <Text size="sm" c="dimmed">
        {hasPin ? t('profile.pin-is-set') : t('profile.pin-none')}
      </Text>
      <Box maw={420}>
        <RecordForm
          form={form}
          saveLabel={removing ? t('profile.remove-pin') : t('profile.set-pin')}
          guard={false}
          onSave={save}
          {...(removing && { onCancel: () => setRemoving(false) })}
          actions={
            hasPin && !removing ? (
              <ActionButton variant="default" onClick={() => setRemoving(true)}>
                {t('profile.remove-pin')}
              </ActionButton>
            ) : null
          }
        >
          {removing ? null : (
            <PasswordField
              label={t('profile.new-pin')}
              description={t('profile.pin-digits')}
              required
              inputMode="numeric"
              autoComplete="off"
              {...form.getInputProps('pin')}
            />
          )}
          <PasswordField
            label={t('profile.old')}
            required
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
        </RecordForm>
      </Box>
      <SuccessAlert success={success} />
    </Stack>
  )
}
