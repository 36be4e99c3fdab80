import { ActionIcon, Group, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { ChevronLeft, ChevronRight } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#web/ui/Overlays.tsx'
import { PhotoPicture } from './PhotoPicture.tsx'
import type { ShownPhoto } from './use-photos.ts'
import styles from './photos.module.css'

type PhotoViewerProps = {
  opened: boolean
  close: () => void
  title: string
  photos: readonly ShownPhoto[]
  chosen: number
  choose: (place: number) => void
  nameOf: (photo: ShownPhoto, place: number) => string
}

/** Shows one photo as large as the window. The arrow keys, Home and End change the photo. */
export function PhotoViewer({ opened, close, title, photos, chosen, choose, nameOf }: PhotoViewerProps) {
  const { t } = useTranslation('photos')
  const photo = photos[chosen]
  const last = photos.length - 1
  const go = (place: number) => choose(Math.max(0, Math.min(last, place)))
  useWindowEvent('keydown', ({ key }) => {
    if (!opened) return
    const places: Record<string, number> = { ArrowLeft: chosen - 1, ArrowRight: chosen + 1, Home: 0, End: last }
    const place = places[key]
    if (place !== undefined) go(place)
  })
  return (
    <Dialog opened={opened && photo !== undefined} onClose={close} title={title} size={1200}>
      {photo ? (
        <>
          <div className={styles.viewer}>
            <PhotoPicture key={photo.name} photo={photo} size="large" alt={nameOf(photo, chosen)} />
          </div>
          <Group justify="space-between" wrap="nowrap" mt="xs">
            <ActionIcon
              variant="default"
              size="xl"
              data-autofocus
              aria-label={t('previous')}
              aria-disabled={chosen === 0}
              onClick={() => go(chosen - 1)}
            >
              <ChevronLeft size={20} aria-hidden />
            </ActionIcon>
            <Text size="sm" ta="center" role="status">
              {nameOf(photo, chosen)}
            </Text>
            <ActionIcon
              variant="default"
              size="xl"
              aria-label={t('next')}
              aria-disabled={chosen === last}
              onClick={() => go(chosen + 1)}
            >
              <ChevronRight size={20} aria-hidden />
            </ActionIcon>
          </Group>
        </>
      ) : null}
    </Dialog>
  )
}
