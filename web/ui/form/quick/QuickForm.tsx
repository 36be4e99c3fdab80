import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#web/ui/Overlays.tsx'
import type { SearchOffer } from '#web/ui/form/SearchPick.tsx'

/**
 * Returns the offer to create what a field that searches has not found; null for an empty text. It has its own key, so that a second
 * Enter after a mistyped name creates nothing.
 */
export function useCreateOffer(open: (name: string) => void): (text: string) => SearchOffer | null {
  const { t } = useTranslation('frame')
  return (text) => {
    const name = text.trim()
    if (name === '') return null
    const row = (
      <>
        {t('action.create')}: {name} <kbd aria-hidden>⇧ Enter</kbd>
      </>
    )
    return { row, take: () => open(name), ownKey: true }
  }
}

/** What the fields of a short form get. */
export type QuickFields = {
  /** The name as it was typed. */
  readonly name: string
  /** Closes the form without storing anything. */
  readonly cancel: () => void
  /** Call it once the record is stored, before the form around takes the record and closes this one. */
  readonly done: () => void
}

type Props = {
  title: string
  /** The name as it was typed, or null while the dialog is closed. */
  name: string | null
  onClose: () => void
  children: (fields: QuickFields) => ReactNode
}

/**
 * The dialog of a short form inside a form. Saving it does not save the form that has opened it. Without a stored record the focus returns to the
 * field that has opened it; the form around moves it on after one.
 */
export function QuickForm({ title, name, onClose, children }: Props) {
  const [isDone, setDone] = useState(false)
  const cancel = () => {
    setDone(false)
    onClose()
  }
  const stop = (event: SyntheticEvent) => event.stopPropagation()
  return (
    <Dialog
      opened={name !== null}
      onClose={cancel}
      title={title}
      size="sm"
      closeOnClickOutside={false}
      returnFocus={!isDone}
    >
      <div onSubmit={stop} onPaste={stop}>
        {name === null ? null : children({ name, cancel, done: () => setDone(true) })}
      </div>
    </Dialog>
  )
}
