import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** The field of the passphrase of a backup. No browser stores it as the password of a person. */
export function PassphraseInput(props: PasswordInputProps) {
  const { t } = useTranslation('backup')
  return (
    <PasswordInput
      label={t('passphrase.label')}
      autoComplete="off"
      visibilityToggleButtonProps={{ 'aria-label': t('login.show-password', { ns: 'frame' }) }}
      {...props}
    />
  )
}
