import type { TFunction } from 'i18next'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { MOST_NOTE } from '#features/orders/domain/contract.ts'
import type { DraftLine } from '../../domain/order-draft.ts'
import form from './draft-lines.module.css'

type Props = {
  line: DraftLine
  change: (key: number, note: string | undefined) => void
  onKeyDown: (event: KeyboardEvent) => void
  t: TFunction<'order-entry'>
}

/** The field for the free text of a line, once it is opened. It begins with the cursor, and closes when it is left empty. */
export function LineNote({ line: { key, note, product }, change, onKeyDown, t }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const opens = note === ''
  useEffect(() => {
    if (opens) input.current?.focus()
  }, [opens])
  if (note === undefined) return null
  return (
    <input
      ref={input}
      className={form.note}
      data-note={key}
      aria-label={t('form.note-of', { name: product.name })}
      placeholder={t('form.note-placeholder')}
      maxLength={MOST_NOTE}
      value={note}
      onChange={(event) => change(key, event.currentTarget.value)}
      onBlur={() => {
        if (note.trim() === '') change(key, undefined)
      }}
      onKeyDown={(event) => {
        // Ctrl+Delete removes a word here, and the line everywhere else
        if (event.key !== 'Delete') onKeyDown(event)
      }}
    />
  )
}
