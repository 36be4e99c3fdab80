import { Anchor, Text } from '@mantine/core'
import { ImageOff } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pictureAddress, type PictureSize } from '#kernel/photo.ts'
import type { ShownPhoto } from './use-photos.ts'
import styles from './photos.module.css'

/**
 * Returns the address at which the page may show a photo, or null. The page shows pictures of its own address only, so that
 * other websites do not learn who looks at which product.
 */
export function shownAt({ key, address }: ShownPhoto, size: PictureSize): string | null {
  if (key !== null) return pictureAddress(key, size)
  return address !== null && new URL(address).origin === window.location.origin ? address : null
}

type PhotoPictureProps = { photo: ShownPhoto; size: PictureSize; alt: string }

/** Shows a photo, or what stands in its place if it cannot be shown. */
export function PhotoPicture({ photo, size, alt }: PhotoPictureProps) {
  const { t } = useTranslation('photos')
  const [failed, setFailed] = useState(false)
  const address = shownAt(photo, size)
  if (address !== null && !failed)
    return <img src={address} alt={alt} draggable={false} decoding="async" onError={() => setFailed(true)} />
  if (size === 'small') return <ImageOff size={20} aria-label={alt} />
  if (photo.key !== null) return <span role="status">{t('gone')}</span>
  return (
    <div className={styles.elsewhere}>
      <Text size="sm" fw={600}>
        {t('elsewhere')}
      </Text>
      <Text size="sm">{photo.name}</Text>
      {photo.address === null ? null : (
        <Anchor size="sm" href={photo.address} target="_blank" rel="noreferrer noopener nofollow">
          {t('elsewhere-open')}
        </Anchor>
      )}
    </div>
  )
}
