import { ActionIcon, Button, Group, TextInput } from '@mantine/core'
import { ChevronLeft, ChevronRight, Trash2 } from '#web/ui/icon/icons.ts'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRun } from '#web/query.ts'
import { say } from '#web/ui/say.tsx'
import { describePhoto } from '../domain/contract.ts'
import { MOST_CAPTION } from '../domain/photo.ts'
import type { ShownPhoto } from './use-photos.ts'
import styles from './photos.module.css'

type PhotoToolsProps = {
  productId: number
  photo: ShownPhoto
  name: string
  place: number
  count: number
  move: (from: number, to: number) => void
  remove: (photo: ShownPhoto, place: number) => Promise<void>
}

/** Moves, removes and describes the chosen photo. */
export function PhotoTools({ productId, photo, name, place, count, move, remove }: PhotoToolsProps) {
  const { t } = useTranslation('photos')
  return (
    <div className={styles.tools}>
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('earlier', { photo: name })}
          aria-disabled={place === 0}
          onClick={() => (place > 0 ? move(place, place - 1) : undefined)}
        >
          <ChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('later', { photo: name })}
          aria-disabled={place === count - 1}
          onClick={() => (place < count - 1 ? move(place, place + 1) : undefined)}
        >
          <ChevronRight size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('remove', { photo: name })}
          onClick={() => void remove(photo, place)}
        >
          <Trash2 size={16} aria-hidden />
        </ActionIcon>
      </Group>
      {photo.key === null ? null : (
        <Caption
          key={`${photo.key} ${photo.caption}`}
          productId={productId}
          photoKey={photo.key}
          stored={photo.caption}
        />
      )}
    </div>
  )
}

function Caption({ productId, photoKey, stored }: { productId: number; photoKey: string; stored: string }) {
  const { t } = useTranslation('photos')
  const [typed, setTyped] = useState(stored)
  const run = useRun(describePhoto, {
    onSuccess: () => say.done(t('said.described')),
    onError: (error) => say.failed(error),
  })
  const store = (event: SyntheticEvent) => {
    event.preventDefault()
    run.mutate({ productId, key: photoKey, caption: typed.trim() })
  }
  return (
    <form className={styles.caption} onSubmit={store} noValidate>
      <Group gap={4} wrap="nowrap" align="end">
        <TextInput
          flex={1}
          label={t('caption')}
          title={t('caption-hint')}
          value={typed}
          maxLength={MOST_CAPTION}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {typed.trim() === stored ? null : (
          <Button type="submit" loading={run.isPending}>
            {t('caption-store')}
          </Button>
        )}
      </Group>
    </form>
  )
}
