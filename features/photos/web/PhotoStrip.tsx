import { VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PhotoPicture } from './PhotoPicture.tsx'
import type { ShownPhoto } from './use-photos.ts'
import styles from './photos.module.css'

type PhotoStripProps = {
  photos: readonly ShownPhoto[]
  chosen: number
  choose: (place: number) => void
  /** Null for a person who may not change the product. */
  move: ((from: number, to: number) => void) | null
  nameOf: (photo: ShownPhoto, place: number) => string
}

/** Lists the photos small. A press chooses one; Alt with the arrow keys and the mouse move one. */
export function PhotoStrip({ photos, chosen, choose, move, nameOf }: PhotoStripProps) {
  const { t } = useTranslation('photos')
  const how = useId()
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const list = useRef<HTMLUListElement>(null)
  // The browser takes the focus from a button that changes its place.
  const focused = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (focused.current === null) return
    list.current?.querySelectorAll('button')[focused.current]?.focus()
    focused.current = null
  }, [photos])
  const keys = (event: KeyboardEvent, place: number) => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    if (step === 0 || !event.altKey || move === null) return
    // the browser would go back
    event.preventDefault()
    const to = place + step
    if (to < 0 || to >= photos.length) return
    focused.current = to
    move(place, to)
  }
  return (
    <>
      {move ? <VisuallyHidden id={how}>{t('how')}</VisuallyHidden> : null}
      <ul ref={list} className={styles.strip} aria-label={t('title')}>
        {photos.map((photo, place) => (
          <li key={photo.name}>
            <button
              type="button"
              className={styles.tile}
              aria-label={nameOf(photo, place)}
              aria-current={place === chosen || undefined}
              aria-describedby={move ? how : undefined}
              data-over={(dragged !== null && over === place) || undefined}
              draggable={move !== null}
              onClick={() => choose(place)}
              onKeyDown={(event) => keys(event, place)}
              onDragStart={() => setDragged(place)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => {
                if (dragged === null) return
                event.preventDefault()
                setOver(place)
              }}
              onDrop={(event) => {
                if (dragged === null) return
                event.preventDefault()
                move?.(dragged, place)
                setDragged(null)
              }}
            >
              <PhotoPicture photo={photo} size="small" alt="" />
            </button>
            {place === 0 ? <span className={styles.main}>{t('main')}</span> : null}
          </li>
        ))}
      </ul>
    </>
  )
}
