import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { heightAfterKey, TABLE_HEIGHT, withinLimits } from './board-sizes.ts'
import styles from './operations.module.css'

type Props = {
  height: number
  /** The id of the resized element. */
  controls: string
  /** Called while the bar is dragged. Changes the height without rendering the rows again. */
  preview: (height: number) => void
  /** Called when the drag ends. */
  settle: (height: number) => void
}

/**
 * Shows the bar between the order table and the panels. It is dragged or moved by the arrow keys, and a double click
 * resets it.
 */
export function ResizeBar({ height, controls, preview, settle }: Props) {
  const { t } = useTranslation('operations')
  const drag = useRef<{ from: number; height: number; now: number } | null>(null)

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    // a scrolling page moves the bar although the pointer stays in place
    drag.current = { from: event.clientY, height, now: height }
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const { current } = drag
    if (!current) return
    current.now = withinLimits(current.height + event.clientY - current.from)
    event.currentTarget.setAttribute('aria-valuenow', String(current.now))
    preview(current.now)
  }
  const onPointerUp = () => {
    const { current } = drag
    drag.current = null
    if (current && current.now !== current.height) settle(current.now)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = heightAfterKey(event.key, height)
    if (next === null) return
    event.preventDefault()
    settle(next)
  }
  return (
    <div
      role="separator"
      tabIndex={0}
      className={styles.bar}
      aria-orientation="horizontal"
      aria-label={t('panel.resize')}
      aria-controls={controls}
      aria-valuenow={height}
      aria-valuemin={TABLE_HEIGHT.least}
      aria-valuemax={TABLE_HEIGHT.most}
      title={t('panel.resize-hint')}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onKeyDown={onKeyDown}
      onDoubleClick={() => settle(TABLE_HEIGHT.initial)}
    />
  )
}
