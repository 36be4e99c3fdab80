import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Right } from '#kernel/rights.ts'
import { useMay } from '#web/session.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { type Found, type SearchOffer, SearchPick, type SearchPickProps } from '#web/ui/form/SearchPick.tsx'

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

type Props = {
  title: string
  /** The name as it was typed, or null while the dialog is closed. */
  name: string | null
  onClose: () => void
  /** Draws the fields, which begin with the name. */
  children: (name: string) => ReactNode
}

/**
 * The dialog of a short form inside a form. Saving it does not save the form that has opened it. The focus returns to the field that has opened
 * it, unless the form around moves it on.
 */
export function QuickForm({ title, name, onClose, children }: Props) {
  const stop = (event: SyntheticEvent) => event.stopPropagation()
  return (
    <Dialog opened={name !== null} onClose={onClose} title={title} size="sm" closeOnClickOutside={false}>
      <div onSubmit={stop} onPaste={stop}>
        {name === null ? null : children(name)}
      </div>
    </Dialog>
  )
}

/** What a field that creates what it has not found gives to its short form. */
export type QuickFormOf<Row> = {
  /** The name as it was typed, or null while the form is closed. */
  readonly name: string | null
  /** Closes the form without storing anything. */
  readonly onClose: () => void
  /** Runs with the stored record, or with one of the same name that the person has chosen in its place. */
  readonly created: (row: Row) => void
}

export type CreatingPickProps<Row extends Found> = SearchPickProps<Row> & {
  /** Who may create what is not found. */
  right: Right
  /** Another value empties the field. */
  of?: number | string
  quick: (form: QuickFormOf<Row>) => ReactNode
}

/** A field that searches, and offers to create what it has not found. */
export function CreatingPick<Row extends Found>({ right, of = '', quick, onPick, ...pick }: CreatingPickProps<Row>) {
  const mayCreate = useMay(right)
  const [name, setName] = useState<string | null>(null)
  const offer = useCreateOffer(setName)
  // a created record empties the field
  const [round, setRound] = useState(1)
  const created = (row: Row) => {
    setName(null)
    setRound((before) => before + 1)
    onPick(row)
  }
  return (
    <>
      <SearchPick key={`${of} ${round}`} {...pick} onPick={onPick} whenNothing={mayCreate ? offer : undefined} />
      {quick({ name, onClose: () => setName(null), created })}
    </>
  )
}
