import { Box, Stack, Text } from '@mantine/core'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { runCommand } from '#web/api.ts'
import { changePassword } from '#web/session-contract.ts'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { type Success, SuccessAlert } from './SuccessAlert.tsx'

const FIELDS = ['old', 'password', 'repeated'] as const
const EMPTY = { old: '', password: '', repeated: '' }

/** Changes the own password, which ends all other sessions and says how many. */
export function ChangePassword({ email }: { email: string }) {
  const { t } = useTranslation('users')
  const [success, setSuccess] = useState<Success | null>(null)
  const required = t('invalid.required', { ns: 'frame' })
  const form = useRecordForm({
    initialValues: EMPTY,
    alsoWrong: ({ old, password, repeated }) => ({
      ...(old === '' ? { old: required } : {}),
      ...(password === '' ? { password: required } : {}),
      ...(password === repeated ? {} : { repeated: t('new-password.differs') }),
    }),
  })
  const label = { old: t('profile.old'), password: t('profile.new'), repeated: t('profile.again') }
  return (
    <Panel title={t('profile.password')}>
      <Stack gap="md">
        <Text size="sm">{t('profile.password-hint')}</Text>
        <Box maw={420}>
          <RecordForm
            form={form}
            saveLabel={t('profile.change-password')}
            guard={false}
            onSave={async ({ old, password }) => {
              const { ended } = await runCommand(changePassword, { old, password })
              form.setValues(EMPTY)
              const text = ended === 0 ? t('profile.password-saved') : t('profile.password-ended', { count: ended })
              setSuccess({ text })
            }}
          >
            {/* password managers store the password under this name */}
            <input type="email" autoComplete="username" value={email} readOnly hidden />
            {FIELDS.map((field) => (
              <PasswordField
                key={field}
                label={label[field]}
                description={field === 'password' ? t('new-password.hint') : undefined}
                required
                autoComplete={field === 'old' ? 'current-password' : 'new-password'}
                {...form.getInputProps(field)}
              />
            ))}
          </RecordForm>
        </Box>
        <SuccessAlert success={success} />
      </Stack>
    </Panel>
  )
}
