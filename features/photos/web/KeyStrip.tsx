import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isPictureKey, pictureAddress } from '#kernel/photo.ts'
import { PhotoViewer } from './PhotoViewer.tsx'
import styles from './photos.module.css'

type KeyStripProps = {
  /** Names the list for screen readers, and is the title of the viewer. */
  title: string
  /** Keys of stored photos, and `data:` addresses of photos that are not sent yet. */
  photos: readonly string[]
}

/** Shows the photos of a record small, in one row. A press opens a stored one as large as the window. */
export function KeyStrip({ title, photos }: KeyStripProps) {
  const { t } = useTranslation('photos')
  const [chosen, setChosen] = useState<number | null>(null)
  const stored = photos.filter((photo) => isPictureKey(photo))
  const waiting = photos.filter((photo) => photo.startsWith('data:'))
  const nameOf = (place: number) => t('photo', { place: place + 1, total: photos.length })
  if (photos.length === 0) return null
  return (
    <>
      <ul className={styles.keys} aria-label={title}>
        {stored.map((key, place) => (
          <li key={key}>
            <UnstyledButton aria-label={t('open', { photo: nameOf(place) })} onClick={() => setChosen(place)}>
              <img src={pictureAddress(key, 'small')} alt="" loading="lazy" decoding="async" />
            </UnstyledButton>
          </li>
        ))}
        {waiting.map((address, place) => (
          <li key={address.slice(-200)} data-waiting>
            <img src={address} alt={`${nameOf(stored.length + place)} · ${t('frame:offline.waiting-mark')}`} />
          </li>
        ))}
      </ul>
      <PhotoViewer
        opened={chosen !== null}
        close={() => setChosen(null)}
        title={title}
        photos={stored.map((key) => ({
          name: key,
          key,
          address: null,
          caption: '',
          size: null,
          addedBy: null,
          addedAt: null,
        }))}
        chosen={chosen ?? 0}
        choose={setChosen}
        nameOf={(_, place) => nameOf(place)}
      />
    </>
  )
}
