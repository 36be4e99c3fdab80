import { Button } from '@mantine/core'
import { X } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import type { Photo } from '#kernel/photo.ts'
import { TakePhoto } from '#web/ui/photo/TakePhoto.tsx'

type PhotoFieldProps = { photo: Photo | null; onChange: (photo: Photo | null) => void }

/** Takes one photo with the camera of the phone. A second press removes it. */
export function PhotoField({ photo, onChange }: PhotoFieldProps) {
  const { t } = useTranslation('driver')
  if (photo !== null) {
    return (
      <Button variant="filled" leftSection={<X size={20} aria-hidden />} onClick={() => onChange(null)}>
        {t('delivery.photo-remove')}
      </Button>
    )
  }
  return <TakePhoto label={t('word.photo')} unreadable={t('delivery.no-photo')} onTaken={onChange} />
}
