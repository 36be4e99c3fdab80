import { Button, FileButton, Text, VisuallyHidden } from '@mantine/core'
import { Camera, ImagePlus } from '#web/ui/icon/icons.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { productsRights } from '#features/products/domain/rights.ts'
import type { StoredProduct } from '#features/products/web/ProductFacts.tsx'
import { useMay } from '#web/session.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { DropArea } from '#web/ui/upload/DropArea.tsx'
import { UploadList } from '#web/ui/upload/UploadList.tsx'
import { PHOTO_TYPES } from '../domain/photo.ts'
import { PhotoPicture, shownAt } from './PhotoPicture.tsx'
import { PhotoStrip } from './PhotoStrip.tsx'
import { PhotoTools } from './PhotoTools.tsx'
import { PhotoViewer } from './PhotoViewer.tsx'
import { type ShownPhoto, usePhotos } from './use-photos.ts'
import styles from './photos.module.css'

/** Adds the pictures that are pasted on the page, unless the person types in a field. */
function usePaste(add: ((files: File[]) => void) | null): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
      const inDialog = document.querySelector('[role="dialog"]') !== null
      if (add === null || files.length === 0 || inDialog) return
      event.preventDefault()
      add(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [add])
}

/** Shows the photos of a product: the chosen one large, all of them small below, and what people may do with them. */
export default function PhotosPanel({ product }: { product: StoredProduct }) {
  const { t } = useTranslation('photos')
  const mayWrite = useMay(productsRights.write)
  const { answer, photos, move, uploads, remove } = usePhotos(product.id)
  usePaste(mayWrite ? uploads.add : null)
  const content = photos ? (
    <Photos product={product} photos={photos} move={mayWrite ? move : null} remove={remove} />
  ) : answer.error ? (
    <ErrorState error={answer.error} retry={() => void answer.refetch()} />
  ) : product.photos.length > 0 ? (
    <Loading rows={1} height={280} />
  ) : null
  if (!mayWrite) return <Panel title={t('title')}>{content}</Panel>
  return (
    <Panel title={t('title')} actions={<Choosers add={uploads.add} />}>
      <DropArea add={uploads.add}>
        {content}
        <Text size="xs" c="dimmed" mt="xs">
          {t('hint')}
        </Text>
        <UploadList uploads={uploads.uploads} remove={uploads.remove} retry={uploads.retry} />
      </DropArea>
    </Panel>
  )
}

/** The buttons that open the folder of the machine, and on phones and tablets the camera. */
function Choosers({ add }: { add: (files: File[]) => void }) {
  const { t } = useTranslation('photos')
  return (
    <>
      <FileButton accept="image/*" capture="environment" onChange={(file) => (file ? add([file]) : undefined)}>
        {(props) => (
          <Button {...props} className={styles.take} variant="default" leftSection={<Camera size={16} aria-hidden />}>
            {t('take')}
          </Button>
        )}
      </FileButton>
      <FileButton multiple accept={PHOTO_TYPES.join(',')} onChange={add}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<ImagePlus size={16} aria-hidden />}>
            {t('add')}
          </Button>
        )}
      </FileButton>
    </>
  )
}

type PhotosProps = {
  product: StoredProduct
  photos: readonly ShownPhoto[]
  move: ((from: number, to: number) => void) | null
  remove: (photo: ShownPhoto, place: number) => Promise<void>
}

function Photos({ product, photos, move, remove }: PhotosProps) {
  const { t } = useTranslation('photos')
  const [chosenName, setChosenName] = useState<string | null>(null)
  const [viewing, setViewing] = useState(false)
  const [spoken, setSpoken] = useState('')
  const chosen = Math.max(
    0,
    photos.findIndex(({ name }) => name === chosenName),
  )
  const photo = photos[chosen]
  if (photo === undefined) return <Text size="sm">{t('none')}</Text>
  const choose = (place: number) => setChosenName(photos[place]?.name ?? null)
  const nameOf = ({ caption }: ShownPhoto, place: number) =>
    [caption, t('photo', { place: place + 1, total: photos.length })].filter(Boolean).join(' · ')
  const moveAndTell = move
    ? (from: number, to: number) => {
        setChosenName(photos[from]?.name ?? null)
        move(from, to)
        setSpoken(t('moved', { place: to + 1, total: photos.length }))
      }
    : null
  const name = nameOf(photo, chosen)
  const large = <PhotoPicture key={photo.name} photo={photo} size="medium" alt={photo.caption || product.name} />
  return (
    <>
      {shownAt(photo, 'medium') === null ? (
        <div className={styles.stage}>{large}</div>
      ) : (
        <button
          type="button"
          className={styles.stage}
          aria-label={t('open', { photo: name })}
          onClick={() => setViewing(true)}
        >
          {large}
        </button>
      )}
      <PhotoStrip photos={photos} chosen={chosen} choose={choose} move={moveAndTell} nameOf={nameOf} />
      {moveAndTell ? (
        <PhotoTools
          productId={product.id}
          photo={photo}
          name={name}
          place={chosen}
          count={photos.length}
          move={moveAndTell}
          remove={remove}
        />
      ) : null}
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
      <PhotoViewer
        opened={viewing}
        close={() => setViewing(false)}
        title={product.name}
        photos={photos}
        chosen={chosen}
        choose={choose}
        nameOf={nameOf}
      />
    </>
  )
}
