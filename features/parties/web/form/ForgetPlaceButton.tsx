import { ActionIcon } from '@mantine/core'
import { X } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'

/** Removes the place on the map from an address; the typed text stays. */
export function ForgetPlaceButton({ forget }: { forget: () => void }) {
  const { t } = useTranslation('parties')
  return (
    <ActionIcon variant="subtle" color="gray" size={26} aria-label={t('place.forget')} onClick={forget}>
      <X size={14} aria-hidden />
    </ActionIcon>
  )
}
