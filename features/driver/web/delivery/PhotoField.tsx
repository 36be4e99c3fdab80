import { Button, FileButton } from '@mantine/core'
import { Camera, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MOST_PHOTO_BYTES } from '#features/shipping/domain/delivery.ts'
import { photoOf } from '#web/ui/photo/photo.ts'
import { say } from '#web/ui/say.tsx'
import type { Photo } from '#kernel/photo.ts'

type PhotoFieldProps = { photo: Photo | null; onChange: (photo: Photo | null) => void }

/** Takes one photo with the camera of the phone. A second press removes it. */
export function PhotoField({ photo, onChange }: PhotoFieldProps) {
  const { t } = useTranslation('driver')
  const [pending, setPending] = useState(false)
  const take = async (file: File | null) => {
    if (file === null) return
    setPending(true)
    const made = await photoOf(file, new Date().toISOString(), MOST_PHOTO_BYTES)
    setPending(false)
    if (made === null) say.note(t('delivery.no-photo'))
    else onChange(made)
  }
  if (photo !== null) {
    return (
      <Button variant="filled" leftSection={<X size={20} aria-hidden />} onClick={() => onChange(null)}>
        {t('delivery.photo-remove')}
      </Button>
    )
  }
  return (
    <FileButton accept="image/*" capture="environment" onChange={(file) => void take(file)}>
      {(props) => (
        <Button {...props} variant="default" loading={pending} leftSection={<Camera size={20} aria-hidden />}>
          {t('delivery.photo')}
        </Button>
      )}
    </FileButton>
  )
}
