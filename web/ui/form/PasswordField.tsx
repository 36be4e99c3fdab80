import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** A field for a password. The eye, which shows and hides it, is named in the person's language and reached by Tab. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation('frame')
  return (
    <PasswordInput
      aria-invalid={props.error ? true : undefined}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('login.show-password') }}
      {...props}
    />
  )
}
